// Hash functions that people use in place of SHA-256, or before Ed25519, and the texts they make of a hash.
import { blake2b, blake2s } from '@noble/hashes/blake2.js';
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512, sha512_256 } from '@noble/hashes/sha2.js';
import { keccak_256, sha3_256, sha3_384, sha3_512 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64url } from '../../signing/base64url.js';
import { utf8Bytes } from '../capture/capture.js';

export interface Digest {
  readonly name: string;
  /** Length of the hash. */
  readonly bytes: number;
  readonly hash: (bytes: Uint8Array) => Uint8Array;
}

/** The likeliest first. */
export const DIGESTS: readonly Digest[] = [
  { name: 'SHA-256', bytes: 32, hash: (bytes) => sha256(bytes) },
  { name: 'SHA-512', bytes: 64, hash: (bytes) => sha512(bytes) },
  { name: 'SHA-1', bytes: 20, hash: (bytes) => sha1(bytes) },
  { name: 'MD5', bytes: 16, hash: (bytes) => md5(bytes) },
  { name: 'SHA-384', bytes: 48, hash: (bytes) => sha384(bytes) },
  { name: 'SHA3-256', bytes: 32, hash: (bytes) => sha3_256(bytes) },
  { name: 'SHA3-512', bytes: 64, hash: (bytes) => sha3_512(bytes) },
  { name: 'BLAKE2b', bytes: 64, hash: (bytes) => blake2b(bytes) },
  { name: 'BLAKE2b-256', bytes: 32, hash: (bytes) => blake2b(bytes, { dkLen: 32 }) },
  { name: 'BLAKE2s', bytes: 32, hash: (bytes) => blake2s(bytes) },
  { name: 'Keccak-256', bytes: 32, hash: (bytes) => keccak_256(bytes) },
  { name: 'SHA-512/256', bytes: 32, hash: (bytes) => sha512_256(bytes) },
  { name: 'SHA-224', bytes: 28, hash: (bytes) => sha224(bytes) },
  { name: 'SHA3-384', bytes: 48, hash: (bytes) => sha3_384(bytes) },
  { name: 'RIPEMD-160', bytes: 20, hash: (bytes) => ripemd160(bytes) },
];

/** The bytes themselves, then as text in the encodings that people sign and hash them in. */
export function* spelledOut(bytes: Uint8Array): Generator<readonly [how: string, bytes: Uint8Array]> {
  yield ['', bytes];
  const url = encodeBase64url(bytes);
  const standard = url.replaceAll('-', '+').replaceAll('_', '/');
  const padding = '='.repeat((4 - (url.length % 4)) % 4);
  const hex = bytesToHex(bytes);
  for (const [how, text] of [
    ['in hexadecimal', hex],
    ['in base64url', url],
    ['in base64', standard + padding],
    ['in hexadecimal capitals', hex.toUpperCase()],
    ['in padded base64url', url + padding],
    ['in unpadded base64', standard],
  ] as const) {
    yield [how, utf8Bytes(text)];
  }
}
