// Interface 5: every request and every handshake of a client is signed, and each stage of its signature is in order. A request without
// any of the six headers is not signed at all, which is one finding and not six.
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import { HEADER } from '../../signing/portable.js';
import { SLIPS } from '../../signing/slips/slips.js';
import type { StageResult } from '../../signing/stage-result.js';
import { type Checker, type CheckerContext, stateless, type Violation } from '../checker.js';
import type { Call } from '../ledger/entry.js';
import { headerOf, isFromClient, isSignedAtAll, stagesOf } from './sent.js';
import { dutiesOf, isHandshake, isSuggestedOnly, violatedBy } from './signing-duties.js';

type Context = CheckerContext<ClientRequirementId>;

export const clientSigning: Checker<ClientRequirementId> = stateless<ClientRequirementId>({
  name: 'client-signing',
  summary: 'every request and handshake is signed, with each stage of its signature in order',
  subject: 'client',
  requirements: [
    'auth.client-signs-requests',
    'auth.client-signs-handshakes',
    'auth.client-headers',
    'auth.client-url-alphabet',
    'auth.client-unpadded',
    'auth.client-payload-object',
    'auth.client-payload-integers',
    'auth.client-api-key-matches',
    'auth.client-idempotency-key-matches',
    'auth.client-timestamp-matches',
    'auth.client-timestamp-milliseconds',
    'auth.client-timestamp-near',
    'auth.client-method',
    'auth.client-path',
    'auth.client-query-untouched',
    'auth.client-no-duplicate-parameters',
    'auth.client-handshake-path',
    'auth.client-body-hash',
    'auth.client-empty-body-hash',
    'auth.client-signature-verifies',
    'auth.client-signs-bytes',
    'auth.client-own-account',
    'auth.client-keeps-secrets',
    'auth.client-read-idempotency-key-empty',
    'idempotency.client-key-present',
    'idempotency.client-key-length',
    'idempotency.client-key-alphabet',
    'versioning.client-sends-version',
    'versioning.client-version-one',
  ],
  see(entry, context) {
    if (!isFromClient(entry)) return;
    if (!isSignedAtAll(entry)) unsigned(entry, context);
    else for (const result of stagesOf(entry)) judgeStage(result, entry, context);
  },
});

function unsigned(call: Call, { findings }: Context): void {
  const requirement = isHandshake(call) ? 'auth.client-signs-handshakes' : 'auth.client-signs-requests';
  findings.judge(requirement, false, () => ({
    message: `${call.method} ${call.path} is not signed`,
    expected: 'the six SVC- headers',
    actual: 'none of them',
    evidence: [call.i],
  }));
}

function judgeStage(result: StageResult, call: Call, { findings }: Context): void {
  if (result.state === 'unknown') return;
  if (result.state === 'ok') {
    for (const duty of dutiesOf(result.stage, call)) findings.holds(duty);
    if (ALPHABET_SHOWS[result.stage]?.(call) === true) findings.holds('auth.client-url-alphabet');
    return;
  }
  const { cause, expected = 'as the interface says', actual = 'something else' } = result;
  if (cause === undefined) return;
  const violation = (): Violation => ({
    message: `${call.method} ${call.path}: ${SLIPS[cause].sentence}`,
    expected,
    actual,
    evidence: [call.i],
  });
  const level = isSuggestedOnly(cause) ? 'should' : 'must';
  for (const duty of violatedBy(result, call)) findings.judge(duty, false, violation, level);
}

/** Where the two alphabets of base64 differ; most short texts show neither. */
const ALPHABET_SHOWS: Partial<Record<StageResult['stage'], (call: Call) => boolean>> = {
  'data-encoding': (call) => /[-_]/.test(headerOf(call, HEADER.data) ?? ''),
  // The hash of nothing has both of the letters.
  'body-hash': ({ body }) => body === null,
  'signature-encoding': (call) => /[-_]/.test(headerOf(call, HEADER.signature) ?? ''),
};
