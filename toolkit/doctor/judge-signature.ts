// The last stage: does the signature verify, and if not, what is it a signature of (interface 5.3, rule 1).
import { getPublicKey, Point } from '@noble/ed25519';
import type { Verifier } from '../signing/ed25519/ed25519.js';
import type { Hashing } from '../signing/hashing.js';
import type { HeaderValues } from '../signing/received.js';
import { broken, ok, unknown } from '../signing/stage-result.js';
import type { ReceivedFields } from '../signing/stages/read-payload.js';
import type { Capture } from './capture/capture.js';
import { textOfBytes, utf8Bytes } from './capture/capture.js';
import type { Judged } from './judged.js';
import type { DoctorKey, KeyMatch, VerifierFactory } from './keys.js';
import { fromBase64 } from './recognise/alphabets.js';
import { compareTexts } from './search/difference.js';
import type { Likely } from './search/likely.js';
import type { SignatureScene } from './search/message.js';
import { emptyKeys, keysOfWords, signersOfPublicKey } from './search/misread-keys.js';
import { type SignatureFinding, searchSignature, type WrongKey } from './search/search-signature.js';
import { memberDifference } from './search/told-members.js';

export interface SignatureInput {
  readonly hashing: Hashing;
  readonly verifierOf: VerifierFactory;
  readonly capture: Capture;
  readonly body: Uint8Array | undefined;
  readonly values: HeaderValues;
  readonly fields: ReceivedFields | undefined;
  readonly payload: Uint8Array | undefined;
  readonly signature: Uint8Array | undefined;
  readonly keys: KeyMatch;
  /** Signatures that may be verified in a search. */
  readonly budget?: number;
  readonly likely?: readonly Likely[];
}

export interface JudgedSignature extends Judged {
  readonly verifications: number;
}

export function judgeSignature(input: SignatureInput): JudgedSignature {
  const { keys, payload, signature } = input;
  const because = (note: string): JudgedSignature => ({ result: unknown('signature'), note, verifications: 0 });
  if (payload === undefined) return because('not judged: the signed payload is not known');
  if (signature === undefined) return because('not judged: the 64 bytes of the signature are not known');
  if (keys.key === undefined && keys.others.length === 0) return because('not judged: no public key was given');
  const key = keys.key && input.verifierOf(keys.key.publicKey);
  if (key?.verify(signature, payload) === true) return { result: ok('signature'), verifications: 1 };
  // What SVC-DATA decodes to is what is signed, whatever was made of it to read on.
  const decoded = fromBase64(input.values.data ?? '');
  if (decoded !== undefined && decoded.length !== payload.length && key?.verify(signature, decoded) === true) {
    return { result: ok('signature'), verifications: 2 };
  }
  // `crypto_sign` of libsodium gives signature and message in one.
  if (isBefore(signature, payload) && key?.verify(signature, payload.subarray(signature.length)) === true) {
    return { result: ok('signature'), note: 'over the JSON that SVC-DATA holds behind it', verifications: 2 };
  }
  return (
    givenPrivately(input, payload, signature) ??
    hashedWithKey(input, payload, signature) ??
    searched(input, payload, signature, key)
  );
}

const isBefore = (start: Uint8Array, whole: Uint8Array): boolean => start.every((byte, at) => whole[at] === byte);

/** An HMAC of 64 bytes is as long as a signature, and looks like one as often as not. */
function hashedWithKey(
  { keys, values }: SignatureInput,
  payload: Uint8Array,
  signature: Uint8Array,
): JudgedSignature | undefined {
  const cores = [
    ['the payload', payload],
    ['the text of SVC-DATA', utf8Bytes(values.data ?? '')],
  ] as const;
  for (const [name, core] of cores) {
    for (const [how, digest] of keys.key?.digests?.(core, name) ?? []) {
      if (digest.join() === signature.join()) {
        return { result: broken('signature-not-ed25519', WANTED, how), how, verifications: 1 };
      }
    }
  }
  return undefined;
}

/** Where 32 bytes that were given for a public key are the seed behind the signature. */
function givenPrivately(
  { keys, verifierOf }: SignatureInput,
  payload: Uint8Array,
  signature: Uint8Array,
): JudgedSignature | undefined {
  const suspects = [...(keys.key === undefined ? [] : [keys.key]), ...keys.others].filter(
    ({ isRaw }) => isRaw === true,
  );
  const seed = suspects.find(({ publicKey }) => verifierOf(getPublicKey(publicKey)).verify(signature, payload));
  if (seed === undefined) return undefined;
  const advice = 'keep it secret, and give the public key to the doctor';
  return isPoint(seed.publicKey)
    ? {
        result: unknown('signature'),
        note: `the key that was given is the private key of this signature: ${advice}. If it is the public key, then the signer was given that in place of the private one`,
        verifications: 2,
      }
    : { result: ok('signature'), note: `the key that was given is a private key: ${advice}`, verifications: 2 };
}

function isPoint(publicKey: Uint8Array): boolean {
  try {
    Point.fromBytes(publicKey);
    return true;
  } catch {
    return false;
  }
}

