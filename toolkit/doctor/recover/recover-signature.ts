// SVC-SIGN, read on behind a wrong encoding (interface 5.1; 5.3, rules 1 and 2): the 64 bytes that were meant.
import { Point } from '@noble/ed25519';
import { encodeBase64url, inUrlAlphabet } from '../../signing/base64url.js';
import type { SlipId } from '../../signing/slips/slips.js';
import { broken, type StageResult } from '../../signing/stage-result.js';
import { readSignature } from '../../signing/stages/read-signature.js';
import { fromBase64, fromHex, isPlaceholder } from '../recognise/alphabets.js';
import { inflate } from '../recognise/inflate.js';
import { compressionOf, recogniseBytes } from '../recognise/values.js';
import { besideOf, TWICE } from './beside-signature.js';
import { relettered, throughText, utf8Text, withinLayers, withoutDress } from './dressed-signature.js';
import {
  armoredBytes,
  digestOf,
  halvesOfDer,
  isDer,
  isOpenPgp,
  isRecoveryId,
  OTHER_SCHEMES,
} from './foreign-signatures.js';
import { asText, excerpt, unpercent } from './texts.js';

const SIGNATURE_MEANT: Readonly<Partial<Record<SlipId, (text: string) => Uint8Array | undefined>>> = {
  'sign-hex': fromHex,
  'sign-double-base64': (text) => fromBase64(asText(fromBase64(text))),
  'sign-base64-of-hex': (text) => fromHex(asText(fromBase64(text))),
  'sign-percent-encoded': (text) => fromBase64(unpercent(text)),
  'sign-jws': (text) => fromBase64(text.slice(text.lastIndexOf('.') + 1)),
  'sign-prefixed': (text) => fromBase64(text.replace(/^[\w-]+[:= ]/, '')),
  'sign-attached': (text) => fromBase64(text)?.subarray(0, 64),
};

/** Causes that say more than another reading of the text could. */
const TOLD: ReadonlySet<SlipId> = new Set<SlipId>([
  'sign-hex',
  'sign-padded',
  'sign-standard-alphabet',
  'sign-jws',
  'sign-prefixed',
]);
/** Of 64 bytes alone they say what is wrong. */
const ALPHABETIC: ReadonlySet<string> = new Set(['sign-padded', 'sign-standard-alphabet', 'sign-jws']);
const SIGNATURE_WANTED = '86 characters of base64url without padding: 64 bytes';

/** Longer text holds more than a signature in base64, whatever its padding is. */
const LONGEST_TOLD = 128;

