// The file that `curl --config` reads: an option to a line, its dashes left out, its value behind `=`, `:` or a blank.

const LINE = /^\s*-{0,2}([a-z][a-z0-9.-]*)[ \t]*(?:[=: \t][ \t]*("(?:[^"\\]|\\.)*"|\S.*?))?[ \t]*$/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', v: '\v' };

/** As the command that it stands for; undefined for every other text. */
export function fromCurlConfig(text: string): string | undefined {
  const hasUrl = /^\s*-{0,2}url[ \t]*[=: \t]/m.test(text);
  if (!hasUrl || !/^\s*-{0,2}header[ \t]*[=: \t][ \t]*"?svc-/im.test(text)) return undefined;
  const words = ['curl'];
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const [, name, value] = LINE.exec(line) ?? [];
    if (name === undefined) return undefined;
    words.push(`--${name}`, ...(value === undefined ? [] : [quoted(value)]));
  }
  return words.join(' ');
}

function quoted(value: string): string {
  const bare = value.startsWith('"')
    ? value.slice(1, -1).replace(/\\(.)/g, (_, one: string) => ESCAPES[one] ?? one)
    : value;
  return `'${bare.replaceAll("'", "'\\''")}'`;
}
