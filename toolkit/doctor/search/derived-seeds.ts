// Seeds that programs derive from a private key instead of taking it as it is (interface 5): every hash function over every text of the
// key, its bytes in the order of machine words, the derivations of wallets and of HKDF; and the constants that stand where no key was
// loaded.
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { encodeBase64url } from '../../signing/base64url.js';
import { utf8Bytes } from '../capture/capture.js';
import { DIGESTS, spelledOut } from './digests.js';

export type NamedSeed = readonly [how: string, seed: Uint8Array];

const LENGTH = 32;
/** Zeros behind what is too short, as buffers of a fixed size have. */
const filled = (bytes: Uint8Array): Uint8Array => {
  const seed = new Uint8Array(LENGTH);
  seed.set(bytes.slice(0, LENGTH));
  return seed;
};

/** `key` are 32 bytes; every seed differs from it. */
export function* derivedSeeds(key: Uint8Array): Generator<NamedSeed> {
  for (const [text, bytes] of spelledOut(key)) {
    const named = text === '' ? 'its bytes' : `its text ${text}`;
    for (const { name, bytes: length, hash } of DIGESTS) {
      const digest = hash(bytes);
      if (length >= LENGTH) yield [`${named} hashed with ${name}`, digest.slice(0, LENGTH)];
      yield [`the hexadecimal text of the ${name} hash of ${named}`, filled(utf8Bytes(bytesToHex(digest)))];
    }
  }
  const hex = bytesToHex(key);
  for (const [named, text] of [
    ['its text in hexadecimal with 0x before it', `0x${hex}`],
    ['its text in hexadecimal with 0X before it', `0X${hex.toUpperCase()}`],
    ['the hexadecimal text of its text in hexadecimal', bytesToHex(utf8Bytes(hex))],
    ['its text in quotation marks', `"${hex}"`],
    ['its text with a byte order mark before it', `\ufeff${hex}`],
    ['its text with a blank before it', ` ${hex}`],
    ['its bytes as a list of numbers', `[${key.join(',')}]`],
    ['its bytes as a list of numbers', `[${key.join(', ')}]`],
    ['its bytes as numbers with commas', key.join(',')],
    ['its text in hexadecimal with colons', (hex.match(/../g) ?? []).join(':')],
  ] as const) {
    yield [`${named} was taken for its bytes`, filled(utf8Bytes(text))];
    yield [`${named} was hashed with SHA-256`, sha256(utf8Bytes(text))];
  }
  for (const size of [2, 4, 8, 16]) {
    yield [`its bytes were swapped within words of ${size} bytes`, swapped(key, size)];
  }
  yield [
    'the master key of SLIP-0010 was derived from it',
    hmac(sha512, utf8Bytes('ed25519 seed'), key).slice(0, LENGTH),
  ];
  for (const [name, hash] of [
    ['SHA-256', sha256],
    ['SHA-512', sha512],
  ] as const) {
    yield [`a key was derived from it by HKDF with ${name}`, hkdf(hash, key, undefined, undefined, LENGTH)];
  }
  yield* twice(key);
  yield ['it was decoded as UTF-8 text, which loses most bytes', filled(utf8Bytes(new TextDecoder().decode(key)))];
  const widened = Array.from(key, (byte) => String.fromCharCode(byte)).join('');
  yield ['it was taken for Latin-1 text and encoded in UTF-8', filled(utf8Bytes(widened))];
}

type Way = readonly [how: string, change: (seed: Uint8Array) => Uint8Array];

/** What is done to a seed in one step, and to its outcome in another: 32 bytes again. */
const WAYS: readonly Way[] = [
  ['hashed with SHA-256', (seed) => sha256(seed)],
  ['hashed with SHA-512 and cut', (seed) => sha512(seed).slice(0, LENGTH)],
  ['clamped', clamp],
  ['reversed', (seed) => seed.toReversed()],
  ['swapped within words of 4 bytes', (seed) => swapped(seed, 4)],
  ['swapped within words of 8 bytes', (seed) => swapped(seed, 8)],
  ['replaced by its text in hexadecimal and cut', (seed) => filled(utf8Bytes(bytesToHex(seed)))],
  ['replaced by its text in base64 and cut', (seed) => filled(utf8Bytes(encodeBase64url(seed)))],
  ['inverted bit by bit', (seed) => seed.map((byte) => ~byte & 0xff)],
];

function* twice(key: Uint8Array): Generator<NamedSeed> {
  for (const [first, change] of WAYS) {
    const once = change(key);
    yield [`its bytes were ${first}`, once];
    for (const [second, again] of WAYS) {
      yield [`its bytes were ${first}, and the outcome was ${second}`, again(once)];
    }
  }
}

/** The bits that RFC 8032 (5.1.5) sets and clears in a secret scalar. */
export function clamp(bytes: Uint8Array): Uint8Array {
  const clamped = Uint8Array.from(bytes); // the slice of a Buffer would be the caller's own key
  clamped[0] = (clamped[0] ?? 0) & 0xf8;
  clamped[31] = ((clamped[31] ?? 0) & 0x7f) | 0x40;
  return clamped;
}

function swapped(key: Uint8Array, size: number): Uint8Array {
  return key.map((_byte, at) => key[at - (at % size) + size - 1 - (at % size)] ?? 0);
}

/** Words that programs hold where a key was not loaded, or was never set. */
const WORDS = ['', 'undefined', 'null', 'None', 'nil', 'secret', 'changeme', 'test', 'password', 'YOUR_PRIVATE_KEY'];

/** Keys of examples, which are copied with them. */
const PUBLISHED: readonly (readonly [where: string, hex: string])[] = [
  ['the first of RFC 8032, 7.1', '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'],
  ['the second of RFC 8032, 7.1', '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb'],
  ['the third of RFC 8032, 7.1', 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7'],
  ['the bytes from 0 to 31', '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'],
  ['the bytes from 1 to 32', '0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20'],
  ['a byte of 1 throughout', '01'.repeat(32)],
  ['a byte of 42 throughout', '2a'.repeat(32)],
];

/** Seeds that hold no private key: a word, or the identifier of the key, hashed or filled up. */
export function* seedsWithoutKey(apiKey: string): Generator<NamedSeed> {
  for (const [where, hex] of PUBLISHED) {
    yield [`a key that everybody knows, ${where}, stands in the place of the private key`, hexToBytes(hex)];
  }
  for (const word of [...WORDS, apiKey]) {
    const named = word === '' ? 'an empty text' : word === apiKey ? 'the API key identifier' : `the word "${word}"`;
    const bytes = utf8Bytes(word);
    if (word !== '') yield [`${named}, filled up to 32 bytes, stands in the place of the private key`, filled(bytes)];
    yield [`${named}, hashed with SHA-256, stands in the place of the private key`, sha256(bytes)];
  }
}