/** Text that is base64 of another length too is another encoding only where the signature then verifies. */
function signatureShape(text: string, { isProven, known = [], data, bodyHash }: Proof): RecoveredSignature | undefined {
  const told: Told = (
    cause,
    signature,
    how = isNumber(text) ? 'the number that its bytes are, in decimal' : undefined,
  ) => ({
    result: broken(cause, SIGNATURE_WANTED, excerpt(text)),
    ...(signature === undefined ? {} : { signature }),
    ...(how === undefined ? {} : { how }),
  });
  if (isPlaceholder(text) || isPlaceholder(asText(fromBase64(text)).trim())) return told('sign-placeholder');
  if (data !== undefined && text === data) return told('sign-is-data');
  const [half, rest] = [text.slice(0, text.length / 2), text.slice(text.length / 2)];
  if (half === rest && fromBase64(half)?.length === 64) return told('sign-wrapped', fromBase64(half), TWICE);
  if (/^(.{3,43}?)(?:\.{3,}|\u2026|\*{3,}).{0,43}$/.test(text)) return told('sign-shortened');
  if (/^\$(?:2[abxy]|argon2\w*|scrypt|pbkdf2\S*|[156]|y)\$/.test(text)) return told('sign-password-hash');
  const undressed = withoutDress(text) ?? relettered(text, isProven);
  if (undressed !== undefined) return told(undressed.cause, undressed.signature, undressed.how);
  if (OTHER_SCHEMES.some((scheme) => scheme.test(text))) {
    // Where its own bytes are the signature, only their dress is another scheme's.
    const dressed = amongMarks(text);
    return dressed?.length === 64 && isProven?.(dressed) === true
      ? told('sign-prefixed', dressed)
      : told('sign-other-scheme');
  }
  const backwards = text.length === 86 ? fromBase64([...text].reverse().join('')) : undefined;
  if (backwards !== undefined && isProven?.(backwards) === true) return told('signature-reversed', backwards);
  const armored = armoredBytes(text) ?? armoredBytes(asText(fromBase64(text)));
  if (armored !== undefined) return told('sign-wrapped', endOfArmored(armored, isProven));
  const inner = asText(fromBase64(text));
  if (/^[0-9A-Fa-f]{128}$/.test(inner)) return told('sign-base64-of-hex', fromHex(inner));
  const nested = withinLayers(text, isProven);
  if (nested?.cause === 'sign-double-base64') return told(nested.cause, nested.signature);
  if (nested !== undefined) return told(nested.cause, nested.signature, 'in base64 around another encoding');
  const isAmbiguous = fromBase64(text) !== undefined;
  const recognised = recogniseBytes(
    text,
    (bytes) => bytes.length === 64 && (!isAmbiguous || isProven === undefined || isProven(bytes)),
  );
  if (recognised !== undefined && fromBase64(text)?.length !== 64) {
    return told(`sign-${recognised.word}`, recognised.bytes);
  }
  const bytes = fromBase64(text);
  const prefixed = /^(?:data:[\w.+/-]*(?:;[\w=-]+)*,|[\w-]+[:= ]+)(\S{86,128})$/.exec(text)?.[1];
  const behind = prefixed === undefined ? undefined : (fromHex(prefixed) ?? fromBase64(prefixed));
  if (behind?.length === 64) return told('sign-prefixed', behind);
  const among = bytes?.length === 64 ? undefined : amongMarks(text);
  if (among !== undefined) return told('sign-prefixed', among);
  const short = bytes?.length === 32 ? bytes : recogniseBytes(text, (one) => one.length === 32)?.bytes;
  if (short !== undefined) {
    if (known.some((key) => key.every((byte, at) => byte === short[at]))) return told('sign-public-key');
    const hashed = digestOf(short, data, bodyHash);
    if (hashed !== undefined) return told('sign-digest', undefined, hashed);
    return told(isInSubgroup(short) ? 'sign-half' : 'sign-hmac');
  }
  const inHex = fromHex(text);
  const bare = inHex !== undefined && DIGEST_LENGTHS.includes(inHex.length) ? inHex : bytes;
  if (bare !== undefined && DIGEST_LENGTHS.includes(bare.length) && isDigestLike(bare)) return told('sign-digest');
  const decoded = inHex ?? bytes;
  if (decoded !== undefined && decoded.length !== 64) {
    const halves = isDer(decoded) ? halvesOfDer(decoded) : undefined;
    if (halves !== undefined && isProven?.(halves) === true) return told('sign-wrapped', halves);
    if (isDer(decoded)) return told('sign-ecdsa');
    if (isOpenPgp(decoded)) return told('sign-wrapped');
    const packed = compressionOf(decoded) === undefined ? undefined : inflate(decoded);
    if (packed?.length === 64) return told('sign-wrapped', packed, 'compressed before it was encoded');
    const behind = decoded.length === 65 ? decoded.subarray(1) : undefined;
    if (behind !== undefined && isProven?.(behind) === true) {
      return told(
        'sign-wrapped',
        behind,
        decoded[0] === 0 ? 'behind a zero byte, as BigInteger of Java puts one' : undefined,
      );
    }
    if (/^[\w-]{86}2$/.test(text) && isProven?.(decoded.subarray(0, 64)) === true) {
      return told('sign-prefixed', decoded.subarray(0, 64), URL_TOKEN);
    }
    const front = decoded.length === 65 ? decoded.subarray(0, 64) : undefined;
    if (front !== undefined && isProven?.(front) === true) {
      const more = decoded[64] === 0x0a ? 'a line feed' : 'a byte';
      return told('sign-wrapped', front, `${more} behind the signature`);
    }
    if (decoded.length === 65 && isRecoveryId(decoded[64] ?? 255) && isProven?.(decoded.subarray(0, 64)) !== true) {
      return told('sign-recoverable');
    }
  }
  const alphabet = inOtherAlphabet(text, isProven);
  if (alphabet !== undefined) return told('sign-other-alphabet', alphabet);
  const changed = bytes === undefined ? undefined : throughText(bytes);
  if (changed !== undefined) return told(changed.cause, changed.signature);
  return bytes === undefined ? undefined : longShape(bytes, { isProven, known, data }, told);
}

