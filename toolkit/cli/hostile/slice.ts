// One of n parts of a table that takes longer than one sitting: `--slice 3/20` is every twentieth row from the third on, so that the slow
// families are spread over the parts, and the parts of one n together are the whole.

export function sliceOf<Row>(rows: readonly Row[], slice: string | undefined): readonly Row[] {
  if (slice === undefined) return rows;
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(slice) ?? [];
  const [from, step] = [Number(part), Number(parts)];
  if (!(from >= 1 && from <= step)) {
    throw new RangeError(`--slice takes i/n with i from 1 to n, such as 3/20, got ${slice}`);
  }
  return rows.filter((_row, at) => at % step === from - 1);
}
