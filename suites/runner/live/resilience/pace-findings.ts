// What a run has to say of its pace: how often it met a quota, and how long it stood still for quotas (interface 8, other limits, rule 1).
// Without it a run that took ten times as long as another would not say why.
import type { CheckFinding } from '../verdict/tally.js';
import type { Pace } from './pace.js';

/** Less is the ordinary course of a run. */
const WORTH_SAYING_MS = 2_000;

export function paceFindings({ cost }: Pick<Pace, 'cost'>): readonly CheckFinding[] {
  const { met, waitedMs } = cost;
  if (met === 0 && waitedMs < WORTH_SAYING_MS) return [];
  const message = `requests stood still for ${(waitedMs / 1000).toFixed(1)} s of the run because of ${causeOf(cost)}`;
  return [{ kind: 'pace', message, evidence: [] }];
}

function causeOf({ met, isBound }: Pace['cost']): string {
  if (met > 0) {
    return `quotas, which answered 429 ${times(met)}; where the profile states limits.requestsPerSecond, a run keeps to it from the start`;
  }
  if (!isBound) return 'the quotas that the target states';
  return 'limits.requestsPerSecond of the profile, 50 where it says nothing; a run of a target that takes more is faster with more';
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
