// Where characters of one kind stand in a row for long enough to hold a secret: a search that looks at few characters of ordinary text.
// Runs in a browser too.

/** ASCII characters by their codes: 1 for those that belong to a run. */
export type Characters = Uint8Array;

export function charactersOf(one: RegExp): Characters {
  return Uint8Array.from({ length: 128 }, (_, code) => (one.test(String.fromCharCode(code)) ? 1 : 0));
}

/** Start and end of each run of at least so many; only each place that such a run cannot miss is looked at first. */
export function* longRuns(
  text: string,
  characters: Characters,
  shortest: number,
): Generator<readonly [start: number, end: number]> {
  const isInRun = (index: number): boolean => characters[text.charCodeAt(index)] === 1;
  let from = 0;
  let probe = shortest - 1;
  while (probe < text.length) {
    if (!isInRun(probe)) {
      from = probe + 1;
      probe += shortest;
      continue;
    }
    let start = probe;
    while (start > from && isInRun(start - 1)) start -= 1;
    let end = probe + 1;
    while (end < text.length && isInRun(end)) end += 1;
    if (end - start >= shortest) yield [start, end];
    from = end + 1;
    probe = end + shortest;
  }
}
