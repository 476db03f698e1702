// What a run has to say of its pace: how often it met a quota, and how long it stood still for quotas (interface 8, other limits, rule 1).
// Without it a run that took ten times as long as another would not say why.
import type { CheckFinding } from '../verdict/tally.js';
import type { Pace } from './pace.js';

/** Less is the ordinary course of a run. */
const WORTH_SAYING_MS = 2_000;

export function paceFindings({ cost: { met, waitedMs } }: Pick<Pace, 'cost'>): readonly CheckFinding[] {
  if (met === 0 && waitedMs < WORTH_SAYING_MS) return [];
  const seconds = `${(waitedMs / 1000).toFixed(1)} s`;
  const cause =
    met === 0 ? 'the quotas that the target or the profile states' : `quotas, which answered 429 ${times(met)}`;
  const advice =
    met === 0 ? '' : '; where the profile states limits.requestsPerSecond, a run keeps to it from the start';
  return [
    {
      kind: 'pace',
      message: `requests stood still for ${seconds} of the run because of ${cause}${advice}`,
      evidence: [],
    },
  ];
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
