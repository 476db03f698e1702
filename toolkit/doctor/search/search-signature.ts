// What a signature that does not verify is a signature of: the payload by another key, the bytes rearranged, a misread key, then every
// message that people sign in its place (interface 5.3, rule 1). By search, never by guess: when nothing verifies, the answer is "unknown".
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { encodeBase64url } from '../../signing/base64url.js';
import type { Verifier } from '../../signing/ed25519/ed25519.js';
import type { SlipId } from '../../signing/slips/slips.js';
import { joined, utf8Bytes } from '../capture/capture.js';
import { fromBase64 } from '../recognise/alphabets.js';
import { DIGESTS } from './digests.js';
import { variantVerifier } from './ed25519-variants.js';
import { foundAgain, type Likely } from './likely.js';
import type { Message, SignatureScene } from './message.js';
import type { MisreadKey } from './misread-keys.js';
import { nearlyEd25519, otherwiseExpanded } from './nearly-ed25519.js';
import { messages } from './plain-messages.js';

export interface SignatureFinding {
  readonly cause: SlipId;
  /** The message that verified, where another than the payload did. */
  readonly signed?: Uint8Array;
  /** The place, among the other keys, of the one that verified. */
  readonly otherKey?: number;
  /** What was done, in words, where the cause does not say it. */
  readonly how?: string;
  /** The second mistake, where a message and a key, or a message and a form of the signature, are wrong together. */
  readonly also?: SlipId;
  readonly verifications: number;
}

/** Signatures verified at most: some second and a half with a native backend. */
const MOST_VERIFICATIONS = 15_500;
/** What one more key costs: keys that come of it by mistake are tried with the plainest messages. */
const MORE_PER_KEY = 1500;
/** Bytes verified at most, so that a huge payload cannot keep the search busy. */
const MOST_BYTES = 16 << 20;
/** How many other keys everything is tried with; the payload itself with all of them. */
const MOST_OTHERS = 3;

export interface SearchKeys {
  /** The key of the request. */
  readonly key: Verifier | undefined;
  readonly others: readonly Verifier[];
  /** Keys that come of the known ones by mistake. */
  readonly misread: () => readonly (MisreadKey & { readonly cause: SlipId })[];
  /** Keys that take a derivation to come by, which are made and tried when everything else was. */
  readonly derived?: () => readonly (MisreadKey & { readonly cause: SlipId })[];
  readonly verifierOf: (publicKey: Uint8Array) => Verifier;
  /** Found for other requests of the same signer. */
  readonly likely?: readonly Likely[];
  readonly budget?: number;
}

export function searchSignature(scene: SignatureScene, keys: SearchKeys): SignatureFinding {
  const { key, others } = keys;
  const most = keys.budget ?? MOST_VERIFICATIONS + MORE_PER_KEY * Math.min(others.length, MOST_OTHERS);
  let verifications = 0;
  let bytes = 0;
  const isSpent = (): boolean => verifications >= most || bytes > MOST_BYTES;
  const verifies = (verifier: Verifier, signature: Uint8Array, message: Uint8Array): boolean => {
    if (isSpent()) return false;
    verifications += 1;
    bytes += message.length;
    return verifier.verify(signature, message);
  };
  const found = (finding: Omit<SignatureFinding, 'verifications'>): SignatureFinding => ({ ...finding, verifications });
  const plain = withoutSigning(scene);
  if (plain !== undefined) return found(plain);
  const otherKey = others.findIndex((other) => verifies(other, scene.signature, scene.payload));
  if (otherKey !== -1) return found({ cause: 'signed-other-key', otherKey });
  const forms = rearranged(scene.signature);
  for (const [cause, signature] of key === undefined ? [] : forms) {
    if (key !== undefined && verifies(key, signature, scene.payload)) return found({ cause });
  }
  for (const [how, signature] of key === undefined ? [] : otherwise(scene.signature)) {
    if (key !== undefined && verifies(key, signature, scene.payload)) {
      return found({ cause: 'signature-rearranged', how });
    }
  }
  const byVariant = (): SignatureFinding | undefined => {
    if (key === undefined || isSpent() || most < FEWEST_FOR_VARIANTS) return undefined;
    const isOf = variantVerifier(scene.signature, key.publicKey);
    for (const { cause, how, variant, message } of nearlyEd25519(scene, key, others.slice(0, MOST_OTHERS))) {
      verifications += 1;
      if (isOf(variant, message)) return found({ cause, ...(how === undefined ? {} : { how }) });
    }
    return undefined;
  };
  if (keys.likely?.some(({ cause }) => OF_VARIANTS.includes(cause)) === true) {
    const variant = byVariant();
    if (variant !== undefined) return variant;
  }
  const again = foundAgain(scene, keys.likely ?? [], {
    key,
    wrong: () => [...keys.misread(), ...(keys.derived?.() ?? [])],
    verifierOf: keys.verifierOf,
    forms,
    verifies,
  });
  if (again !== undefined) return found(again);
  const misread = keys.misread().map((one) => ({ ...one, verifier: keys.verifierOf(one.publicKey) }));
  for (const { cause, how, verifier } of misread) {
    for (const bytes of [scene.payload, utf8Bytes(scene.data)]) {
      if (verifies(verifier, scene.signature, bytes)) {
        return found({ cause, how, ...(bytes === scene.payload ? {} : { also: 'signed-data-text' }) });
      }
    }
  }
  /** Two mistakes at once: the plainest messages in every other form of the signature, and by every misread key. */
  const together = (plainest: readonly Message[]): SignatureFinding | undefined => {
    for (const { cause, how: done, bytes: message } of plainest.slice(0, most < FEWEST_FOR_PAIRS ? 0 : MOST_PAIRED)) {
      if (isSpent()) return undefined;
      const said = done === undefined ? {} : { how: done };
      for (const [form, signature] of key === undefined ? [] : forms) {
        if (key !== undefined && verifies(key, signature, message)) {
          return found({ cause, also: form, signed: message, ...said });
        }
      }
      const by = misread.find(({ verifier }) => verifies(verifier, scene.signature, message));
      if (by !== undefined) return found({ cause: by.cause, also: cause, how: by.how, signed: message });
    }
    return undefined;
  };
  const tried = new Set<string>();
  const plainest: Message[] = [];
  for (const one of messages(scene)) {
    if (isSpent()) break;
    const { cause, bytes: message, how, isSecret } = one;
    const seen = scene.hashing.bodyHash(message);
    if (tried.has(seen)) continue;
    tried.add(seen);
    const signed = {
      cause,
      ...(isSecret === true ? {} : { signed: message }),
      ...(how === undefined ? {} : { how }),
    };
    if (key !== undefined && verifies(key, scene.signature, message)) return found(signed);
    if (tried.size > MESSAGES_FOR_OTHERS) continue;
    plainest.push(one);
    if (tried.size === MESSAGES_FOR_OTHERS) {
      const pair = byVariant() ?? together(plainest);
      if (pair !== undefined) return pair;
    }
    const other = others.slice(0, MOST_OTHERS).findIndex((by) => verifies(by, scene.signature, message));
    if (other !== -1) return found({ ...signed, otherKey: other });
  }
  const late = tried.size < MESSAGES_FOR_OTHERS ? byVariant() : undefined;
  if (late !== undefined) return late;
  if (most >= FEWEST_FOR_PAIRS) {
    const expanded = otherwiseExpanded(scene, key, keys.derived?.() ?? []);
    if (expanded !== undefined) return found(expanded);
    const ofPayload: readonly Message[] = [
      { cause: 'signed-data-text', bytes: utf8Bytes(scene.data) },
      ...plainest.slice(0, MOST_BY_DERIVED),
    ];
    for (const { cause, how, publicKey } of keys.derived?.() ?? []) {
      verifications += ofPayload.length + 1;
      const by = keys.verifierOf(publicKey);
      if (by.verify(scene.signature, scene.payload)) return found({ cause, how });
      const signed = ofPayload.find(({ bytes }) => by.verify(scene.signature, bytes));
      if (signed !== undefined) return found({ cause, how, also: signed.cause, signed: signed.bytes });
    }
  }
  return found({ cause: isPossible(scene.signature) ? 'signature-unexplained' : 'signature-not-ed25519' });
}

