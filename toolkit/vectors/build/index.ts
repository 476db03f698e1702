// Every vector file, by name: what `generate.ts` writes and what a unit test compares with the committed files.
import type { ObservationFile, VectorFile } from '../model.js';
import { assemble } from './assemble.js';
import type { FileDraft } from './draft.js';
import { OBSERVATIONS } from './observations.js';
import { PATH_QUERY } from './requests/path-query.js';
import { SIGN_PAYLOAD } from './requests/sign-payload.js';
import { SIGN_REQUEST } from './requests/sign-request.js';
import { VERIFY_REQUEST } from './requests/verify-request.js';
import { BASE64URL } from './values/base64url.js';
import { BODY_HASH } from './values/body-hash.js';
import { CONSTRAINT, DECIMAL } from './values/decimals.js';
import { ED25519 } from './values/ed25519.js';
import { IDEMPOTENCY_KEY } from './values/idempotency-key.js';
import { DATE_TIME, TIMESTAMP } from './values/times.js';

const DRAFTS: readonly FileDraft[] = [
  SIGN_PAYLOAD,
  SIGN_REQUEST,
  PATH_QUERY,
  BODY_HASH,
  VERIFY_REQUEST,
  ED25519,
  BASE64URL,
  IDEMPOTENCY_KEY,
  TIMESTAMP,
  DATE_TIME,
  DECIMAL,
  CONSTRAINT,
];

/** File name without extension, and content. */
export function buildVectors(): ReadonlyMap<string, VectorFile | ObservationFile> {
  return new Map<string, VectorFile | ObservationFile>([
    ...DRAFTS.map((draft) => [draft.name, assemble(draft)] as const),
    ['observations', OBSERVATIONS],
  ]);
}
