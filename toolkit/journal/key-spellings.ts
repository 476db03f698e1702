// How a key looks in letters and digits, whatever wrote it: base64 wherever in a longer text it begins, base32, base58, hexadecimal, and
// each of them backwards. Runs in a browser too.
import { bytesToHex } from '@noble/hashes/utils.js';

export const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
export const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
export const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

interface Spelling {
  readonly text: string;
  /** How many characters may follow that depend on what stands behind the key. */
  readonly tail: number;
}

/** In the alphabet of base64url. */
export function keySpellings(bytes: Uint8Array): readonly Spelling[] {
  const hex = bytesToHex(bytes);
  const inBase32 = [0, 1, 2, 3, 4].map((before) => inDigits(bytes, before, BASE32, 5));
  const forwards = [
    ...[0, 1, 2].map((before) => inDigits(bytes, before, BASE64, 6)),
    ...inBase32.flatMap((text) => [text, text.toLowerCase()]),
    inBase58(bytes),
    hex,
    hex.toUpperCase(),
  ];
  return [
    ...forwards.map((text) => ({ text, tail: text.length === hex.length ? 0 : 1 })),
    ...forwards.map((text) => ({ text: [...text].reverse().join(''), tail: 0 })),
  ];
}

export function inBase32(bytes: Uint8Array): string {
  return inDigits(bytes, 0, BASE32, 5);
}

/** With so many bytes before them; only the digits that hold nothing else. */
function inDigits(bytes: Uint8Array, before: number, alphabet: string, bits: number): string {
  const first = Math.ceil((before * 8) / bits);
  const last = Math.floor(((before + bytes.length) * 8) / bits);
  let text = '';
  for (let digit = first; digit < last; digit += 1) {
    let value = 0;
    for (let bit = digit * bits - before * 8; bit < (digit + 1) * bits - before * 8; bit += 1) {
      value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
    }
    text += alphabet[value] ?? '';
  }
  return text;
}

export function inBase58(bytes: Uint8Array): string {
  let text = '';
  for (let rest = BigInt(`0x${bytesToHex(bytes)}`); rest > 0n; rest /= 58n)
    text = (BASE58[Number(rest % 58n)] ?? '') + text;
  return text;
}
