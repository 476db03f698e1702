// What wrong signers send, as requests that a verifier must refuse: one per signer whose defect breaks a stated rule. Path and query are
// in `path-query.ts`; what a server may tolerate is in `observations.ts`.
import { SLIPS, type SlipId } from '../../../signing/slips/slips.js';
import { firstBroken } from '../../../signing/stage-result.js';
import { inspectRequest } from '../../../signing/verify-request.js';
import { receivedRequest, registryContext } from '../../native.js';
import type { SignRequestInput } from '../../operations.js';
import { WRONG_SIGNERS } from '../../wrong-signers.js';
import type { Draft } from '../draft.js';
import { MAIN_KEY } from '../keys.js';
import type { Flag } from '../notes.js';
import { deliver, refusedAs } from './deliver.js';
import { NOW_MS, VERIFYING } from './requests.js';
import { SIGN_REQUEST } from './sign-request.js';

const candidates: readonly SignRequestInput[] = SIGN_REQUEST.groups
  .flatMap((group) => (group.type === 'sign-request' ? group.tests.map((test) => test.input) : []))
  .filter((input) => input.timestampMs === NOW_MS && input.apiKey === MAIN_KEY.apiKey);

const FLAG_BY_PREFIX: readonly (readonly [prefix: string, flag: Flag])[] = [
  ['idempotency-header', 'HeaderPresence'],
  ['header-', 'HeaderPresence'],
  ['idempotency-key-mismatch', 'HeaderAgreement'],
  ['idempotency-key', 'IdempotencyKeyGrammar'],
  ['api-key-mismatch', 'HeaderAgreement'],
  ['api-key', 'KeyRegistry'],
  ['sign-version', 'HeaderAgreement'],
  ['timestamp-mismatch', 'HeaderAgreement'],
  ['timestamp', 'TimestampForm'],
  ['method', 'Method'],
  ['data', 'DataEncoding'],
  ['payload', 'PayloadForm'],
  ['body-hash-of', 'EmptyBody'],
  ['body-hash-blank', 'EmptyBody'],
  ['body-hash', 'ExactBody'],
  ['signed', 'SignedMessage'],
  ['signature', 'SignatureForgery'],
  ['sign-', 'SignatureEncoding'],
];

/** For each wrong signer, the first request that it spoils at the stage of its cause. What a server may tolerate is not judged here. */
export const MIS_SIGNED: readonly Draft<'verify-request'>[] = WRONG_SIGNERS.filter(
  (wrong) => !SLIPS[wrong.cause].isOpen && SLIPS[wrong.cause].stage !== 'path',
).flatMap((wrong) => {
  for (const input of candidates) {
    const request = deliver(input, { stages: wrong.change });
    const found = firstBroken(inspectRequest(receivedRequest(request), registryContext(VERIFYING, request)));
    if (found?.stage === SLIPS[wrong.cause].stage) {
      const comment = `signed by a client that ${wrong.sentence}`;
      const { id, cause } = wrong;
      return [refusedAs({ id: `signer-that-${id}`, comment, flags: [flagOf(cause)], cause, input: request })];
    }
  }
  return [];
});

function flagOf(cause: SlipId): Flag {
  return FLAG_BY_PREFIX.find(([prefix]) => cause.startsWith(prefix))?.[1] ?? 'PayloadForm';
}
