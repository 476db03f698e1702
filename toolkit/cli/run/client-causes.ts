// Failures of clients that follow from another one: whoever takes an ACK for the result tells success of whatever is rejected later, in
// each check that has something rejected. Where a check of the cause itself fails, they name it. The verdicts stay: what failed has failed.
import type { CheckResult } from '../../../reports/model/model.js';
import { violatedBy } from '../../../reports/model/violated.js';
import type { ClientRequirementId } from '../../requirements/requirement-id.js';

interface Cause {
  readonly of: ClientRequirementId;
  readonly follow: readonly ClientRequirementId[];
  /** How what was got instead begins, where only that follows. */
  readonly got?: RegExp;
}

const CAUSES: readonly Cause[] = [
  {
    of: 'domain.client-ack-not-final',
    follow: [
      'domain.client-final-result',
      'transactions.client-foreign-events',
      'transactions.client-correlates',
      'transactions.client-event-order',
      'errors.client-rate-codes',
      'errors.client-both-phases',
      'idempotency.client-lost-answer',
    ],
    got: /^success/,
  },
  { of: 'domain.client-ack-not-final', follow: ['reconnect.client-polls'], got: /^none/ },
  {
    of: 'idempotency.client-lost-answer',
    follow: ['transactions.client-correlates', 'transactions.client-event-order'],
    got: /^(?:failed|rejected|refused)/,
  },
  { of: 'idempotency.client-same-key', follow: ['idempotency.client-lost-answer', 'transactions.client-correlates'] },
  {
    of: 'idempotency.client-key-per-intent',
    follow: ['idempotency.client-conflict', 'idempotency.client-retry-ends', 'limits.client-no-retry'],
  },
  {
    of: 'hmr.client-applies',
    follow: ['hmr.client-replaces', 'hmr.client-later-baseline', 'hmr.client-bare-form'],
  },
];

export function withClientCauses(checks: readonly CheckResult[]): readonly CheckResult[] {
  const because = new Map<string, string>();
  for (const { of, follow, got } of CAUSES) {
    const cause = checks.find((check) => isFailed(check) && isAbout(check, of));
    if (cause === undefined) continue;
    for (const check of checks) {
      const follows =
        (follow as readonly string[]).includes(violatedBy(check)) && got?.test(check.actual ?? '') !== false;
      if (isFailed(check) && follows && !because.has(check.id)) because.set(check.id, cause.id);
    }
  }
  if (because.size === 0) return checks;
  return checks.map((check) => {
    const cause = because.get(check.id);
    return cause === undefined || because.has(cause) ? check : { ...check, because: cause };
  });
}

function isFailed({ verdict, waiver }: CheckResult): boolean {
  return verdict === 'fail' && waiver === undefined;
}

/** Of the statement itself, and not of one that rests on it. */
function isAbout(check: CheckResult, requirement: string): boolean {
  return violatedBy(check) === requirement && check.requirements[0] === requirement;
}
