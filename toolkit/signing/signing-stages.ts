// Signing taken apart into its stages (interface 5), each a function that can be replaced: the correct signer is the record below as it is;
// a wrong signer and a damaged request are the same record with a stage that deviates (`slips/`). Runs anywhere.
import type { JsonValue } from '../payload/json.js';
import type { Signer } from './ed25519/ed25519.js';
import type { Hashing } from './hashing.js';
import { HEADER, SIGN_VERSION } from './headers.js';
import { EMPTY_BODY_HASH, renderMembers } from './payload.js';

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** The members of the signed payload (interface 5.2); any JSON value, since wrong stages put wrong ones there. */
export type PayloadFields = Readonly<Record<string, JsonValue>>;

export interface SigningInput {
  /** The public identifier that travels in SVC-API-KEY. */
  readonly apiKey: string;
  /** Empty for a signed GET, non-empty for a mutating request. */
  readonly idempotencyKey: string;
  /** Unix time in milliseconds, a whole number. */
  readonly timestampMs: number;
  /** Upper case, as it is sent. */
  readonly method: string;
  /** Path with query exactly as it is sent. */
  readonly path: string;
  /** The exact bytes that are sent; none when left out. */
  readonly body?: Uint8Array;
}

export interface StageInput extends SigningInput {
  readonly body: Uint8Array;
  readonly signer: Signer;
  readonly hashing: Hashing;
  /** The seed of a published test key, for signers of other algorithms. */
  readonly seed?: Uint8Array;
}

export interface SigningStages {
  /** The bytes that body_hash is made of. */
  readonly hashedBytes: (body: Uint8Array, input: StageInput) => Uint8Array;
  readonly bodyHash: (bytes: Uint8Array, input: StageInput) => JsonValue;
  readonly path: (path: string, input: StageInput) => string;
  /** The members of the payload before they are written. */
  readonly payload: (fields: PayloadFields, input: StageInput) => PayloadFields;
  /** Their JSON text; the fields are there for whoever writes them otherwise. */
  readonly payloadText: (text: string, fields: PayloadFields) => string;
  readonly payloadBytes: (text: string, input: StageInput) => Uint8Array;
  /** From payload bytes to the text of SVC-DATA. */
  readonly encodeData: (payload: Uint8Array, input: StageInput) => string;
  readonly signedBytes: (payload: Uint8Array, input: StageInput) => Uint8Array;
  readonly sign: (message: Uint8Array, input: StageInput) => Uint8Array;
  /** From signature bytes to the text of SVC-SIGN; the payload bytes are there for whoever signs again. */
  readonly encodeSignature: (signature: Uint8Array, payload: Uint8Array, input: StageInput) => string;
  readonly headers: (headers: HeaderList, input: StageInput) => HeaderList;
}

export const CORRECT_STAGES: SigningStages = {
  hashedBytes: (body) => body,
  bodyHash: (bytes, { hashing }) => (bytes.length === 0 ? EMPTY_BODY_HASH : hashing.bodyHash(bytes)),
  path: (path) => path,
  payload: (fields) => fields,
  payloadText: (text) => text,
  payloadBytes: (text, { hashing }) => hashing.encodeUtf8(text),
  encodeData: (payload, { hashing }) => hashing.encodeBase64url(payload),
  signedBytes: (payload) => payload,
  sign: (message, { signer }) => signer.sign(message),
  encodeSignature: (signature, _payload, { hashing }) => hashing.encodeBase64url(signature),
  headers: (headers) => headers,
};

/** Everything that came of signing one request. */
export interface SignedStages {
  readonly fields: PayloadFields;
  readonly bodyHash: JsonValue;
  readonly payloadText: string;
  /** The bytes of `payloadText`: those that a correct signer signs. */
  readonly payload: Uint8Array;
  /** The text of SVC-DATA. */
  readonly data: string;
  /** The text of SVC-SIGN. */
  readonly signature: string;
  /** In the order of interface 5.1. */
  readonly headers: HeaderList;
}

export function signByStages(stages: SigningStages, input: StageInput): SignedStages {
  const bodyHash = stages.bodyHash(stages.hashedBytes(input.body, input), input);
  const members = {
    api_key: input.apiKey,
    idempotency_key: input.idempotencyKey,
    timestamp: input.timestampMs,
    sign_version: SIGN_VERSION,
    method: input.method,
    path: stages.path(input.path, input),
    body_hash: bodyHash,
  };
  const fields = stages.payload(members, input);
  const text = fields === members ? renderMembers(members) : JSON.stringify(fields);
  const payloadText = stages.payloadText(text, fields);
  const payload = stages.payloadBytes(payloadText, input);
  const data = stages.encodeData(payload, input);
  const signature = stages.encodeSignature(stages.sign(stages.signedBytes(payload, input), input), payload, input);
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
  return { fields, bodyHash, payloadText, payload, data, signature, headers };
}
