// What a wrong `body_hash` is the hash of, or in which encoding or algorithm (interface 5.2, 5.3 rule 3): by search, never by
// guess. The search hashes a bounded number of bytes in all, so that a huge body cannot keep it busy.
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64url, inUrlAlphabet } from '../../signing/base64url.js';
import type { Hashing } from '../../signing/hashing.js';
import { namedRows } from '../../signing/slips/named.js';
import type { SlipId } from '../../signing/slips/slips.js';
import { joined, textOfBytes, utf8Bytes } from '../capture/capture.js';
import { fromBase64, fromHex } from '../recognise/alphabets.js';
import { recogniseBytes } from '../recognise/values.js';
import type { BodyVariant } from './body-variant.js';
import { withBody, withManyChanges, withoutBody, writtenOtherwise } from './body-variants.js';
import { REORDERED, reorderedBodies } from './built-bodies.js';
import { DIGESTS, type Digest } from './digests.js';
import { type BodyPlace, ENCODERS, HASH_FORMS, HASHED_FORMS } from './hash-forms.js';
import { javaHash } from './member-orders.js';
import { PLAIN_STEPS, takenFurther } from './steps.js';

export interface BodyHashFinding {
  readonly cause: SlipId;
  /** The bytes that were hashed in place of the body, where the search found them. */
  readonly hashed?: Uint8Array;
  /** True when the body was too large to try everything. */
  readonly cutShort: boolean;
  /** What was hashed is the body in another spelling, as tools show bodies too. */
  readonly isRespelled: boolean;
  /** What was done, as a verb and its object, where the cause does not say it. */
  readonly how?: string;
  /** How the hash was encoded, in the word of the slips of SVC-DATA and SVC-SIGN. */
  readonly encoder?: string;
  /** The second mistake, where other bytes were hashed and the hash has a wrong form as well. */
  readonly also?: SlipId;
}

const RESPELLED = /-(?:compact|spaced|pretty|sorted|escaped|slashes|final-newline|line-endings|white-space)$/;

/** Bytes hashed at most: a tenth of a second with the portable hash. */
const HASH_BUDGET = 6 << 20;

const BY_DIGEST: Readonly<Record<string, SlipId>> = {
  MD5: 'body-hash-md5',
  'SHA-1': 'body-hash-sha-1',
  'SHA-512': 'body-hash-sha-512',
  'SHA-384': 'body-hash-sha-384',
  'SHA3-256': 'body-hash-sha3-256',
  BLAKE2b: 'body-hash-blake2',
  'BLAKE2b-256': 'body-hash-blake2',
  BLAKE2s: 'body-hash-blake2',
  'SHA-512/256': 'body-hash-sha-512-256',
};

