// Escapes behind a backslash, as C and most languages after it write them in a text: which letters there are, and which digits, is each
// language's own matter.
import { joined, utf8Bytes } from './capture.js';

/** The letters behind a backslash that C and most languages after it share, with the bytes that they stand for. */
export const C_ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** The byte of hexadecimal or else of octal digits, of which three may say more than a byte holds; undefined without either. */
export function escapedByte(hex: string | undefined, octal?: string): number | undefined {
  if (hex !== undefined) return Number.parseInt(hex, 16);
  return octal === undefined ? undefined : Number.parseInt(octal, 8) & 0xff;
}

/** The character of a number that may lie beyond the last one. */
export const escapedCharacter = (code: number): string => String.fromCodePoint(Math.min(code, 0x10ffff));

/** Every escape as the bytes that it stands for, the text around it in UTF-8. */
export function withEscapes(
  text: string,
  pattern: RegExp,
  bytesOf: (match: RegExpExecArray) => Uint8Array,
): Uint8Array {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(utf8Bytes(text.slice(from, match.index)), bytesOf(match));
    from = match.index + match[0].length;
  }
  return joined(...parts, utf8Bytes(text.slice(from)));
}
