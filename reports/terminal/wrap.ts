// Text in the width of a terminal: broken between words, with what follows the first line set in.

/** Lines of at most `width` characters, as far as words let it. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** Behind `lead`, each further line under the first; ends with a line feed. */
export function hanging(lead: string, text: string, columns: number, shown: string = lead): string {
  const [first = '', ...rest] = wrap(text, Math.max(30, columns - lead.length));
  const pad = ' '.repeat(lead.length);
  return [`${shown}${first}`, ...rest.map((line) => pad + line)].map((line) => `${line}\n`).join('');
}
