// Special values of counts: those at which batches, pages, pools and buffers end.

export const COUNTS: readonly number[] = [1, 2, 3, 16, 17, 32, 100];

/** Around a limit that a target reports. */
export function around(limit: number): readonly number[] {
  return [limit - 1, limit, limit + 1].filter((count) => count > 0);
}
