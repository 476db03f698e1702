// Signing taken apart into its stages, each a function that can be replaced: the correct signer is the record below as it is, and
// every wrong signer of this project is the same record with one stage deviating (`wrong-signers/`).
import type { JsonValue } from '../payload/json.js';
import { encodeBase64url } from '../signing/base64url.js';
import type { Signer } from '../signing/ed25519/ed25519.js';
import { HEADER, SIGN_VERSION } from '../signing/headers.js';
import { unhex } from '../signing/keys/der.js';
import { PrivateKey } from '../signing/keys/private-key.js';
import { bodyHash, createSigner } from '../signing/sign.js';
import type { Implementation } from './implementation.js';
import type { GroupContext, VectorKey } from './model.js';
import type { HeaderPair, SignRequestInput } from './operations.js';

export type PayloadFields = Readonly<Record<string, JsonValue>>;

export interface StageInput extends SignRequestInput {
  readonly bodyBytes: Uint8Array;
  readonly key: VectorKey;
  readonly signer: Signer;
}

export interface SigningStages {
  /** The bytes that body_hash is made of. */
  readonly hashedBytes: (input: StageInput) => Uint8Array;
  readonly bodyHash: (bytes: Uint8Array, input: StageInput) => JsonValue;
  readonly path: (path: string, input: StageInput) => string;
  /** The members of the payload before they are written. */
  readonly fields: (fields: PayloadFields, input: StageInput) => PayloadFields;
  readonly payloadText: (fields: PayloadFields) => string;
  readonly payloadBytes: (text: string) => Uint8Array;
  /** From payload bytes to the text of SVC-DATA. */
  readonly encodeData: (payload: Uint8Array, input: StageInput) => string;
  readonly signedBytes: (payload: Uint8Array, input: StageInput) => Uint8Array;
  readonly sign: (message: Uint8Array, input: StageInput) => Uint8Array;
  /** From signature bytes to the text of SVC-SIGN. */
  readonly encodeSignature: (signature: Uint8Array, message: Uint8Array) => string;
  readonly headers: (headers: readonly HeaderPair[], input: StageInput) => readonly HeaderPair[];
}

export const CORRECT_STAGES: SigningStages = {
  hashedBytes: (input) => input.bodyBytes,
  bodyHash: (bytes) => bodyHash(bytes),
  path: (path) => path,
  fields: (fields) => fields,
  payloadText: (fields) => JSON.stringify(fields),
  payloadBytes: (text) => Buffer.from(text, 'utf8'),
  encodeData: (payload) => encodeBase64url(payload),
  signedBytes: (payload) => payload,
  sign: (message, input) => input.signer.sign(message),
  encodeSignature: (signature) => encodeBase64url(signature),
  headers: (headers) => headers,
};

/** Everything that came of signing one request. */
export interface SignedStages {
  readonly bodyHash: JsonValue;
  readonly payload: Uint8Array;
  readonly data: string;
  readonly signature: string;
  readonly headers: readonly HeaderPair[];
}

export function signByStages(stages: SigningStages, given: SignRequestInput, key: VectorKey): SignedStages {
  const input: StageInput = { ...given, bodyBytes: unhex(given.body), key, signer: signerOf(key) };
  const hash = stages.bodyHash(stages.hashedBytes(input), input);
  const fields = stages.fields(
    {
      api_key: input.apiKey,
      idempotency_key: input.idempotencyKey,
      timestamp: input.timestampMs,
      sign_version: SIGN_VERSION,
      method: input.method,
      path: stages.path(input.path, input),
      body_hash: hash,
    },
    input,
  );
  const payload = stages.payloadBytes(stages.payloadText(fields));
  const data = stages.encodeData(payload, input);
  const signature = stages.encodeSignature(stages.sign(stages.signedBytes(payload, input), input), payload);
  const headers = stages.headers(
    [
      [HEADER.apiKey, input.apiKey],
      [HEADER.idempotencyKey, input.idempotencyKey],
      [HEADER.timestamp, String(input.timestampMs)],
      [HEADER.signVersion, String(SIGN_VERSION)],
      [HEADER.data, data],
      [HEADER.signature, signature],
    ],
    input,
  );
  return { bodyHash: hash, payload, data, signature, headers };
}

/** A signer as an implementation of the three operations of a signer. */
export function implementSigner(stages: SigningStages): Implementation {
  return {
    'sign-request': (input, context) => ({ headers: signByStages(stages, input, keyOf(context)).headers }),
    'sign-payload': ({ payload }, context) => {
      const input = payloadInput(keyOf(context));
      const bytes = unhex(payload);
      const signature = stages.sign(stages.signedBytes(bytes, input), input);
      return { signature: stages.encodeSignature(signature, bytes) };
    },
    'hash-body': ({ body }, context) => {
      const input = { ...payloadInput(context.key), body, bodyBytes: unhex(body), method: 'POST' };
      const hash = stages.bodyHash(stages.hashedBytes(input), input);
      return { bodyHash: typeof hash === 'string' ? hash : JSON.stringify(hash) };
    },
  };
}

const SPARE_KEY: VectorKey = { apiKey: '', seed: '00'.repeat(32), publicKey: '', privatePem: '', publicPem: '' };

/** What surrounds a bare payload or body: a request without any content of its own. */
function payloadInput(key: VectorKey = SPARE_KEY): StageInput {
  const request = { apiKey: key.apiKey, idempotencyKey: '', timestampMs: 0, method: 'GET', path: '/', body: '' };
  return { ...request, bodyBytes: new Uint8Array(), key, signer: signerOf(key) };
}

export function keyOf(context: GroupContext): VectorKey {
  if (context.key === undefined) {
    throw new RangeError('expected a group with a key, got one without');
  }
  return context.key;
}

const signers = new Map<string, Signer>();

/** Importing a key costs more than a signature, so each is kept. */
function signerOf(key: VectorKey): Signer {
  const known = signers.get(key.seed);
  if (known !== undefined) {
    return known;
  }
  const signer = createSigner(new PrivateKey(unhex(key.seed)));
  signers.set(key.seed, signer);
  return signer;
}
