// Where characters of one kind stand in a row for long enough to hold a secret: a search that looks at few characters of ordinary text.
// Runs in a browser too.

/** ASCII characters by their codes: 1 for those that belong to a run. */
export type Characters = Uint8Array;

const ASCII = 128;

export function charactersOf(one: RegExp): Characters {
  return Uint8Array.from({ length: ASCII }, (_, code) => (one.test(String.fromCharCode(code)) ? 1 : 0));
}

/** The text with each run of at least so many replaced; only each place that such a run cannot miss is looked at first. */
export function replaceLongRuns(
  text: string,
  characters: Characters,
  shortest: number,
  replace: (run: string) => string,
): string {
  let clean = '';
  let done = 0;
  let from = 0;
  let probe = shortest - 1;
  while (probe < text.length) {
    if (!isIn(characters, text.charCodeAt(probe))) {
      from = probe + 1;
      probe += shortest;
      continue;
    }
    let start = probe;
    while (start > from && isIn(characters, text.charCodeAt(start - 1))) start -= 1;
    let end = probe + 1;
    while (end < text.length && isIn(characters, text.charCodeAt(end))) end += 1;
    from = end + 1;
    probe = end + shortest;
    if (end - start < shortest) continue;
    const run = text.slice(start, end);
    const plain = replace(run);
    if (plain === run) continue;
    clean += text.slice(done, start) + plain;
    done = end;
  }
  return done === 0 ? text : clean + text.slice(done);
}

/** Asked within its length: an answer beyond the table would be right, too, but makes the engine give up what it has compiled. */
function isIn(characters: Characters, code: number): boolean {
  return code < ASCII && characters[code] === 1;
}
