// What becomes of a signature on its way: bytes in another order, words or bits turned round, letters exchanged.
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { encodeBase64url } from '../../signing/base64url.js';
import type { SlipId } from '../../signing/slips/slips.js';
import { joined } from '../capture/capture.js';
import { fromBase64 } from '../recognise/alphabets.js';

export type SignatureForm = readonly [cause: SlipId, signature: Uint8Array];

/** Those that go with other mistakes as well. */
export function rearranged(signature: Uint8Array): readonly SignatureForm[] {
  const [r, s] = [signature.slice(0, 32), signature.slice(32)];
  const exchanged = withAlphabetSwapped(signature);
  return [
    ...(exchanged === undefined ? [] : [['sign-alphabet-swapped', exchanged] as const]),
    ['signature-reversed', signature.toReversed()],
    ['signature-reversed', joined(r.toReversed(), s.toReversed())],
    ['signature-reversed', joined(r, s.toReversed())],
    ['signature-halves-swapped', joined(s, r)],
    ...(isPossible(signature) ? [] : [['signature-unreduced', joined(r, reduced(s))] as const]),
  ];
}

/** The signature whose text has "-" and "_" exchanged. */
function withAlphabetSwapped(signature: Uint8Array): Uint8Array | undefined {
  const text = encodeBase64url(signature).replace(/[-_]/g, (mark) => (mark === '-' ? '_' : '-'));
  return fromBase64(text);
}

/** What is done to bytes by whoever takes them for words, or to text by whoever folds its case. */
export function otherwise(signature: Uint8Array): readonly (readonly [how: string, signature: Uint8Array])[] {
  const inWords = (size: number): Uint8Array =>
    signature.map((_byte, at) => signature[at - (at % size) + size - 1 - (at % size)] ?? 0);
  const text = encodeBase64url(signature);
  const folded = text.replace(/[A-Za-z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
  const inBits = (byte: number): number =>
    Number.parseInt([...byte.toString(2).padStart(8, '0')].reverse().join(''), 2);
  // The last letter has bits that stand for nothing, and loses the others with its case.
  const cased = [...'AQgw'].flatMap((last) => fromBase64(folded.slice(0, -1) + last) ?? []);
  const backwards = fromBase64([...text].reverse().join(''));
  return [
    ...(backwards?.length === 64 ? [['the letters of its text are in reverse order', backwards] as const] : []),
    ...cased.map((one) => ['capitals and small letters stand for each other', one] as const),
    ...[2, 4, 8, 16].map((size) => [`the bytes of each ${size} are in reverse order`, inWords(size)] as const),
    ['the halves of each byte are exchanged', signature.map((byte) => (byte >> 4) | ((byte & 15) << 4))],
    ['the bits of each byte are in reverse order', signature.map(inBits)],
    ['each bit is the opposite of what it should be', signature.map((byte) => ~byte & 0xff)],
  ];
}

/** The order of the group, from its last byte on: S is below it in every signature (RFC 8032, 5.1.7). */
const ORDER = '1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed';

/** What S stands for, below the order. */
function reduced(s: Uint8Array): Uint8Array {
  const value = BigInt(`0x${bytesToHex(s.toReversed())}`) % BigInt(`0x${ORDER}`);
  return hexToBytes(value.toString(16).padStart(64, '0')).toReversed();
}

/** Whether a key can have made it. */
export function isPossible(signature: Uint8Array): boolean {
  return bytesToHex(signature.slice(32).toReversed()) < ORDER;
}
