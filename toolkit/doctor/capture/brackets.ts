/** Where the bracket that opens at `from` is closed, past what stands between quotation marks; undefined where it is not. */
export function closing(text: string, from: number): number | undefined {
  let depth = 0;
  let isQuoted = false;
  const to = Math.min(text.length, from + 20_000);
  for (let at = from; at < to; at += 1) {
    const one = text.charAt(at);
    if (isQuoted) {
      if (one === '\\') at += 1;
      else if (one === '"') isQuoted = false;
    } else if (one === '"') {
      isQuoted = true;
    } else if (one === '{' || one === '[') {
      depth += 1;
    } else if (one === '}' || one === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}
