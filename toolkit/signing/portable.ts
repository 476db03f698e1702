// Everything of signing that runs anywhere, a browser page included: no file named here imports a module of Node.js.

export { type Base64urlFault, base64urlFault, decodeBase64url, encodeBase64url } from './base64url.js';
export {
  CAUSE_CODES,
  CAUSES,
  type Cause,
  type CauseCode,
  isCauseCode,
  SIGNING_STAGES,
  type SigningStage,
} from './causes.js';
export {
  isPublicKeyShaped,
  isSignatureShaped,
  PUBLIC_KEY_BYTES,
  SEED_BYTES,
  SIGNATURE_BYTES,
  type Signer,
  type Verifier,
} from './ed25519.js';
export { type Hashing, portableHashing } from './hashing.js';
export { HEADER, type HeaderName, type HeaderRole, PATH_PREFIX, SIGN_VERSION, SIGNED_HEADERS } from './headers.js';
export {
  IDEMPOTENCY_KEY_LENGTH,
  type IdempotencyKeyFault,
  idempotencyKeyFault,
  isIdempotencyKey,
} from './idempotency-key.js';
export {
  duplicateParameter,
  judgeApiKey,
  judgeBodyHash,
  judgeIdempotencyKey,
  judgeMethod,
  judgePath,
  judgeSignVersion,
} from './judge-fields.js';
export {
  clockCause,
  judgeTimestamp,
  type ServerClock,
  timestampTextCause,
} from './judge-timestamp.js';
export { type PublicJwk, privateKeyPem, publicKeyJwk, publicKeyPem } from './key-export.js';
export { parsePrivateKey, parsePublicKey } from './keys.js';
export { nobleSigner, nobleVerifier } from './noble-backend.js';
export {
  EMPTY_BODY_HASH,
  PAYLOAD_FIELDS,
  renderPayload,
  renderPayloadText,
  type SignedFields,
} from './payload.js';
export { PrivateKey } from './private-key.js';
export { dataEncodingCause, readData } from './read-data.js';
export { type PayloadReading, type ReceivedFields, readPayload } from './read-payload.js';
export { readSignature, signatureEncodingCause } from './read-signature.js';
export { type HeaderValues, type ReceivedRequest, readHeaders } from './received.js';
export { type SignedRequest, type SigningInput, signRequestWith } from './sign-request.js';
export { firstBroken, type StageResult } from './stage-result.js';
export { inspectRequest, type VerificationContext } from './verify-request.js';
