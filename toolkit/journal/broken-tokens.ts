// Tokens that somebody broke over lines, wherever that was: between any two characters may stand an end of a line, the indentation behind
// it, or either as JSON escapes it. Looked for only in texts that have an end of a line at all. Runs in a browser too.

const ENDS_LINE = /[\r\n]|\\[rn]|\\u000[adAD]/;
/** Bounded, so that a text of nothing else costs no more than its length; `=` ends a line in quoted-printable. */
const BETWEEN = String.raw`(?:=?(?:[\r\n]|\\{1,4}(?:[rn]|u000[adAD]))(?:[ \t]|\\{1,4}t){0,16}){0,2}`;

/** Gives a text without any of them, or undefined where it holds none. */
export function brokenTokens(tokens: readonly string[]): (text: string, mark: string) => string | undefined {
  const patterns = tokens.map((token) => new RegExp([...token].map(literally).join(BETWEEN), 'gu'));
  return (text, mark) => {
    if (patterns.length === 0 || !ENDS_LINE.test(text)) return undefined;
    const clean = patterns.reduce((left, pattern) => left.replace(pattern, mark), text);
    return clean === text ? undefined : clean;
  };
}

function literally(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/gu, (one) => `\\${one}`);
}
