// Everything of signing that runs anywhere, a browser page included: no file named here imports a module of Node.js.

export { type Base64urlDefect, base64urlDefect, decodeBase64url, encodeBase64url } from './base64url.js';
export {
  isPublicKeyShaped,
  isSignatureShaped,
  PUBLIC_KEY_BYTES,
  SEED_BYTES,
  SIGNATURE_BYTES,
  type Signer,
  type Verifier,
} from './ed25519/ed25519.js';
export { nobleSigner, nobleVerifier } from './ed25519/noble-backend.js';
export { type Hashing, portableHashing } from './hashing.js';
export { HEADER, type HeaderName, type HeaderRole, PATH_PREFIX, SIGN_VERSION, SIGNED_HEADERS } from './headers.js';
export {
  IDEMPOTENCY_KEY_LENGTH,
  type IdempotencyKeyDefect,
  idempotencyKeyDefect,
  isIdempotencyKey,
} from './idempotency-key.js';
export { type PublicJwk, privateKeyPem, publicKeyJwk, publicKeyPem } from './keys/key-export.js';
export { parsePrivateKey, parsePublicKey } from './keys/keys.js';
export { PrivateKey } from './keys/private-key.js';
export {
  EMPTY_BODY_HASH,
  PAYLOAD_FIELDS,
  type SignedFields,
} from './payload.js';
export { type HeaderValues, type ReceivedRequest, readHeaders } from './received.js';
export { type SignedRequest, signRequestWith } from './sign-request.js';
export {
  CORRECT_STAGES,
  type HeaderList,
  type PayloadFields,
  type SignedStages,
  type SigningInput,
  type SigningStages,
  type StageInput,
  signByStages,
} from './signing-stages.js';
export {
  isSlipId,
  SIGNING_STAGES,
  type SigningStage,
  SLIP_IDS,
  SLIPS,
  type Slip,
  type SlipId,
} from './slips/slips.js';
export { firstBroken, type StageResult } from './stage-result.js';
export {
  duplicateParameter,
  judgeApiKey,
  judgeBodyHash,
  judgeIdempotencyKey,
  judgeMethod,
  judgePath,
  judgeSignVersion,
} from './stages/judge-fields.js';
export {
  clockCause,
  judgeTimestamp,
  type ServerClock,
  timestampTextCause,
} from './stages/judge-timestamp.js';
export { dataEncodingCause, readData } from './stages/read-data.js';
export { type PayloadReading, type ReceivedFields, readPayload } from './stages/read-payload.js';
export { readSignature, signatureEncodingCause } from './stages/read-signature.js';
export { inspectRequest, type VerificationContext } from './verify-request.js';
