// A head that was copied from a screen has its long lines broken at the width of the screen, in the middle of words and without a mark.
// Undone only where the lines themselves show the width: nothing else breaks a request line, or a value together with its name.

const REQUEST_LINE = /^[A-Z]{3,10} (?:\/|https?:\/\/|wss?:\/\/)/;
const VERSION_BEHIND = / HTTP\/\d(?:\.\d)?$/;
const HEADER = /^:?[\w-]+:/;
const NARROWEST = 40;
const MOST_LINES = 400;

/** The text with its lines whole again; undefined where no width shows. */
export function fromScreen(text: string): string | undefined {
  const lines = text.split(/\r?\n/);
  if (lines.length > MOST_LINES) return undefined;
  if (!REQUEST_LINE.test(lines[0] ?? '')) return fromBrokenWords(lines);
  const blank = lines.indexOf('');
  const headEnd = blank === -1 ? lines.length : blank;
  const head = lines.slice(0, headEnd);
  const width = Math.max(...head.map((line) => line.length));
  if (width < NARROWEST || !(isLineBroken(head, width) || isValueBroken(head, width))) return undefined;
  const body = lines.slice(headEnd);
  return [
    ...whole(head, width),
    ...(isFull(body.slice(1), width) ? ['', whole(body.slice(1), width).join('')] : body),
  ].join('\n');
}

const WORD_END = /[\w-]{12}$/;
const WORD_START = /^[\w-]{12}/;
const FEWEST_FULL = 3;

/** A command, a program or a log: three lines are as long as the longest, and one of them stops within a word of base64. */
function fromBrokenWords(lines: readonly string[]): string | undefined {
  const width = Math.max(...lines.map((line) => line.length));
  const isFullAt = (at: number): boolean => lines[at]?.length === width;
  const full = lines.filter((line) => line.length === width).length;
  const isBroken = lines.some(
    (line, at) =>
      isFullAt(at) && WORD_END.test(line) && WORD_START.test(lines[at + 1] ?? '') && /svc[-_]/i.test(lines.join('')),
  );
  return width >= NARROWEST && full >= FEWEST_FULL && isBroken ? whole(lines, width).join('\n') : undefined;
}

/** The version of HTTP stands at the end of a later line, and every line before that one is full. */
function isLineBroken(head: readonly string[], width: number): boolean {
  const end = head.findIndex((line) => VERSION_BEHIND.test(line));
  return end > 0 && head.slice(0, end).every((line, at) => line.length === width && (at === 0 || !HEADER.test(line)));
}

/** A value runs over two full lines, of which the first holds its name: an encoder would have counted the value alone. */
function isValueBroken(head: readonly string[], width: number): boolean {
  return head.some((line, at) => {
    const next = head[at + 1] ?? '';
    return /^svc-data:/i.test(line) && line.length === width && next.length === width && /^[\w+/=-]+$/.test(next);
  });
}

/** Whether nothing but the last line of a body is shorter than the screen, so that its breaks may all be those of the screen. */
const isFull = (body: readonly string[], width: number): boolean => {
  const shown = body.filter((line, at) => line !== '' || at < body.length - 1);
  return shown.length > 1 && shown.slice(0, -1).every((line) => line.length === width);
};

function whole(lines: readonly string[], width: number): readonly string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    if (isOpen && line !== '') joined.push(`${joined.pop() ?? ''}${line}`);
    else joined.push(line);
    isOpen = line.length === width;
  }
  return joined;
}