/** The signature is what such structures end with. */
function endOfArmored(bytes: Uint8Array, isProven: Proof['isProven']): Uint8Array | undefined {
  const last = bytes.subarray(-64);
  return last.length === 64 && isProven?.(last) !== false ? last : undefined;
}

/** The only run of as many characters as a signature has, among marks and words of another kind. */
function amongMarks(text: string): Uint8Array | undefined {
  if (/%[0-9A-Fa-f]{2}/.test(text) || /^[\w-]*\.[\w-]*\.[\w-]+$/.test(text)) return undefined;
  const runs =
    text.replace(/-{3,}/g, ' ').match(/(?<![\w+/-])(?:[\w+/-]{86}(?:==)?|[0-9A-Fa-f]{128})(?![\w+/=-])/g) ?? [];
  const [run] = runs;
  return run === undefined || runs.length > 1 || run === text.trim() ? undefined : (fromHex(run) ?? fromBase64(run));
}

/** MD5, SHA-1, SHA-224, SHA-384. */
const DIGEST_LENGTHS: readonly number[] = [16, 20, 28, 48];

/** No text, and no beginning of a signature, whose first half is a point of the group. */
const isDigestLike = (bytes: Uint8Array): boolean =>
  utf8Text(bytes) === undefined && !(bytes.length > 32 && isInSubgroup(bytes.subarray(0, 32)));

/** Marks of its own in place of two of the alphabet and the padding: every assignment that could be meant, where one can be proven. */
function inOtherAlphabet(text: string, isProven: Proof['isProven']): Uint8Array | undefined {
  const padded = /^([\s\S]{86})(.)\2$/.exec(text);
  const core = padded?.[1] ?? text;
  if (core.length !== 86 || isProven === undefined) return undefined;
  // A padding of its own, as CloudFront writes it, behind a text that needs no other marks.
  const plainly = padded === null || padded[2] === '=' ? undefined : fromBase64(core);
  if (plainly?.length === 64 && isProven(plainly)) return plainly;
  const marks = [...new Set(core.replace(/[A-Za-z0-9]/g, ''))];
  const [a, b] = marks;
  if (a === undefined || marks.length > 2 || marks.every((mark) => '-_+/'.includes(mark))) return undefined;
  for (const [first, second] of [
    ['-', '_'],
    ['_', '-'],
  ] as const) {
    const plain = core.replace(/[^A-Za-z0-9]/g, (mark) => (mark === a ? first : mark === b ? second : mark));
    const bytes = fromBase64(plain);
    if (bytes?.length === 64 && isProven(bytes)) return bytes;
  }
  return undefined;
}

type Told = (cause: SlipId, signature?: Uint8Array, how?: string) => RecoveredSignature;

const isNumber = (text: string): boolean => /^\d{120,160}$/.test(text);

/** A byte more is no structure yet. */
const SHORTEST_WRAPPED = 66;
/** Longer structures are files, not signatures. */
const LONGEST_WRAPPED = 600;
/** Ed448; ECDSA on P-384 and P-521, bare. */
const OTHER_CURVES: readonly number[] = [96, 114, 132];

/** More bytes than a signature has: where the signature stands in them, as far as that is proven or its neighbour known. */
function longShape(
  bytes: Uint8Array,
  { isProven, known = [], data }: Proof,
  told: Told,
): RecoveredSignature | undefined {
  // The message before its signature, as some libraries have it; behind it, `read-signature.ts` tells by itself.
  if (data !== undefined && encodeBase64url(bytes.subarray(0, -64)) === inUrlAlphabet(data)) {
    return told('sign-attached', bytes.subarray(-64));
  }
  if (data !== undefined && encodeBase64url(bytes.subarray(64)) === inUrlAlphabet(data)) {
    return told('sign-attached', bytes.subarray(0, 64));
  }
  if (bytes.length < SHORTEST_WRAPPED || bytes.length > LONGEST_WRAPPED) return undefined;
  const holdsKey = (from: number): boolean => known.some((key) => key.every((byte, at) => byte === bytes[from + at]));
  if (bytes.length === 96 && holdsKey(0)) return told('sign-public-key-attached', bytes.subarray(32));
  if (bytes.length === 96 && holdsKey(64)) return told('sign-public-key-attached', bytes.subarray(0, 64));
  // A length of 64 stands before the signature in most structures.
  const starts = [0, bytes.length - 64, ...Array.from(bytes.keys()).filter((at) => bytes[at - 1] === 64)];
  const proven = starts
    .filter((from) => from + 64 <= bytes.length)
    .map((from) => bytes.subarray(from, from + 64))
    .find((one) => isProven?.(one));
  const isFilled = bytes.subarray(64).every((byte) => byte === bytes[64]);
  if (proven !== undefined) {
    const isKey = bytes.length === 96 && !isFilled;
    return told(
      isKey ? 'sign-public-key-attached' : 'sign-wrapped',
      proven,
      isKey ? undefined : besideOf(bytes, proven),
    );
  }
  if (asText(bytes).includes('ssh-ed25519')) return told('sign-wrapped', bytes.subarray(-64));
  if (bytes.length === 96 && known.length === 0) return told('sign-public-key-attached', bytes.subarray(0, 64));
  return OTHER_CURVES.includes(bytes.length) ? told('sign-other-curve') : undefined;
}

