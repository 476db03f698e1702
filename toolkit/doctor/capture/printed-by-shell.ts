// What `echo` and `printf` of a shell write (POSIX, and bash where it goes beyond): formats with their values, escapes, `%%`. Nothing is
// run; undefined where the text alone does not tell what comes out.
import { C_ESCAPES } from './c-escapes.js';
import { joined, textOfBytes, utf8Bytes } from './capture.js';

const NAMED: Readonly<Record<string, number>> = { ...C_ESCAPES, e: 27, E: 27, '\\': 92 };
const ESCAPE =
  /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|(0[0-7]{0,3}|[1-7][0-7]{0,2})|([nrtabeEfv\\"'?%]))/g;

/** Escapes become bytes, every other character its UTF-8; behind `\c` nothing is written. */
function unescaped(text: string): Uint8Array {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const match of text.matchAll(ESCAPE)) {
    const [whole, hex, unit, point, octal, name = ''] = match;
    const number = unit ?? point;
    parts.push(utf8Bytes(text.slice(from, match.index)));
    if (number !== undefined) {
      parts.push(utf8Bytes(String.fromCodePoint(Math.min(Number.parseInt(number, 16), 0x10ffff))));
    } else if (hex !== undefined || octal !== undefined) {
      parts.push(Uint8Array.of(hex === undefined ? Number.parseInt(octal ?? '0', 8) & 0xff : Number.parseInt(hex, 16)));
    } else {
      parts.push(name in NAMED ? Uint8Array.of(NAMED[name] ?? 0) : utf8Bytes(name));
    }
    from = match.index + whole.length;
  }
  return joined(...parts, utf8Bytes(text.slice(from)));
}

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
