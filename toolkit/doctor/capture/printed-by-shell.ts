// What `echo` and `printf` of a shell write (POSIX, and bash where it goes beyond): formats with their values, escapes, `%%`. Nothing is
// run; undefined where the text alone does not tell what comes out.
import { C_ESCAPES, escapedByte, escapedCharacter, withEscapes } from './c-escapes.js';
import { joined, textOfBytes, utf8Bytes } from './capture.js';

const NAMED: Readonly<Record<string, number>> = { ...C_ESCAPES, e: 27, E: 27, '\\': 92 };
const ESCAPE =
  /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|(0[0-7]{0,3}|[1-7][0-7]{0,2})|([nrtabeEfv\\"'?%]))/g;

/** Escapes become bytes, every other character its UTF-8; behind `\c` nothing is written. */
const unescaped = (text: string): Uint8Array =>
  withEscapes(text, ESCAPE, ([, hex, unit, point, octal, name = '']) => {
    const number = unit ?? point;
    if (number !== undefined) return utf8Bytes(escapedCharacter(Number.parseInt(number, 16)));
    const byte = escapedByte(hex, octal) ?? NAMED[name];
    return byte === undefined ? utf8Bytes(name) : Uint8Array.of(byte);
  });

/** `%` with what may stand before its letter. */
const DIRECTIVE = /%(?:%|([-+ #0]*\d*(?:\.\d+)?)([sbqdiuc]))/g;

/** The format is used again while values are left. */
function formatted(format: string, values: readonly string[]): Uint8Array | undefined {
  const takes = [...format.matchAll(DIRECTIVE)].filter(([whole]) => whole !== '%%').length;
  // Without values, a percent sign with a letter behind it stands in an address that nobody escaped for printf.
  if (values.length === 0) return unescaped(format.replaceAll('%%', '%'));
  if (takes === 0) return undefined;
  const left = [...values];
  const parts: Uint8Array[] = [];
  do {
    let from = 0;
    for (const match of format.matchAll(DIRECTIVE)) {
      const [whole, width = '', letter] = match;
      parts.push(unescaped(format.slice(from, match.index)));
      from = match.index + whole.length;
      if (letter === undefined) {
        parts.push(utf8Bytes('%'));
        continue;
      }
      if (width !== '' || letter === 'q') return undefined;
      const value = left.shift() ?? '';
      parts.push(letter === 'b' ? unescaped(value) : utf8Bytes(letter === 'c' ? value.slice(0, 1) : value));
    }
    parts.push(unescaped(format.slice(from)));
  } while (left.length > 0);
  return joined(...parts);
}

/** HTTP whose line ends were written as escapes: the echo of dash and zsh reads them without being asked to. */
const ESCAPED_LINES = / HTTP\/\d(?:\.\d)?\\r\\n/;

/** The words of one command; undefined for every other program. */
export function printedBy([program, ...words]: readonly string[]): Uint8Array | undefined {
  if (program === 'printf') {
    const [format = '', ...values] = words[0] === '--' ? words.slice(1) : words;
    return format.startsWith('-') ? undefined : formatted(format, values);
  }
  if (program !== 'echo') return undefined;
  const options = words.findIndex((word) => !/^-[neE]+$/.test(word));
  const flags = (options === -1 ? words : words.slice(0, options)).join('');
  const text = (options === -1 ? [] : words.slice(options)).join(' ');
  const isEscaped = /e[^E]*$/.test(flags) || (!flags.includes('E') && ESCAPED_LINES.test(text));
  return joined(isEscaped ? unescaped(text) : utf8Bytes(text), utf8Bytes(flags.includes('n') ? '' : '\n'));
}

/** A here document: without quotes around its word a shell takes away some backslashes. */
export interface HereDocument {
  readonly text: string;
  readonly end: number;
}

export function hereDocument(text: string): HereDocument | undefined {
  const form = /<<(-?)[ \t]*(\\|["']?)(\w+)["']?[^\n]*\r?\n([\s\S]*?)(?:(?<=\n)|^)[ \t]*\3[ \t]*(?:\r?\n|$)/;
  const match = form.exec(text);
  if (match === null) return undefined;
  const [whole, dash = '', quote = '', , inner = ''] = match;
  const bare = dash === '' ? inner : inner.replace(/^\t+/gm, '');
  return {
    text: quote === '' ? bare.replace(/\\([$`\\\n])/g, (_, one: string) => (one === '\n' ? '' : one)) : bare,
    end: match.index + whole.length,
  };
}

export const textPrintedBy = (words: readonly string[]): string | undefined => {
  const bytes = printedBy(words);
  return bytes === undefined ? undefined : textOfBytes(bytes);
};
