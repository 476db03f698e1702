// Indents JSON without parsing it, so that doubled members, big numbers and spellings stay exactly as they crossed the wire.

/** The text indented where it is JSON, the text itself otherwise. */
export function prettyJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let out = '';
  let depth = 0;
  let before = '';
  const line = (): string => `\n${'  '.repeat(Math.min(depth, 40))}`;
  for (const token of text.match(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g) ?? []) {
    const isClosing = token === '}' || token === ']';
    if (isClosing) depth -= 1;
    const isFirst = before === '{' || before === '[';
    // What is empty stays on its line.
    if (isFirst !== isClosing || before === ',') out += line();
    if (token === '{' || token === '[') depth += 1;
    out += token === ':' ? ': ' : token;
    before = token;
  }
  return out;
}