/** 64 bytes that no key made: a constant, or a hash. */
function withoutSigning({
  signature,
  payload,
  data,
  body,
}: SignatureScene): Omit<SignatureFinding, 'verifications'> | undefined {
  if (signature.every((byte) => byte === signature[0])) {
    return { cause: 'sign-placeholder', how: 'the same byte all along: a buffer that was never filled' };
  }
  const texts = [payload, utf8Bytes(data), ...(body === undefined ? [] : [body])];
  const digest = DIGESTS.filter(({ bytes }) => bytes === 64).find(({ hash }) =>
    texts.some((bytes) => hash(bytes).every((byte, at) => byte === signature[at])),
  );
  if (digest !== undefined) return { cause: 'sign-digest', how: `the ${digest.name} hash, which no key took part in` };
  const source = [
    ['the payload', payload],
    ['the text of SVC-DATA', utf8Bytes(data)],
    ['the body', body ?? new Uint8Array()],
  ] as const;
  const within = source.find(([, bytes]) => hasInside(bytes, signature));
  if (within !== undefined) {
    return {
      cause: 'signature-not-ed25519',
      how: `64 bytes of ${within[0]}, such as the wrong end of a signed message`,
    };
  }
  return undefined;
}

const hasInside = (whole: Uint8Array, part: Uint8Array): boolean =>
  Array.from({ length: Math.max(0, whole.length - part.length + 1) }).some((_none, from) =>
    part.every((byte, at) => whole[from + at] === byte),
  );

/** The plainest messages of all, which are tried with what else may be wrong, where enough may be verified for it. */
const MOST_PAIRED = 48;
const FEWEST_FOR_PAIRS = 2000;
/** Keys that take a derivation are hundreds, and each is tried with so many messages. */
const MOST_BY_DERIVED = 12;
/** Variants cost points of the curve, whatever the backend. */
const FEWEST_FOR_VARIANTS = 300;

/** The plainest messages, which are tried with other keys as well. */
const MESSAGES_FOR_OTHERS = 60;

const OF_VARIANTS: readonly SlipId[] = [
  'signed-ed25519ph',
  'signed-ed25519ctx',
  'signed-ed25519-other-hash',
  'signed-beside-other-public-key',
];

/** The signature whose text has "-" and "_" exchanged. */
function withAlphabetSwapped(signature: Uint8Array): Uint8Array | undefined {
  const text = encodeBase64url(signature).replace(/[-_]/g, (mark) => (mark === '-' ? '_' : '-'));
  return fromBase64(text);
}

/** What is done to bytes by whoever takes them for words, or to text by whoever folds its case. */
function otherwise(signature: Uint8Array): readonly (readonly [how: string, signature: Uint8Array])[] {
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

function isPossible(signature: Uint8Array): boolean {
  return bytesToHex(signature.slice(32).toReversed()) < ORDER;
}

function rearranged(signature: Uint8Array): readonly (readonly [SlipId, Uint8Array])[] {
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