/** `signed` is the text of a `body_hash` that is not the one of `body`. */
export function searchBodyHash(hashing: Hashing, signed: string, body: Uint8Array, place: BodyPlace): BodyHashFinding {
  const correct = hashing.sha256(body);
  const cause =
    encodingCause(signed, correct) ??
    sameAs(signed, body) ??
    hashOfHash(hashing, signed, correct) ??
    otherAlgorithm(signed, body) ??
    keyed(hashing, signed, body, place);
  const secret = cause === undefined ? bySecret(signed, body, place) : undefined;
  if (secret !== undefined) return { cause: 'body-hash-hmac', how: `writes ${secret}`, ...PLAIN };
  if (cause === 'body-hash-other-algorithm') {
    const name = DIGESTS.find(({ hash }) => spells(signed, hash(body)))?.name;
    return { cause, ...(name === undefined ? {} : { how: `hashes the body with ${name}` }), ...PLAIN };
  }
  if (cause !== undefined) {
    const quoted = { how: 'puts quotation marks around it', encoder: 'quoted' };
    return { cause, ...(QUOTED.test(signed) ? quoted : {}), ...PLAIN };
  }
  if (body.length > 0 && signed === String(body.length)) {
    return { cause: 'body-hash-no-hash', how: 'writes the length of the body', ...PLAIN };
  }
  const constant = fromHex(signed) ?? fromBase64(signed);
  if (constant !== undefined && constant.length >= 16 && constant.every((byte) => byte === constant[0])) {
    return { cause: 'body-hash-other-form', how: 'writes a buffer that was never filled', ...PLAIN };
  }
  if (
    body.length <= LONGEST_FORMED &&
    [javaHash(textOfBytes(body)), javaHash(textOfBytes(body)) >>> 0].map(String).includes(signed)
  ) {
    return {
      cause: 'body-hash-other-form',
      how: 'writes the hashCode of the body’s text, as Java counts it',
      ...PLAIN,
    };
  }
  const marks = mergedMarks(signed);
  const written = namedRows(HASH_FORMS).find(
    ([, , form]) => body.length <= LONGEST_FORMED && mergedMarks(form(correct, body)) === marks,
  );
  if (written !== undefined) {
    const encoder = ENCODERS[written[0]];
    const how = written[1];
    return { cause: 'body-hash-other-form', how, ...(encoder === undefined ? {} : { encoder }), ...PLAIN };
  }
  const part = fromBase64(signed) ?? NOTHING;
  if (part.length >= FEWEST_LEFT && part.length < 32 && sameBytes(part, correct.subarray(0, part.length))) {
    return { cause: 'body-hash-truncated', ...PLAIN };
  }
  let budget = HASH_BUDGET;
  const others = otherDigests(signed);
  let tried = 0;
  for (const { cause: own, bytes, how } of variantsOf(hashing, body, place)) {
    // Orders are bounded by themselves, and come last.
    budget -= how === REORDERED ? 0 : bytes.length;
    tried += 1;
    if (budget < 0) return { cause: 'body-hash-mismatch', cutShort: true, isRespelled: false };
    const hash = hashing.sha256(bytes);
    const isRight = encodeBase64url(hash) === signed;
    const isTold = others.bytes !== 32 || (tried <= MOST_DIGESTED && bytes.length <= LONGEST_STEPPED);
    const digest = isTold ? others.functions.find((other) => spells(signed, other.hash(bytes))) : undefined;
    const form = digest === undefined ? encodingCause(signed, hash) : digestCause(digest.name);
    if (!isRight && form === undefined) continue;
    return {
      cause: own,
      hashed: bytes,
      cutShort: false,
      isRespelled: RESPELLED.test(own),
      ...(how === undefined ? {} : { how }),
      ...(isRight || form === undefined ? {} : { also: form }),
    };
  }
  const size = (fromHex(signed) ?? fromBase64(signed))?.length ?? 32;
  // As long as another hash function's hash: which one, or of what, stays open.
  if (HASH_SIZES.includes(size)) {
    return { cause: 'body-hash-other-algorithm', how: `writes ${size} bytes, as other hash functions do`, ...PLAIN };
  }
  const isLost = body.length === 0 && /^(?:POST|PUT|PATCH)$/i.test(place.method) && /^[\w-]{43}$/.test(signed);
  if (!isLost && !isCut(body)) {
    // Whatever it is the hash of, its form is wrong.
    if (/^[0-9a-f]{64}$/i.test(signed)) return { cause: 'body-hash-hex', ...PLAIN };
    if (/\S/.test(signed) && !/^[\w+/-]{43}=?$/.test(signed.replace(/\s/g, ''))) {
      return { cause: 'body-hash-no-hash', ...PLAIN };
    }
  }
  return { cause: isLost ? 'body-lost' : isCut(body) ? 'body-cut' : 'body-hash-mismatch', ...PLAIN };
}

/** Decoders do not agree on how many marks stand for bytes that are no text. */
const mergedMarks = (text: string): string => text.replace(/\ufffd+/g, '\ufffd');

/** Bytes that hashes have which are not SHA-256's. */
const HASH_SIZES: readonly number[] = [16, 20, 24, 28, 48, 64];

/** An object or a list that is never closed: what was hashed cannot be known. */
function isCut(body: Uint8Array): boolean {
  if ((body[0] !== 0x7b && body[0] !== 0x5b) || body.length > LONGEST_FORMED) return false;
  const text = new TextDecoder().decode(body).replace(/"(?:[^"\\]|\\.)*"/g, '');
  const count = (marks: RegExp): number => text.match(marks)?.length ?? 0;
  return count(/[[{]/g) > count(/[\]}]/g);
}

const PLAIN = { cutShort: false, isRespelled: false } as const;

/** Larger bodies are not written in every form: some are ten times as long. */
const LONGEST_FORMED = 64 << 10;

function* variantsOf(hashing: Hashing, body: Uint8Array, place: BodyPlace): Generator<BodyVariant> {
  yield* body.length === 0 ? withoutBody(place) : withBody(body, place);
  if (body.length > LONGEST_FORMED) return;
  for (const [name, bytes] of hashing.compressed?.(body, secondsOf(place.timestamp)) ?? []) {
    yield { cause: 'body-hash-compressed', bytes, how: `hashes the body compressed with ${name}` };
  }
  const unpacked = body.length === 0 ? undefined : hashing.decompressed?.(body);
  if (unpacked !== undefined) yield { cause: 'body-hash-compressed', bytes: unpacked };
  for (const [, how, form] of namedRows(HASHED_FORMS)) {
    yield { cause: 'body-hash-of-other-bytes', bytes: form(body, place), how };
  }
  yield* writtenOtherwise(body);
  yield* withManyChanges(body);
  for (const { how, bytes } of body.length > LONGEST_STEPPED ? [] : takenFurther(body, PLAIN_STEPS)) {
    yield { cause: 'body-hash-of-other-bytes', bytes, how: `hashes the body ${how}` };
  }
  yield* reorderedBodies(textOfBytes(body));
}

