// The fingerprint of a plan's denominator: how many checks a run must report, and which. Shards carry it, `tsi merge` proves it.
import { createHash } from 'node:crypto';

/** Count and hex SHA-256 over the sorted ids, one a line. Throws `RangeError` on an id that is given twice. */
export function planDigest(ids: Iterable<string>): { readonly checks: number; readonly digest: string } {
  const sorted = [...ids].sort();
  const twice = sorted.find((id, index) => id === sorted[index - 1]);
  if (twice !== undefined) throw new RangeError(`ids: expected every check once, got ${twice} twice`);
  return { checks: sorted.length, digest: createHash('sha256').update(sorted.join('\n')).digest('hex') };
}
