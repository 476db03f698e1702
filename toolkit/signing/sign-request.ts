// A request in, its six authentication headers out (interface 5), by any signer and any hashing. `sign.ts` binds both to Node.js.
// Every stage is handed back too, so that `tsi sign --explain`, the vectors and the doctor can show it.
import type { Signer } from './ed25519/ed25519.js';
import type { Hashing } from './hashing.js';
import { HEADER, type HeaderName, SIGN_VERSION } from './headers.js';
import { EMPTY_BODY_HASH, renderPayloadText, type SignedFields } from './payload.js';

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

export interface SignedRequest {
  /** In the order of interface 5.1. */
  readonly headers: readonly (readonly [name: HeaderName, value: string])[];
  readonly fields: SignedFields;
  readonly bodyHash: string;
  /** The bytes that are signed. */
  readonly payload: Uint8Array;
  /** The text of SVC-DATA. */
  readonly data: string;
  /** The text of SVC-SIGN. */
  readonly signature: string;
}

/**
 * Signs one request. Content is not judged: a wrong method or key is signed as given.
 * @throws RangeError for a timestamp that is no whole number, TypeError for a header value that HTTP cannot carry.
 */
export function signRequestWith(hashing: Hashing, signer: Signer, input: SigningInput): SignedRequest {
  const { apiKey, idempotencyKey, timestampMs, body } = input;
  if (!Number.isSafeInteger(timestampMs)) {
    throw new RangeError(`expected timestampMs to be a whole number of milliseconds, got ${timestampMs}`);
  }
  assertHeaderValue('apiKey', apiKey);
  assertHeaderValue('idempotencyKey', idempotencyKey);
  const bodyHash = body === undefined || body.length === 0 ? EMPTY_BODY_HASH : hashing.bodyHash(body);
  const fields: SignedFields = {
    api_key: apiKey,
    idempotency_key: idempotencyKey,
    timestamp: timestampMs,
    sign_version: SIGN_VERSION,
    method: input.method,
    path: input.path,
    body_hash: bodyHash,
  };
  const payload = hashing.encodeUtf8(renderPayloadText(fields));
  const data = hashing.encodeBase64url(payload);
  const signature = hashing.encodeBase64url(signer.sign(payload));
  return {
    headers: [
      [HEADER.apiKey, apiKey],
      [HEADER.idempotencyKey, idempotencyKey],
      [HEADER.timestamp, String(timestampMs)],
      [HEADER.signVersion, String(SIGN_VERSION)],
      [HEADER.data, data],
      [HEADER.signature, signature],
    ],
    fields,
    bodyHash,
    payload,
    data,
    signature,
  };
}

/** Blanks at the ends would be trimmed on the way, and the payload would no longer equal the header. */
const HEADER_VALUE = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;

function assertHeaderValue(argument: string, value: string): void {
  if (!HEADER_VALUE.test(value)) {
    throw new TypeError(`expected ${argument} to be printable ASCII without blanks at its ends, got other characters`);
  }
}
