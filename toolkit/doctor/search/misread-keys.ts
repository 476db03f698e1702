// The keys that come out when a private key is read in another form than it was stored: its text taken for its bytes, hashed, reversed, its
// container cut at 32 bytes, or the public key in its place. Seeds leave this file for those alone whose keys are published.
import { getPublicKey, Point } from '@noble/ed25519';
import { blake2b, blake2s } from '@noble/hashes/blake2.js';
import { blake3 } from '@noble/hashes/blake3.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { keccak_256, keccak_512, sha3_256, sha3_512, shake256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64url } from '../../signing/base64url.js';
import { joined, utf8Bytes } from '../capture/capture.js';
import { fromBase64, fromHex } from '../recognise/alphabets.js';
import { clamp, derivedSeeds, seedsWithoutKey } from './derived-seeds.js';

export interface MisreadKey {
  /** What was done to the key, such as `its hexadecimal text was taken for its bytes`. */
  readonly how: string;
  readonly publicKey: Uint8Array;
  /** The number behind it was made otherwise than RFC 8032 makes it, so that what is hashed with it may differ as well. */
  readonly isExpanded?: true;
}

const PKCS8_HEAD = '302e020100300506032b657004220420';
const SPKI_HEAD = '302a300506032b6570032100';

function misread(key: Uint8Array, derHead: string): readonly (readonly [how: string, seed: Uint8Array])[] {
  const hex = bytesToHex(key);
  const url = encodeBase64url(key);
  const standard = `${url.replaceAll('-', '+').replaceAll('_', '/')}=`;
  const head = fromHex(derHead) ?? new Uint8Array();
  const clamped = clamp(key);
  const expanded = sha512(key);
  const der = joined(head, key);
  const pem = `-----BEGIN PRIVATE KEY-----\n${btoa(String.fromCharCode(...der))}\n-----END PRIVATE KEY-----`;
  const cut = (text: string): Uint8Array => utf8Bytes(text).slice(0, 32);
  return [
    ['its text in hexadecimal was taken for its bytes', cut(hex)],
    ['its text in base64 was taken for its bytes', cut(standard)],
    ['its text in base64url was taken for its bytes', cut(url)],
    ['its bytes were hashed with SHA-256', sha256(key)],
    ['its text in hexadecimal was hashed with SHA-256', sha256(utf8Bytes(hex))],
    ['its text in base64 was hashed with SHA-256', sha256(utf8Bytes(standard))],
    ['its text in base64url was hashed with SHA-256', sha256(utf8Bytes(url))],
    ['its bytes were hashed with SHA-512 and cut', expanded.slice(0, 32)],
    ['its expanded form was taken for it', clamp(expanded.slice(0, 32))],
    ['its bytes were reversed', key.toReversed()],
    ['its bytes were clamped', clamped],
    ['its container was cut at 32 bytes', der.slice(0, 32)],
    ...[-4, -3, -2, -1, 1, 2, 3, 4, 8].map((by) => {
      const from = head.length + by;
      const bytes = new Uint8Array(32);
      bytes.set(der.slice(from, from + 32));
      return [`its container was cut ${Math.abs(by)} bytes ${by < 0 ? 'early' : 'late'}`, bytes] as const;
    }),
    ['its text in hexadecimal was decoded as base64 and cut', (fromBase64(hex) ?? key).slice(0, 32)],
    ['its bytes were hashed with SHA-512 and the end was taken', expanded.slice(32)],
    ['its bytes were hashed with SHA-256 twice', sha256(sha256(key))],
    ['the base64 text of its container was cut at 32 characters', cut(btoa(String.fromCharCode(...der)))],
    ['the last characters of its text in hexadecimal were taken', utf8Bytes(hex).slice(-32)],
    ['the last characters of its text in base64 were taken', utf8Bytes(standard).slice(-32)],
    ['its text in hexadecimal capitals was taken for its bytes', cut(hex.toUpperCase())],
    ['every second digit went lost', cut(hex.slice(0, 32))],
    [
      'its hexadecimal text was read with the low digit of each byte first',
      key.map((byte) => (byte >> 4) | (byte << 4)),
    ],
    ['its container was hashed with SHA-256', sha256(der)],
    ['its container was hashed with SHA-512 and cut', sha512(der).slice(0, 32)],
    ...[pem, `${pem}\n`].map((text) => ['its PEM text was hashed with SHA-256', sha256(utf8Bytes(text))] as const),
    ['its PEM text was taken for its bytes', cut(pem)],
    ['the base64 text of its container was hashed with SHA-256', sha256(utf8Bytes(btoa(String.fromCharCode(...der))))],
    ['its text in hexadecimal was hashed with SHA-512 and cut', sha512(utf8Bytes(hex)).slice(0, 32)],
    ...[hex, standard, url].map(
      (text) =>
        [
          'its text was hashed with SHA-256, the line break behind it included',
          sha256(utf8Bytes(`${text}\n`)),
        ] as const,
    ),
    ...[16, 24].map((size) => {
      const how = `all but its first ${size} bytes went lost`;
      return [how, joined(key.slice(0, size), new Uint8Array(32 - size))] as const;
    }),
    ['its first half was written twice', joined(key.slice(0, 16), key.slice(0, 16))],
    ['its last byte went lost', joined(key.slice(0, 31), new Uint8Array(1))],
    ['its first byte went lost', joined(key.slice(1), new Uint8Array(1))],
    ['its first byte was overwritten', joined(new Uint8Array(1), key.slice(1))],
    ['the bytes of its two halves changed places', joined(key.slice(16), key.slice(0, 16))],
  ];
}

