// The verdict of one check, from how its function ended and what it recorded on the way. Pure: the decision table of a run.

import type { CheckSpec } from './check.js';
import { AssertionFailed, type Failure, Interrupted, NotApplicable, Undecided } from './check-end.js';

/** What a check recorded while it ran. */
export interface Tally {
  /** Assertions made, whatever came of them. */
  readonly assertions: number;
  readonly occurred: ReadonlySet<string>;
  /** Journal indices of answers with 429 or 503 that the check did not provoke by a control action. */
  readonly throttled: readonly number[];
  /** Journal indices of results which say that an account of the pool can carry no more. */
  readonly exhausted: readonly number[];
  /** What a property did, once it has ended. */
  readonly property?: { readonly runs: number } | undefined;
}

/** How the function of the check ended. */
export type Ending = { readonly by: 'return' } | { readonly by: 'throw'; readonly error: unknown };

export interface Decision {
  readonly verdict: 'pass' | 'fail' | 'inconclusive' | 'not-applicable' | 'error';
  readonly reason?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly evidence: readonly number[];
  /** The requirement that the failed assertion names. */
  readonly requirement?: string;
}

export function decide(spec: CheckSpec, ending: Ending, tally: Tally): Decision {
  const stray = [...tally.occurred].find((condition) => spec.sometimes?.includes(condition) !== true);
  if (stray !== undefined) return fault(`the check marks a condition that it does not declare: ${stray}`);
  if (ending.by === 'return') return decideReturn(spec, tally);
  const { error } = ending;
  if (error instanceof AssertionFailed) return decideFailure(error.failure, tally);
  if (error instanceof NotApplicable) return { verdict: 'not-applicable', reason: error.message, evidence: [] };
  if (error instanceof Interrupted || error instanceof Undecided) {
    return { verdict: 'inconclusive', reason: error.message, evidence: error.evidence };
  }
  return fault(error instanceof Error ? (error.stack ?? error.message) : `thrown: ${String(error)}`);
}

function decideReturn(spec: CheckSpec, tally: Tally): Decision {
  const never = (spec.sometimes ?? []).filter((condition) => !tally.occurred.has(condition));
  if (never.length > 0) {
    return { verdict: 'inconclusive', reason: `never occurred in this run: ${never.join('; ')}`, evidence: [] };
  }
  if (tally.assertions === 0 && spec.kind === 'property' && (tally.property?.runs ?? 0) > 0) {
    return { verdict: 'inconclusive', reason: 'none of the generated cases could be judged', evidence: [] };
  }
  if (tally.assertions === 0) return fault('the check ended without a single assertion');
  return { verdict: 'pass', evidence: [] };
}

/** A throttled target and a full account answer rightly (interface 4.1, 7.2): what that led to is never held against the target. */
function decideFailure(failure: Failure, { throttled, exhausted }: Tally): Decision {
  const [cause, records] =
    throttled.length > 0
      ? ['the target answered 429 or 503 during the check', throttled]
      : ['the account, which earlier checks left full, could carry no more', exhausted];
  if (records.length > 0) {
    return {
      verdict: 'inconclusive',
      reason: `${cause}, after which: ${failure.message}`,
      evidence: [...records, ...failure.evidence],
    };
  }
  return {
    verdict: 'fail',
    reason: failure.message,
    expected: failure.expected,
    actual: failure.actual,
    evidence: failure.evidence,
    requirement: failure.requirement,
  };
}

function fault(reason: string): Decision {
  return { verdict: 'error', reason, evidence: [] };
}
