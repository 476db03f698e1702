// Variables of a shell in a command that is read, with the values that are assigned above it. Nothing is run: a value that a program
// computes stays unknown.

const NAMED = /\$(?:\{(\w+)\}|(\w+))/g;
/** The whole of an address, of which then nothing is known. */
const ALONE = /^\$(?:\{\w+\}|\w+)$/;

/** Whether a word is a variable and nothing else. */
export const isVariable = (word: string): boolean => ALONE.test(word);

/** The word with each variable that is assigned a plain text in the lines above. */
export function withAssigned(word: string, above: string): string {
  return word.replace(NAMED, (whole, braced?: string, bare?: string) => assigned(braced ?? bare ?? '', above) ?? whole);
}

/** `NAME='value'` of a POSIX shell, `set -l NAME value` of fish; the last one counts. */
function assigned(name: string, above: string): string | undefined {
  const value = String.raw`(?:"([^"$\`\n]*)"|'([^'\n]*)'|([^\s"'$;|&()\`]+))[ \t]*(?=$|[;\n\r&])`;
  const form = new RegExp(
    String.raw`(?:^|[\n;&])[ \t]*(?:export[ \t]+|local[ \t]+|set[ \t]+(?:-\w+[ \t]+)*(?=\w+[ \t]))?${name}(?:=|[ \t]+)${value}`,
    'g',
  );
  const found = [...above.matchAll(form)].at(-1);
  return found === undefined ? undefined : found.slice(1).find((one) => one !== undefined);
}