function searched(
  input: SignatureInput,
  payload: Uint8Array,
  signature: Uint8Array,
  key: Verifier | undefined,
): JudgedSignature {
  const { keys, values, capture, fields } = input;
  const text = (value: unknown): string =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const others = keys.others.map((other) => input.verifierOf(other.publicKey));
  const scene: SignatureScene = {
    hashing: input.hashing,
    signature,
    payload,
    data: values.data ?? '',
    method: capture.method,
    path: capture.path,
    body: input.body,
    timestamp: values.timestamp ?? text(fields?.['timestamp']),
    apiKey: values.apiKey ?? text(fields?.['api_key']),
    idempotencyKey: values.idempotencyKey ?? '',
    bodyHash: text(fields?.['body_hash']),
    ...hostOf(capture),
  };
  const { keyed } = keys.key ?? {};
  const finding = searchSignature(keyed === undefined ? scene : { ...scene, keyed: () => keyed(scene) }, {
    key,
    others,
    verifierOf: input.verifierOf,
    misread: () => misreadKeys(keys),
    derived: () => derivedKeys(keys, values.apiKey ?? ''),
    likely: input.likely ?? [],
    ...(input.budget === undefined ? {} : { budget: input.budget }),
  });
  const verifications = finding.verifications + 1;
  if (key === undefined && finding.cause === 'signature-unexplained') {
    return { result: unknown('signature'), note: 'not judged: the key of the request is not known', verifications };
  }
  const owner = finding.otherKey === undefined ? undefined : keys.others[finding.otherKey]?.id;
  const by = owner === undefined ? undefined : `by the key of ${owner}`;
  const how = howOf(finding, payload);
  const over = how === undefined ? undefined : finding.signed === undefined ? how : `over ${how}`;
  const actual = [over, by].filter((one) => one !== undefined).join(', ');
  return {
    result: broken(
      finding.cause,
      WANTED,
      actual === '' ? 'a signature over something else, or by another key' : actual,
    ),
    verifications,
    ...(finding.cause === 'signature-unexplained' && keys.key?.misreadings === undefined ? { note: BY_PROFILE } : {}),
    ...(finding.also === undefined ? {} : { also: finding.also }),
    ...(finding.also === 'signed-other-key' && by !== undefined ? { note: `signed ${by}` } : {}),
    ...(how === undefined ? {} : { how }),
    ...(finding.signed === undefined
      ? {}
      : {
          compared: compareTexts('the payload, and what was signed', textOfBytes(payload), textOfBytes(finding.signed)),
        }),
  };
}

/** A payload that was built twice is told by the member in which the two differ. */
function howOf({ cause, how, signed }: SignatureFinding, payload: Uint8Array): string | undefined {
  const isBuiltTwice = cause === 'signed-other-member' || cause === 'signed-without-members';
  const told =
    isBuiltTwice && signed !== undefined ? memberDifference(textOfBytes(payload), textOfBytes(signed)) : undefined;
  return told ?? how;
}

/** Of the header, which forms of capture that hold an address alone do not have. */
function hostOf({ headers }: Capture): { readonly host?: string } {
  const host = headers.find(([name]) => /^(?:host|:authority)$/i.test(name))?.[1];
  return host === undefined || host === '' ? {} : { host: host.toLowerCase() };
}

/** The public key says nothing of the keys that its private one may be misread as. */
const BY_PROFILE =
  'a private key that was misread (its text for its bytes, a part of its container) shows only where the private key is known: give the doctor a profile with it (--profile), or let "tsi vectors check" ask the signer';

const WANTED = 'a signature over the payload bytes by the key of SVC-API-KEY';
/** How many keys are misread in search: each gives some twenty others. */
const MOST_MISREAD = 3;

/** What is left when no key and no message was found: derivations of the private key, and what stands where none was loaded. */
function derivedKeys({ key, others }: KeyMatch, apiKey: string): readonly WrongKey[] {
  const known = [...(key === undefined ? [] : [key]), ...others].slice(0, MOST_MISREAD);
  const all = [...keysOfWords(apiKey), ...known.flatMap(({ derivations }) => derivations?.() ?? [])];
  return all.map((one) => ({ ...one, cause: 'signed-by-misread-key' }));
}

/** Of the request's key first, then of others. */
function misreadKeys({ key, others }: KeyMatch): readonly WrongKey[] {
  const known = [...(key === undefined ? [] : [key]), ...others].slice(0, MOST_MISREAD);
  const isOfOther = (one: DoctorKey): { readonly isOfOther?: true } => (one === key ? {} : { isOfOther: true });
  return [
    ...known.flatMap((one) =>
      (one.misreadings ?? []).map((by) => ({ ...by, ...isOfOther(one), cause: 'signed-by-misread-key' as const })),
    ),
    ...known.flatMap((one) =>
      signersOfPublicKey(one.publicKey).map((by) => ({
        ...by,
        ...isOfOther(one),
        cause: 'signed-with-public-key' as const,
      })),
    ),
    ...emptyKeys().map((one) => ({ ...one, cause: 'signed-by-misread-key' as const })),
  ];
}
