// Everything that can be wrong with a signed request, as a closed list of codes: each with the stage of signing where it shows,
// one sentence and the fix. The vectors name their wrong signers' causes by these codes, the doctor names what it finds by them.
import { BODY_HASH_CAUSES } from './causes/body-hash.js';
import { DATA_CAUSES } from './causes/data.js';
import { HEADER_CAUSES } from './causes/headers.js';
import { PATH_CAUSES } from './causes/path.js';
import { REQUEST_CAUSES } from './causes/request.js';
import { SIGNATURE_CAUSES } from './causes/signature.js';

/** The stages of a signed request, in the order in which a verifier can judge them. */
export const SIGNING_STAGES = [
  'headers',
  'data-encoding',
  'payload',
  'sign-version',
  'api-key',
  'idempotency-key',
  'timestamp',
  'method',
  'path',
  'body-hash',
  'signature-encoding',
  'signature',
  'access',
] as const;
export type SigningStage = (typeof SIGNING_STAGES)[number];

export type CauseCode =
  | keyof typeof HEADER_CAUSES
  | keyof typeof REQUEST_CAUSES
  | keyof typeof DATA_CAUSES
  | keyof typeof PATH_CAUSES
  | keyof typeof BODY_HASH_CAUSES
  | keyof typeof SIGNATURE_CAUSES;

export interface Cause {
  readonly stage: SigningStage;
  /** Section of the interface, with the rule: `5.3.2` is rule 2 of section 5.3. */
  readonly section: string;
  readonly sentence: string;
  readonly fix: string;
}

/** In the order of the stages' tables. Codes may be added, never renamed. */
export const CAUSES: Readonly<Record<CauseCode, Cause>> = {
  ...HEADER_CAUSES,
  ...REQUEST_CAUSES,
  ...DATA_CAUSES,
  ...PATH_CAUSES,
  ...BODY_HASH_CAUSES,
  ...SIGNATURE_CAUSES,
};

// Object.keys loses the keys' type; the record above has exactly these.
export const CAUSE_CODES: readonly CauseCode[] = Object.keys(CAUSES) as CauseCode[];

export function isCauseCode(text: string): text is CauseCode {
  return Object.hasOwn(CAUSES, text);
}
