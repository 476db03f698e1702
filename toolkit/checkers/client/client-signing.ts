// Interface 5: every request and every handshake of a client is signed, and each stage of its signature is in order. A request without
// any of the six headers is not signed at all, which is one finding and not six.
import { kept } from '../../base/kept.js';
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import { HEADER } from '../../signing/portable.js';
import { SLIPS, type SlipId } from '../../signing/slips/slips.js';
import type { StageResult } from '../../signing/stage-result.js';
import type { Checker, CheckerContext, Violation } from '../checker.js';
import type { Call } from '../ledger/entry.js';
import { HeldUp } from './held-up.js';
import { headerOf, isFromClient, isSignedAtAll, stagesOf } from './sent.js';
import { dutiesOf, isHandshake, isSuggestedOnly, violatedBy } from './signing-duties.js';

type Context = CheckerContext<ClientRequirementId>;

const NEAR = 'auth.client-timestamp-near';
const BEHIND: readonly SlipId[] = ['timestamp-stale', 'timestamp-local-time'];

export const clientSigning: Checker<ClientRequirementId> = {
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
  start(context) {
    const { findings, granted, isWaitedFor } = context;
    const isFromStart = granted.includes('from-start');
    /** By API key. */
    const clients = new Map<string, HeldUp<() => void>>();
    let near = 0;

    function judgeNear(result: StageResult, call: Call): void {
      const own = kept(clients, call.apiKey, () => new HeldUp<() => void>(isFromStart, (find) => find()));
      const moment = { tMs: call.tNs / 1e6, signedMs: Number(headerOf(call, HEADER.timestamp)) };
      own.see(moment);
      if (result.state === 'ok') near += 1;
      const find = (): void => judgeStage(result, call, context);
      if (isWaitedFor || !isBehind(result)) find();
      else own.judge({ ...moment, ageMs: ageOf(result), told: find });
    }

    return {
      see(entry) {
        if (!isFromClient(entry)) return;
        if (!isSignedAtAll(entry)) unsigned(entry, context);
        else {
          for (const result of stagesOf(entry)) {
            if (result.stage === 'timestamp') judgeNear(result, entry);
            else judgeStage(result, entry, context);
          }
        }
      },
      finish() {
        if ([...clients.values()].some(({ isAnyOpen }) => isAnyOpen)) findings.leaves(NEAR, HELD_UP);
        else for (let count = 0; count < near; count += 1) findings.holds(NEAR);
      },
    };
  },
};

const HELD_UP = 'requests came long after they were signed, as those of a client do that is held up';

/** Behind the time of the service, and not ahead of it. */
function isBehind(result: StageResult): boolean {
  const { cause, actual } = result;
  const nowMs = timeOf(result);
  return cause !== undefined && BEHIND.includes(cause) && (nowMs === undefined || Number(actual) < nowMs);
}

function ageOf(result: StageResult): number | undefined {
  const nowMs = timeOf(result);
  return nowMs === undefined ? undefined : nowMs - Number(result.actual);
}

/** By the clock of the service, in milliseconds. */
function timeOf({ expected }: StageResult): number | undefined {
  const [, nowMs] = /^about (\d+)$/.exec(expected ?? '') ?? [];
  return nowMs === undefined ? undefined : Number(nowMs);
}

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
    // Whether the time is that of now shows in the end.
    for (const duty of dutiesOf(result.stage, call)) if (duty !== NEAR) findings.holds(duty);
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