export type MisreadSeed = readonly [how: string, seed: Uint8Array];

/** The seeds that a private key is misread as. */
export function misreadSeeds(seed: Uint8Array): readonly MisreadSeed[] {
  return misread(seed, PKCS8_HEAD).filter(isSeed);
}

/** The seeds that a public key gives which was taken for the private one. */
export function seedsOfPublicKey(publicKey: Uint8Array): readonly MisreadSeed[] {
  const inPlace: MisreadSeed = ['it stood in the place of the private key', publicKey];
  return [inPlace, ...misread(publicKey, SPKI_HEAD)].filter(isSeed);
}

const isSeed = ([, seed]: MisreadSeed): boolean => seed.length === 32;
const derived = ([how, seed]: MisreadSeed): MisreadKey => ({ how, publicKey: getPublicKey(seed) });

/** What becomes of a private key that is known here, such as one of a profile. */
export function misreadingsOf(seed: Uint8Array): readonly MisreadKey[] {
  return misreadSeeds(seed).map(derived);
}

/** What programs derive from a private key that is known here: a tenth of a second, so made when it is asked for, and once. */
export function derivationsOf(seed: Uint8Array): () => readonly MisreadKey[] {
  let made: readonly MisreadKey[] | undefined;
  return () => {
    made ??= [...derivedSeeds(seed)].filter(isSeed).map(derived).concat(otherwiseExpanded(seed));
    return made;
  };
}

/** What a curve makes of a number that comes of a seed in another way than by SHA-512 and clamping (RFC 8032, 5.1.5). */
function otherwiseExpanded(seed: Uint8Array): readonly MisreadKey[] {
  const first = (bytes: Uint8Array): Uint8Array => bytes.slice(0, 32);
  const [hash, last] = [first(sha512(seed)), sha512(seed).slice(32)];
  const unhashed = 'its bytes were taken for the number of the curve, without the hash that makes it';
  const reversed = 'the number of the curve was read from its hash with the highest byte first (big-endian)';
  const by = (name: string): string => `the number of the curve was made by ${name} in the place of SHA-512`;
  const numbers: readonly (readonly [how: string, bytes: Uint8Array])[] = [
    [unhashed, clamp(seed)],
    [unhashed, seed],
    ['its bytes were taken for the number of the curve, the highest first (big-endian)', clamp(seed.toReversed())],
    ['its bytes were taken for the number of the curve, the highest first (big-endian)', seed.toReversed()],
    ...[clamp(hash.toReversed()), hash.toReversed(), clamp(hash).toReversed()].map(
      (bytes) => [reversed, bytes] as const,
    ),
    ['the number of the curve was not clamped', hash],
    ['the number of the curve was made of the second half of its hash', clamp(last)],
    ['the number of the curve was made of the second half of its hash', last],
    ...(
      [
        ['SHA3-512', sha3_512(seed)],
        ['Keccak-512', keccak_512(seed)],
        ['BLAKE2b', blake2b(seed)],
        ['SHA-256', sha256(seed)],
        ['SHA-384', sha384(seed)],
        ['SHA3-256', sha3_256(seed)],
        ['Keccak-256', keccak_256(seed)],
        ['BLAKE2s', blake2s(seed)],
        ['BLAKE3', blake3(seed)],
        ['SHAKE256', shake256(seed, { dkLen: 64 })],
      ] as const
    ).flatMap(([name, digest]) => [[by(name), clamp(first(digest))] as const, [by(name), first(digest)] as const]),
  ];
  return numbers.flatMap(([how, bytes]): readonly MisreadKey[] => {
    const number = bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n) % Point.CURVE().n;
    return number === 0n ? [] : [{ how, publicKey: Point.BASE.multiply(number).toBytes(), isExpanded: true }];
  });
}

/** Keys that were made of a word, or of the identifier of the key. */
export function keysOfWords(apiKey: string): readonly MisreadKey[] {
  return [...seedsWithoutKey(apiKey)].map(derived);
}

const ofPublicKeys = new WeakMap<Uint8Array, readonly MisreadKey[]>();

/** What comes of a public key that was given to the signer; some milliseconds the first time. */
export function signersOfPublicKey(publicKey: Uint8Array): readonly MisreadKey[] {
  const known = ofPublicKeys.get(publicKey) ?? seedsOfPublicKey(publicKey).map(derived);
  ofPublicKeys.set(publicKey, known);
  return known;
}

/** Keys of buffers that were never filled. */
export function emptyKeys(): readonly MisreadKey[] {
  // The first key that is derived has the tables of the curve made, which whoever finds nothing broken need not wait for.
  empty ??= [derived(['the key is nothing but zero bytes', new Uint8Array(32)])];
  return empty;
}

let empty: readonly MisreadKey[] | undefined;
