// What a check of a service or of a client comes to in the results of a run, beside what the plan says of it.
import type { CheckResult } from '../../../reports/model/model.js';
import { violated } from '../../../reports/model/violated.js';

type Outcome = Pick<
  CheckResult,
  'verdict' | 'reason' | 'expected' | 'actual' | 'evidence' | 'needs' | 'durationMs' | 'property' | 'signature'
> &
  Parameters<typeof violated>[0];

/** Of a check that something keeps from running here. */
export function obstructed({
  verdict,
  reason,
  needs,
}: Required<Pick<CheckResult, 'verdict' | 'reason' | 'needs'>>): Omit<Outcome, 'requirement' | 'also'> {
  const unreachable = verdict === 'inconclusive' ? { unreachable: true } : {};
  return { verdict, reason, needs, ...unreachable, evidence: [], durationMs: 0 };
}

/** Of a check that nobody heard of again. */
export function notRun(reason: string): Pick<CheckResult, 'verdict' | 'reason' | 'evidence' | 'durationMs'> {
  return { verdict: 'not-run', reason, evidence: [], durationMs: 0 };
}

/** Of a check that ran; a waiver excuses its failure. */
export function ended(
  outcome: Outcome,
  waiver: CheckResult['waiver'],
): Omit<Outcome, 'requirement' | 'also'> & Pick<CheckResult, 'violates' | 'waiver'> {
  const { verdict, reason, expected, actual, evidence, needs, durationMs, property, signature } = outcome;
  return {
    verdict,
    ...(reason !== undefined && { reason }),
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
    ...(needs !== undefined && { needs }),
    ...(verdict === 'fail' && violated(outcome)),
    evidence,
    durationMs,
    ...(property !== undefined && { property }),
    ...(signature !== undefined && { signature }),
    ...(waiver !== undefined && { waiver }),
  };
}