/** No time at all where the timestamp is no number of milliseconds of this age. */
const secondsOf = (timestamp: string): number =>
  /^1\d{12}$/.test(timestamp) ? Math.floor(Number(timestamp) / 1000) : 0;

/** Every step makes it longer, and there are a thousand pairs of them. */
const LONGEST_STEPPED = 1 << 10;

/** Hash functions whose length this is; of those that are as long as SHA-256 only the likeliest forms of the body are tried. */
function otherDigests(signed: string): { readonly bytes: number; readonly functions: readonly Digest[] } {
  const bytes = (fromHex(signed) ?? fromBase64(signed))?.length ?? 0;
  return { bytes, functions: DIGESTS.filter((one) => one.bytes === bytes && one.name !== 'SHA-256') };
}

/** Forms of the body that are hashed by other functions of SHA-256's length, too. */
const MOST_DIGESTED = 120;

const QUOTED = /^(["'`])(.+)\1$/;
/** Function and length before the hash, and those of a CID before these. */
const LONGEST_MULTIHASH = 36;
const NOTHING = new Uint8Array();
/** Bytes of a hash that was cut; fewer may be the same by chance. */
const FEWEST_LEFT = 6;

/** The right hash in a wrong spelling. */
function encodingCause(signed: string, hash: Uint8Array): SlipId | undefined {
  const right = encodeBase64url(hash);
  const hex = bytesToHex(hash);
  if (signed === right) return undefined;
  if (signed.toLowerCase().replace(/ {1,2}\*?(?:-|[\w./]+)$/, '') === hex) return 'body-hash-hex';
  if (inUrlAlphabet(signed) === right) return /[+/]/.test(signed) ? 'body-hash-standard-alphabet' : 'body-hash-padded';
  const quoted = QUOTED.exec(signed)?.[2];
  if (quoted !== undefined && (inUrlAlphabet(quoted) === right || quoted.toLowerCase() === hex)) {
    return 'body-hash-printed';
  }
  const recognised = recogniseBytes(signed, (bytes) => sameBytes(bytes, hash))?.word;
  if (recognised !== undefined) return `body-hash-${recognised}`;
  const isMultihash = (bytes: Uint8Array): boolean =>
    bytes.length > 32 && bytes.length <= LONGEST_MULTIHASH && sameBytes(bytes.subarray(-32), hash);
  if (recogniseBytes(signed, isMultihash) !== undefined || isMultihash(fromBase64(signed) ?? NOTHING)) {
    return 'body-hash-multibase';
  }
  const prefixed =
    /^sha-?256[-_.$/ ]+([A-Za-z0-9+/_=-]+)$/i.exec(signed)?.[1] ??
    /^[A-Za-z][\w()./-]*[=:]:? ?([A-Za-z0-9+/_=-]+?):?(?: {1,2}\*?-)?$/.exec(signed)?.[1];
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

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

/** HMAC with what is at hand for a key. */
function keyed(hashing: Hashing, signed: string, body: Uint8Array, place: BodyPlace): SlipId | undefined {
  if (body.length > HASH_BUDGET) return undefined;
  const texts = [place.apiKey, place.idempotencyKey, place.timestamp];
  const isKeyed = texts.some((text) => text !== '' && spells(signed, hmac(hashing, utf8Bytes(text), body)));
  return isKeyed ? 'body-hash-hmac' : undefined;
}

/** The private key went into it, where that is known here. */
function bySecret(signed: string, body: Uint8Array, { digests }: BodyPlace): string | undefined {
  if (digests === undefined || body.length > LONGEST_FORMED) return undefined;
  for (const [how, digest] of digests(body, 'the body')) {
    if (spells(signed, digest)) return how;
  }
  return undefined;
}

/** RFC 2104 over SHA-256. */
function hmac({ sha256 }: Hashing, key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const pad = (byte: number): Uint8Array => block.map((one) => one ^ byte);
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), message))));
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
  const digest = DIGESTS.find(({ name, hash }) => name !== 'SHA-256' && spells(signed, hash(body)));
  return digest === undefined ? undefined : digestCause(digest.name);
}

const digestCause = (name: string): SlipId => BY_DIGEST[name] ?? 'body-hash-other-algorithm';

/** Whether the text is these bytes in any usual spelling. */
function spells(text: string, bytes: Uint8Array): boolean {
  return encodeBase64url(bytes) === inUrlAlphabet(text) || text.toLowerCase() === bytesToHex(bytes);
}

const toStandard = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/');
