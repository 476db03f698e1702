// Bytes written as one number, bit by bit, or as the escapes of a literal: what `to_s(2)`, BigInteger, `dump` and octal dumps make of them.
// For recognition alone, as in `alphabets.ts`.
import { C_ESCAPES, escapedByte } from '../capture/c-escapes.js';

const SIZES = [32, 64];

/** The only one of the usual sizes that the number may have been; leading zeros were lost. */
function ofSize(value: bigint): Uint8Array | undefined {
  const digits = value.toString(16);
  const size = SIZES.find((bytes) => digits.length <= 2 * bytes && digits.length > 2 * bytes - 6);
  if (size === undefined) return undefined;
  return Uint8Array.from(digits.padStart(2 * size, '0').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** A whole number in the base of ten, or in that of 36, which BigInteger writes in small letters. */
export function fromNumber(text: string): Uint8Array | undefined {
  if (/^[1-9]\d{70,154}$/.test(text)) return ofSize(BigInt(text));
  if (!/^[0-9a-z]{47,100}$/.test(text) || !/[g-z]/.test(text)) return undefined;
  let value = 0n;
  for (const digit of text) value = value * 36n + BigInt(Number.parseInt(digit, 36));
  return ofSize(value);
}

export function fromBits(text: string): Uint8Array | undefined {
  const bits = text.replace(/[\s_]/g, '');
  if (bits.length < 64 || bits.length % 8 !== 0 || !/^[01]+$/.test(bits)) return undefined;
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

const NAMED: Readonly<Record<string, number>> = { ...C_ESCAPES, e: 27 };
const ESCAPED = /\\x\{?([0-9a-f]{2})\}?|\\u\{?00([0-9a-f]{2})\}?|\\([0-3]?[0-7]{1,2})|\\([\s\S])|([ -~])/giy;

/** A literal with escapes for what is not printable: `\\x4f`, `\\117`, `\\u004f`, in quotation marks or without. */
export function fromEscapes(text: string): Uint8Array | undefined {
  const inner = /^[bB]?(["'])([\s\S]*)\1$/.exec(text)?.[2] ?? text;
  if (/^\s*[{[]/.test(inner) && inner === text) return undefined;
  // A text in JSON has marks before its quotation marks, and letters everywhere else.
  if ((inner.match(/\\(?:x|u\{?00|[0-3]?[0-7]{2})/gi)?.length ?? 0) < 4) return undefined;
  const bytes: number[] = [];
  const scanner = new RegExp(ESCAPED);
  while (scanner.lastIndex < inner.length) {
    const match = scanner.exec(inner);
    if (match === null) return undefined;
    const [, hex, unit, octal, letter, plain = ''] = match;
    const byte = escapedByte(hex ?? unit, octal);
    if (byte !== undefined) bytes.push(byte);
    else if (letter !== undefined) bytes.push(NAMED[letter] ?? letter.charCodeAt(0));
    else bytes.push(plain.charCodeAt(0));
  }
  return Uint8Array.from(bytes);
}

/** Each byte with the mark of hexadecimal before it. */
export function fromMarkedHex(text: string): Uint8Array | undefined {
  const pairs = /^(?:0x[0-9a-f]{2}[\s,;]*){8,}$/i.test(text) ? text.match(/(?<=0x)[0-9a-f]{2}/gi) : null;
  return pairs === null ? undefined : Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

const BASE32_HEX = '0123456789ABCDEFGHIJKLMNOPQRSTUV';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The letters of ordinary base32 for those of the extended alphabet (RFC 4648, 7); undefined for other text. */
export function inPlainBase32(text: string): string | undefined {
  const letters = text.replace(/=+$/, '').toUpperCase();
  if (letters.length < 8 || !/^[0-9A-V]+$/.test(letters)) return undefined;
  return letters.replace(/./g, (letter) => BASE32.charAt(BASE32_HEX.indexOf(letter)));
}
