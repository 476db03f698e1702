// What screens and tools show behind every line of a text: the border of a pane, the line ends that `cat -A` and editors make visible,
// the numbers of callouts. Undone only where each line of the head has the same mark: no one sends a mark that its own request line
// ends with.

const MARKS = [
  '^M$',
  '\\r\\n$',
  '\\r$',
  '^M',
  '$',
  '│',
  '┃',
  '║',
  '|',
  '▕',
  '¶',
  '↵',
  '⏎',
  '¬',
  '␍␊',
  '␊',
  '␤',
] as const;
const BORDERS: ReadonlySet<string> = new Set(['│', '┃', '║', '|', '▕']);
const FEWEST_LINES = 4;
const MOST_LINES = 2_000;
const HEADER = /^\s*(?:[│┃║|]\s?)?svc[-_][\w-]+:/i;
const FIRST = /^\s*(?:[│┃║|]\s?)?[A-Z]{3,8} (?:\/|https?:\/\/|wss?:\/\/)\S*/;

/** The text without the mark at the end of each line; undefined where there is none. */
export function fromLineMarks(text: string): string | undefined {
  const lines = text.split(/\r*\n/);
  if (lines.length > MOST_LINES) return undefined;
  const shown = lines.filter((line) => HEADER.test(line) || FIRST.test(line)).map((line) => line.trimEnd());
  if (shown.length < FEWEST_LINES || !shown.some((line) => FIRST.test(line))) return undefined;
  const mark = MARKS.find((one) => shown.every((line) => line.endsWith(one)));
  if (mark !== undefined) return lines.map((line) => bare(line, mark)).join('\n');
  const behind = behindVersion(shown);
  return behind === undefined ? undefined : lines.map((line) => line.replace(behind, '')).join('\n');
}

/** What stands behind the version of HTTP and behind each header; its numbers may count. Printed line ends are read elsewhere. */
function behindVersion(shown: readonly string[]): RegExp | undefined {
  const mark = / HTTP\/\d(?:\.\d)?([^\d.\\].{0,20})$/.exec(shown.find((line) => FIRST.test(line)) ?? '')?.[1];
  if (mark === undefined) return undefined;
  const behind = new RegExp(`${mark.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\d+/g, '\\d+')}\\s*$`);
  return shown.every((line) => behind.test(line)) ? behind : undefined;
}

/** A border stands at the edge of the pane, which is filled with blanks up to there; it may have one on the left as well. */
function bare(line: string, mark: string): string {
  const end = line.trimEnd();
  if (!end.endsWith(mark)) return line;
  const inner = end.slice(0, -mark.length);
  if (!BORDERS.has(mark)) return inner;
  return inner.trimEnd().replace(new RegExp(String.raw`^\s*[${mark}] ?`), '');
}
