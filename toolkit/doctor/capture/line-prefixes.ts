// What a mail program, a log, an editor or a comment puts before every line of a text, whatever the text is: taken off where no line is
// without it. What stands before some lines only is the reader's matter that knows the form.

const PREFIXES: readonly RegExp[] = [
  /^(?:> ?)+/,
  /^\| ?/,
  /^#(?!#) ?/,
  /^\/\/ ?/,
  /^ \* ?/,
  /^- ?(?!-)/,
  /^\+/,
  /^\[[\d:. TZ+-]{8,40}\] ?/,
  // Containers, in the words of compose and of a node.
  /^[\w.-]+ +\| ?/,
  /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d) (?:std(?:out|err) [FP] )?/,
  // The system's journal, and RFC 5424.
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ [\w.-]+(?:\[\d+\])?: ?/,
  /^<\d{1,3}>1 \S+ \S+ \S+ \S+ \S+ - ?/,
  // Loggers of Java, Python, Go and Android.
  /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d[,.]\d{3}\S* +[A-Z]+ +(?:\[[^\]\n]*\] +)?[\w.$]+ ?[-:] ?/,
  /^(?:DEBUG|INFO|WARNING|ERROR):[\w.]+:/,
  /^[IWEF]\d{4} [\d:.]+ +\d+ [\w./-]+:\d+\] ?/,
  /^\d\d-\d\d [\d:.]+ +\d+ +\d+ [VDIWEF] [\w.]+ *: ?/,
  /^[\w./-]+\.\w+:\d+:/,
];
const NUMBERED = /^ *(\d+)(?:\t|: ?| {2})/;
const FEWEST_LINES = 4;
const MOST_LINES = 2_000;

/** Undefined where the lines have nothing in common before them, or the text shows no signed header. */
export function fromPrefixes(text: string): string | undefined {
  if (!/svc[-_](?:data|sign)\b/i.test(text)) return undefined;
  const lines = text.replace(/\r?\n$/, '').split('\n');
  if (lines.length < FEWEST_LINES || lines.length > MOST_LINES) return undefined;
  const shown = lines.filter((line) => line.trim() !== '');
  const indentation = Math.min(...shown.map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0));
  const prefix = PREFIXES.find((one) => shown.every((line) => one.test(line))) ?? numbered(lines);
  if (prefix !== undefined) return lines.map((line) => line.replace(prefix, '')).join('\n');
  return indentation === 0 ? undefined : lines.map((line) => line.slice(indentation)).join('\n');
}

/** Numbers that count the lines. */
function numbered(lines: readonly string[]): RegExp | undefined {
  const first = Number(NUMBERED.exec(lines[0] ?? '')?.[1] ?? Number.NaN);
  return lines.every((line, at) => Number(NUMBERED.exec(line)?.[1]) === first + at) ? NUMBERED : undefined;
}
