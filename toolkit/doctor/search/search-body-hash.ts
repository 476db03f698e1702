// What a wrong `body_hash` is the hash of, or in which encoding or algorithm (interface 5.2, 5.3 rule 3): by search, never by
// guess. The search hashes a bounded number of bytes in all, so that a huge body cannot keep it busy.
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha384, sha512 } from '@noble/hashes/sha2.js';
import { sha3_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64url, inUrlAlphabet } from '../../signing/base64url.js';
import type { Hashing } from '../../signing/hashing.js';
import type { SlipId } from '../../signing/slips/slips.js';
import { utf8Bytes } from '../capture/capture.js';
import { withBody, withoutBody } from './body-variants.js';

export interface BodyHashFinding {
  readonly cause: SlipId;
  /** The bytes that were hashed in place of the body, where the search found them. */
  readonly hashed?: Uint8Array;
  /** True when the body was too large to try everything. */
  readonly cutShort: boolean;
}

/** Bytes hashed at most: a tenth of a second with the portable hash. */
const HASH_BUDGET = 6 << 20;

const OTHER_ALGORITHMS: readonly (readonly [cause: SlipId, hash: (bytes: Uint8Array) => Uint8Array])[] = [
  ['body-hash-md5', md5],
  ['body-hash-sha-1', sha1],
  ['body-hash-sha-512', sha512],
  ['body-hash-sha-384', sha384],
  ['body-hash-sha3-256', sha3_256],
];

/** `signed` is the text of a `body_hash` that is not the one of `body`. */
export function searchBodyHash(hashing: Hashing, signed: string, body: Uint8Array, path: string): BodyHashFinding {
  const correct = hashing.sha256(body);
  const cause =
    encodingCause(signed, correct) ??
    sameAs(signed, body) ??
    hashOfHash(hashing, signed, correct) ??
    otherAlgorithm(signed, body);
  if (cause !== undefined) return { cause, cutShort: false };
  let budget = HASH_BUDGET;
  for (const variant of body.length === 0 ? withoutBody(path) : withBody(body, path)) {
    budget -= variant.bytes.length;
    if (budget < 0) return { cause: 'body-hash-mismatch', cutShort: true };
    const hash = hashing.sha256(variant.bytes);
    if (encodeBase64url(hash) === signed || encodingCause(signed, hash) !== undefined) {
      return { cause: variant.cause, hashed: variant.bytes, cutShort: false };
    }
  }
  return { cause: 'body-hash-mismatch', cutShort: false };
}

/** The right hash in a wrong spelling. */
function encodingCause(signed: string, hash: Uint8Array): SlipId | undefined {
  const right = encodeBase64url(hash);
  const hex = bytesToHex(hash);
  if (signed === right) return undefined;
  if (signed.toLowerCase() === hex) return 'body-hash-hex';
  if (inUrlAlphabet(signed) === right) return /[+/]/.test(signed) ? 'body-hash-standard-alphabet' : 'body-hash-padded';
  const prefixed = /^[A-Za-z][A-Za-z0-9-]*[=:]:?([A-Za-z0-9+/_=-]+?):?$/.exec(signed)?.[1];
  if (prefixed !== undefined && (inUrlAlphabet(prefixed) === right || prefixed.toLowerCase() === hex)) {
    return 'body-hash-prefixed';
  }
  if ([hex, hex.toUpperCase()].some((text) => encodeBase64url(utf8Bytes(text)) === inUrlAlphabet(signed))) {
    return 'body-hash-base64-of-hex';
  }
  return signed.length >= 8 && (right.startsWith(signed) || hex.startsWith(signed.toLowerCase()))
    ? 'body-hash-truncated'
    : undefined;
}

function sameAs(signed: string, body: Uint8Array): SlipId | undefined {
  if (body.length === 0 || body.length > signed.length * 4) return undefined;
  const isBody = new TextDecoder().decode(body) === signed || encodeBase64url(body) === inUrlAlphabet(signed);
  return isBody ? 'body-hash-is-body' : undefined;
}

function hashOfHash(hashing: Hashing, signed: string, hash: Uint8Array): SlipId | undefined {
  const texts = [
    bytesToHex(hash),
    bytesToHex(hash).toUpperCase(),
    encodeBase64url(hash),
    `${toStandard(encodeBase64url(hash))}=`,
  ];
  const isTwice = [hash, ...texts.map(utf8Bytes)].some((bytes) => spells(signed, hashing.sha256(bytes)));
  return isTwice ? 'body-hash-twice' : undefined;
}

/** The length of the text leaves few algorithms to try. */
function otherAlgorithm(signed: string, body: Uint8Array): SlipId | undefined {
  if (body.length > HASH_BUDGET) return undefined;
  return OTHER_ALGORITHMS.find(([, hash]) => spells(signed, hash(body)))?.[0];
}

/** Whether the text is these bytes in any usual spelling. */
function spells(text: string, bytes: Uint8Array): boolean {
  return encodeBase64url(bytes) === inUrlAlphabet(text) || text.toLowerCase() === bytesToHex(bytes);
}

const toStandard = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/');
