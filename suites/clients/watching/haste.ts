// How often the same was sent in a second, at the worst.
import { grouped } from '../../../toolkit/base/grouped.js';

export const MOST_PER_SECOND = 20;
/** How much more than ever before is haste, of a client that is always fast. */
const TIMES_AS_EVER = 2;

export function busiest<Sent extends { readonly atNs: bigint }>(
  sent: readonly Sent[],
  nameOf: (one: Sent) => string,
  withinMs = 1_000,
): { readonly most: number; readonly name: string } {
  let [most, busy] = [0, ''];
  for (const [name, same] of grouped(sent, nameOf)) {
    const times = same.map(({ atNs }) => Number(atNs) / 1e6);
    let from = 0;
    for (const [to, at] of times.entries()) {
      while ((times[from] ?? at) <= at - withinMs) from += 1;
      if (to - from + 1 > most) [most, busy] = [to - from + 1, name];
    }
  }
  return { most, name: busy };
}

/** The most that is no haste of a client that sent so much in a second before. */
export function mostAfter(before: number): number {
  return Math.max(MOST_PER_SECOND, TIMES_AS_EVER * before);
}
