// Splits a command line as a POSIX shell does, as far as commands that people copy from a browser or a manual need it: quotes,
// backslashes, `$'...'` and line continuations, of one command. Nothing is expanded and nothing is run.
import { ProtocolError } from '../../payload/protocol-error.js';
import { captureInvalid } from './capture.js';

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\u001b',
  '0': '\0',
};

/** @throws ProtocolError `capture-invalid` when a quotation mark is not closed. */
export function shellWords(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  const add = (part: string): void => {
    word = (word ?? '') + part;
  };
  const quoted = (end: string): string => {
    const from = at;
    const to = text.indexOf(end, from);
    if (to === -1) {
      throw captureInvalid(`expected a closing ${end} in the command line, got its end: the line is cut off`);
    }
    at = to + 1;
    return text.slice(from, to);
  };
  while (at < text.length) {
    const character = text.charAt(at);
    at += 1;
    if (character === "'") {
      add(quoted("'"));
    } else if (character === '"') {
      add(doubleQuoted());
    } else if (character === '$' && text.charAt(at) === "'") {
      at += 1;
      add(ansiQuoted());
    } else if (character === '`' && /^[ \t]*\r?\n/.test(text.slice(at, at + 8))) {
      // PowerShell's way to go on in the next line.
      at = text.indexOf('\n', at) + 1;
    } else if (character === '<' && text.charAt(at) === '<' && word === undefined) {
      // What the command reads is no word of it; `shell-input.ts` reads on.
      if (words.length > 0) return words;
    } else if (character === '\n' || (word === undefined && /^[|;&]/.test(character))) {
      // The end of the command: what stands below it is its output, or another one.
      if (word !== undefined) words.push(word);
      word = undefined;
      if (words.length > 0) return words;
    } else if (character === '\\') {
      const lineBreak = /^\r?\n/.exec(text.slice(at, at + 2))?.[0];
      if (lineBreak === undefined) add(text.charAt(at));
      at += lineBreak?.length ?? 1;
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      add(character);
    }
  }
  if (word !== undefined) words.push(word);
  return words;

  function doubleQuoted(): string {
    let inner = '';
    for (;;) {
      const character = text.charAt(at);
      if (character === '') {
        throw captureInvalid('expected a closing " in the command line, got its end: the line is cut off');
      }
      at += 1;
      if (character === '"') return inner;
      const next = text.charAt(at);
      if (character === '\\' && /["\\$`\n]/.test(next)) {
        at += 1;
        inner += next === '\n' ? '' : next;
      } else {
        inner += character;
      }
    }
  }

  function ansiQuoted(): string {
    let inner = '';
    for (;;) {
      const character = text.charAt(at);
      if (character === '') {
        throw captureInvalid("expected a closing ' in the command line, got its end: the line is cut off");
      }
      at += 1;
      if (character === "'") return inner;
      inner += character === '\\' ? ansiEscape() : character;
    }
  }

  function ansiEscape(): string {
    const code = /^(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8}))/.exec(text.slice(at, at + 9));
    if (code !== null) {
      at += code[0].length;
      return String.fromCodePoint(Math.min(Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '0', 16), 0x10ffff));
    }
    const character = text.charAt(at);
    at += 1;
    return ESCAPES[character] ?? character;
  }
}

/** None where the text is no command line: a word of a log or a letter may have been taken for a program. */
export function shellWordsOrNone(text: string): readonly string[] {
  try {
    return shellWords(text);
  } catch (error) {
    if (error instanceof ProtocolError) return [];
    throw error;
  }
}
