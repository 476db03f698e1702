// Splits a command line as cmd.exe and then a C program of Windows do: "copy as cURL (cmd)" of a browser, and commands that were typed
// there. A caret takes the meaning of the next character from cmd; then quotation marks hold words together, and `\"` or `""` is one.

/** Carets or doubled quotation marks as only cmd needs them. */
export function isCmd(text: string): boolean {
  const start = text.slice(0, 20_000);
  // A line that goes on behind a backslash is another shell's, and so are apostrophes and escaped blanks.
  const isOther = /\\\r?\n|[\w:]\\ /.test(start) || /(?:^|\s)'[^\n]*'/.test(text);
  return /\^"|\^\s*\r?\n|(?:^|\s)"[^"]*\\"|\^[{}&%]/.test(start) && !isOther;
}

export function cmdWords(text: string): readonly string[] {
  return argumentsOf(withoutCarets(isOfBatchFile(text) ? text.replaceAll('%%', '%') : text));
}

/** In a file of commands each percent sign is doubled, and no address has two in a row. */
const isOfBatchFile = (text: string): boolean => /%%/.test(text) && !/(?<!%)(?:%%)*%(?!%)/.test(text);

/** Inside plain quotation marks a caret is itself, but for a line that goes on. */
function withoutCarets(text: string): string {
  let clean = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const one = text.charAt(at);
    if (one === '^' && !isQuoted) {
      const lineBreak = /^\r?\n/.exec(text.slice(at + 1, at + 3))?.[0];
      // A line break behind a caret joins the lines; two of them are one line break of the text.
      const isDoubled = lineBreak !== undefined && /^\r?\n/.test(text.slice(at + 1 + lineBreak.length));
      if (lineBreak === undefined) clean += text.charAt(at + 1);
      else if (isDoubled) clean += '\n';
      at += lineBreak === undefined ? 1 : lineBreak.length * (isDoubled ? 2 : 1);
    } else if (one === '\n' && !isQuoted) {
      return clean;
    } else {
      if (one === '"') isQuoted = !isQuoted;
      clean += one;
    }
  }
  return clean;
}

function argumentsOf(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const one = line.charAt(at);
    const slashes = /^\\+(?=")/.exec(line.slice(at))?.[0].length ?? 0;
    if (slashes > 0) {
      word = (word ?? '') + '\\'.repeat(slashes >> 1);
      at += slashes - 1;
      if (slashes % 2 === 1) {
        word += '"';
        at += 1;
      }
    } else if (one === '"' && isQuoted && line.charAt(at + 1) === '"') {
      word = `${word ?? ''}"`;
      at += 1;
    } else if (one === '"') {
      isQuoted = !isQuoted;
      word ??= '';
    } else if (/\s/.test(one) && !isQuoted) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + one;
    }
  }
  return word === undefined ? words : [...words, word];
}