/** The beginning of a signature is a point of the group; of sixteen other texts of 32 bytes fifteen are none. */
function isInSubgroup(bytes: Uint8Array): boolean {
  try {
    return Point.fromBytes(bytes).isTorsionFree();
  } catch {
    return false;
  }
}

/** What is known beside the text of SVC-SIGN. */
export interface Proof {
  /** Whether 64 bytes are a signature by a known key; left out where no key is known. */
  readonly isProven?: ((signature: Uint8Array) => boolean) | undefined;
  readonly known?: readonly Uint8Array[];
  /** The text of SVC-DATA. */
  readonly data?: string | undefined;
  /** The signed hash of the body. */
  readonly bodyHash?: string | undefined;
}

export interface RecoveredSignature {
  readonly result: StageResult;
  readonly signature?: Uint8Array;
  /** White space beside another mistake, which some readers skip. */
  readonly also?: SlipId;
  /** What was done, in words, where the cause leaves it open. */
  readonly how?: string;
}

/** What encoders that break lines do as well. */
const BESIDE_BLANKS: ReadonlySet<SlipId> = new Set<SlipId>(['sign-padded', 'sign-standard-alphabet']);

/** A signature of one letter case still holds more characters than this. */
const FEWEST_LETTERS = 12;

const URL_TOKEN = 'with the number of padding characters behind it, as UrlTokenEncode of ASP.NET writes it';

export function recoverSignature(text: string, payload: Uint8Array | undefined, proof: Proof = {}): RecoveredSignature {
  const { signature, result } = readSignature(text, payload);
  const isOneCase =
    fromBase64(text)?.length === 64 &&
    /^[\w-]+$/.test(text) &&
    (text === text.toLowerCase() || text === text.toUpperCase());
  // The same character all along was never a signature.
  if (isOneCase && new Set(text).size > FEWEST_LETTERS) {
    return { result: broken('sign-letter-case', SIGNATURE_WANTED, excerpt(text)) };
  }
  // Bytes that were ASCII on their way lost the highest bit of each; no signature is without all of them. Text has no control characters.
  const isThinned = signature?.every((byte) => byte < 0x80) === true && signature.some((byte) => byte > 0 && byte < 9);
  if (isThinned && new Set(signature).size > FEWEST_LETTERS) {
    return { result: broken('sign-lossy', SIGNATURE_WANTED, excerpt(text)) };
  }
  const isAttached = result.cause === 'sign-attached';
  const isOtherLength = fromBase64(text)?.length !== 64;
  const isTold = result.cause !== undefined && TOLD.has(result.cause) && text.length <= LONGEST_TOLD;
  const isSure = isTold && !(isOtherLength && ALPHABETIC.has(result.cause ?? ''));
  const isOther = OTHER_SCHEMES.some((scheme) => scheme.test(text));
  if (result.cause !== undefined && !isAttached && (!isSure || isOther)) {
    const told = signatureShape(text, proof);
    if (told !== undefined) return told;
  }
  if (signature !== undefined || result.cause === undefined) {
    return signature === undefined ? { result } : { result, signature };
  }
  const meant = (SIGNATURE_MEANT[result.cause] ?? fromBase64)(text);
  const also = /\s/.test(text.trim()) && BESIDE_BLANKS.has(result.cause) ? { also: 'sign-white-space' as const } : {};
  return meant?.length === 64 ? { result, signature: meant, ...also } : { result, ...also };
}
