// Where the journal has what a client said, so that what is judged of its words can be judged again.

const records = new WeakMap<object, number>();

export function noteSaid(result: object, record: number): void {
  records.set(result, record);
}

/** The index of the record; undefined where there is no journal. */
export function recordOfSaid(result: object): number | undefined {
  return records.get(result);
}
