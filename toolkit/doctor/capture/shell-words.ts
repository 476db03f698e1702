// Splits a command line as a POSIX shell does, as far as commands that people copy from a browser or a manual need it: quotes,
// backslashes, `$'...'` and line continuations, of one command. Nothing is expanded and nothing is run.
import { ProtocolError } from '../../payload/protocol-error.js';
import { C_ESCAPES, escapedByte, escapedCharacter } from './c-escapes.js';
import { captureInvalid, textOfBytes } from './capture.js';

const NAMED: Readonly<Record<string, number>> = { ...C_ESCAPES, e: 27 };

/** A run of escaped bytes that is decoded at once. */
const MOST_ESCAPED = 400;

/** The bytes that `\x` and `\` with octal digits stand for: of a letter beyond ASCII there are several in a row. */
function escapedBytes(run: string): Uint8Array {
  const escapes = run.matchAll(/\\(?:x([0-9a-fA-F]+)|([0-7]+))/g);
  return Uint8Array.from(escapes, ([, hex, octal]) => escapedByte(hex, octal) ?? 0);
}

/** @throws ProtocolError `capture-invalid` when a quotation mark is not closed. */
export function shellWords(text: string): readonly string[] {
  return shellCommand(text).words;
}

export interface ShellCommand {
  readonly words: readonly string[];
  /** Where the command ends: at what joins it to another one, or at the end of its line. */
  readonly end: number;
}

/** @throws ProtocolError `capture-invalid` when a quotation mark is not closed. */
export function shellCommand(text: string): ShellCommand {
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  let isFile = false;
  const finish = (): void => {
    // What is written to is no word of the command.
    if (word !== undefined && !isFile) words.push(word);
    if (word !== undefined) isFile = false;
    word = undefined;
  };
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
      at += promptAt(at);
    } else if (character === '<' && text.charAt(at) === '<' && word === undefined) {
      // What the command reads is no word of it; `shell-input.ts` reads on.
      if (words.length > 0) return { words, end: at - 1 };
    } else if (character === '>' && (word === undefined || /^[12&]$/.test(word))) {
      word = undefined;
      isFile = true;
      at += /^[>&|]*/.exec(text.slice(at, at + 3))?.[0].length ?? 0;
    } else if (character === '\n' || character === '|' || isJoining(character)) {
      // The end of the command: what stands below it is its output, or another one.
      finish();
      if (words.length > 0) return { words, end: at - 1 };
    } else if (character === '\\') {
      const lineBreak = /^\r?\n/.exec(text.slice(at, at + 2))?.[0];
      if (lineBreak === undefined) add(text.charAt(at));
      at += lineBreak === undefined ? 1 : lineBreak.length + promptAt(at + lineBreak.length);
    } else if (/\s/.test(character)) {
      finish();
    } else {
      add(character);
    }
  }
  finish();
  return { words, end: at };

  /** What ends a command: inside a bare word it is kept, since people forget to quote addresses and `Name;`. */
  function isJoining(character: string): boolean {
    return /^[;&)]/.test(character) && (word === undefined || /["']/.test(text.charAt(at - 2)));
  }

  /** What a shell shows before a line that goes on. */
  function promptAt(from: number): number {
    return /^[ \t]*>>?[ \t]/.exec(text.slice(from, from + 40))?.[0].length ?? 0;
  }

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
      const bytes = /^(?:\\x[0-9a-fA-F]{1,2}|\\[0-7]{1,3})+/.exec(text.slice(at - 1, at + MOST_ESCAPED))?.[0];
      if (bytes === undefined) {
        inner += character === '\\' ? ansiEscape() : character;
      } else {
        inner += textOfBytes(escapedBytes(bytes));
        at += bytes.length - 1;
      }
    }
  }

  function ansiEscape(): string {
    const code = /^(?:u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8}))/.exec(text.slice(at, at + 9));
    if (code !== null) {
      at += code[0].length;
      return escapedCharacter(Number.parseInt(code[1] ?? code[2] ?? '0', 16));
    }
    const character = text.charAt(at);
    at += 1;
    const named = NAMED[character];
    return named === undefined ? character : String.fromCharCode(named);
  }
}

/** None where the text is no command line: a word of a log or a letter may have been taken for a program. */
export function shellWordsOrNone(text: string): readonly string[] {
  return shellCommandOrNone(text)?.words ?? [];
}

export function shellCommandOrNone(text: string): ShellCommand | undefined {
  try {
    return shellCommand(text);
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}
