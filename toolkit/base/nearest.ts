// The nearest of the known words to one that was mistyped, by edit distance with transpositions (optimal string alignment).

/** No word that is known is nearly as long, and distances of long words take long. */
const LONGEST = 200;

/** Undefined when nothing is near enough to be what was meant. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined;
  let best: string | undefined;
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = candidate.startsWith(word) && word.length > 1 ? 1 : editDistance(word, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** Undefined when nothing is near; an id of two parts (`auth.body-hsah`) is also compared with the beginnings of longer ones. */
function nearestId(word: string, known: readonly string[]): string | undefined {
  const whole = nearest(word, known);
  if (whole !== undefined || !/[.]/.test(word)) return whole;
  const [head = '', tail = ''] = word.split(/[.](.*)/s);
  const begun = known.filter((id) => id.startsWith(`${head}.`) && !id.includes('/'));
  const cut = new Map(begun.map((id) => [id.slice(head.length + 1, head.length + 1 + tail.length), id]));
  const near = nearest(tail, cut.keys());
  return near === undefined ? undefined : cut.get(near);
}

/** `, did you mean ...?` or nothing. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const guess = nearestId(word, [...known]);
  return guess === undefined ? '' : `, did you mean ${guess}?`;
}

function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
