// Bytes in another encoding than base64url, told by what they decode to: the caller says when it has found what it looks for (interface
// 5.1, 5.3 rule 2).
import { utf8Bytes } from '../capture/capture.js';
import { fromBase32, fromBase58, fromBase64, fromHex, fromPrinted, insidePrinted } from './alphabets.js';
import { fromBits, fromEscapes, fromMarkedHex, fromNumber, inPlainBase32 } from './positional.js';
import { fromBase85, fromUuencode } from './printable.js';

export type EncodingWord = 'printed' | 'hex' | 'base32' | 'base58' | 'base85' | 'uuencode' | 'multibase';

export interface Recognised {
  readonly word: EncodingWord;
  readonly bytes: Uint8Array;
}

export function recogniseBytes(text: string, accept: (bytes: Uint8Array) => boolean): Recognised | undefined {
  for (const [word, read] of READINGS) {
    const bytes = read(text.trim());
    if (bytes !== undefined && accept(bytes)) return { word, bytes };
  }
  return undefined;
}

const READINGS: readonly (readonly [word: EncodingWord, read: (text: string) => Uint8Array | undefined])[] = [
  ['printed', fromBits],
  ['printed', fromNumber],
  ['printed', fromEscapes],
  ['hex', fromMarkedHex],
  ['printed', fromPrinted],
  ['printed', (text) => inside(text, fromBase64)],
  ['printed', (text) => inside(text, fromHex)],
  ['printed', (text) => inside(text, utf8Bytes)],
  ['hex', (text) => (/^(?:0x|\\x)/i.test(text) || /[:\s-]/.test(text) ? fromHex(text) : undefined)],
  ['hex', fromHex],
  ['multibase', (text) => (/^[mMuU]/.test(text) ? fromBase64(text.slice(1)) : undefined)],
  ['multibase', (text) => (text.startsWith('z') ? fromBase58(text.slice(1)) : undefined)],
  ['multibase', (text) => (/^[fF]/.test(text) ? fromHex(text.slice(1)) : undefined)],
  ['multibase', (text) => (/^[bBcC]/.test(text) ? fromBase32(text.slice(1)) : undefined)],
  ['base32', fromBase32],
  ['base32', (text) => fromBase32(inPlainBase32(text) ?? '')],
  ['base58', fromBase58],
  ...([0, 1, 2] as const).map((at) => ['base85', (text: string) => fromBase85(text, at)] as const),
  ['uuencode', fromUuencode],
];

function inside(text: string, read: (inner: string) => Uint8Array | undefined): Uint8Array | undefined {
  const inner = insidePrinted(text);
  return inner === undefined ? undefined : read(inner);
}

/** The name of the compression that the bytes start like; undefined for others. */
export function compressionOf(bytes: Uint8Array): 'gzip' | 'zlib' | 'zstd' | undefined {
  const [a = 0, b = 0, c, d] = bytes;
  if (a === 0x1f && b === 0x8b) return 'gzip';
  if (a === 0x78 && (a * 256 + b) % 31 === 0) return 'zlib';
  return a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd ? 'zstd' : undefined;
}
