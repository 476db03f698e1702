// The verdict of one check, from how its function ended and what it recorded on the way. Pure: the decision table of a run.

import { ProtocolError } from '../../toolkit/payload/protocol-error.js';
import type { CheckSpec } from './check.js';
import { AssertionFailed, type Failure, isCheckEnd, NotApplicable, Undecided } from './check-end.js';
import type { JudgedId } from './check-id.js';
import type { OutOfForm } from './live/verdict/out-of-form.js';

/** What a check recorded while it ran. */
export interface Tally {
  /** Assertions made, whatever came of them. */
  readonly assertions: number;
  readonly occurred: ReadonlySet<string>;
  /** Journal indices of answers with 429 or 503 that the check did not provoke by a control action. */
  readonly throttled: readonly number[];
  /** The status of the first of them. */
  readonly throttledBy?: number | undefined;
  /** Journal indices of refusals of sound requests that were under way so long that their timestamps may have been too old, each time. */
  readonly slow?: readonly number[];
  /** Journal indices of results which say that an account of the pool can carry no more. */
  readonly exhausted: readonly number[];
  /** Why such an account stays full, where it is known. */
  readonly full?: Undecided | undefined;
  /** Journal indices of what the target sent and the dialect cannot read. */
  readonly misread: readonly number[];
  /** What in the profile would have it read, where that is known. */
  readonly misreadNeeds?: readonly string[];
  /** What the target sent that no message holds, where the check threw an error of its own. */
  readonly outOfForm?: OutOfForm | undefined;
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
  /** What in the profile would let an undecided check decide. */
  readonly needs?: readonly string[];
  /** The requirement that the failed assertion names. */
  readonly requirement?: JudgedId;
  /** Those that it judges besides. */
  readonly also?: readonly JudgedId[];
  /** What was owed on a stream did not come. */
  readonly isAbsence?: true;
  /** Where that assertion weighs less than its requirement. */
  readonly level?: 'should';
}

export function decide(spec: CheckSpec, ending: Ending, tally: Tally): Decision {
  const stray = [...tally.occurred].find((condition) => spec.sometimes?.includes(condition) !== true);
  if (stray !== undefined) return suiteError(`the check marks a condition that it does not declare: ${stray}`);
  const isSound = ending.by === 'return' || isCheckEnd(ending.error);
  // What rests on a reading that failed is neither right nor wrong, and silence on such a stream is none.
  if (isSound && tally.misread.length > 0) {
    const { misread: evidence, misreadNeeds: needs = [] } = tally;
    return { verdict: 'inconclusive', reason: MISREAD, evidence, ...(needs.length > 0 && { needs }) };
  }
  if (ending.by === 'return') return decideReturn(spec, tally);
  const { error } = ending;
  if (tally.full !== undefined && isSound && !(error instanceof NotApplicable)) return undecided(tally.full);
  if (isDialectFailure(error)) return { verdict: 'inconclusive', reason: error.message, evidence: tally.misread };
  if (error instanceof AssertionFailed) return decideFailure(error.failure, tally);
  if (error instanceof NotApplicable) return { verdict: 'not-applicable', reason: error.message, evidence: [] };
  if (error instanceof Undecided) return undecided(error);
  if (tally.outOfForm !== undefined) {
    const { what, record } = tally.outOfForm;
    const reason = `the check cannot work with what the target sent (${what}): ${firstLine(error)}`;
    return { verdict: 'inconclusive', reason, evidence: [record] };
  }
  return suiteError(error instanceof Error ? (error.stack ?? error.message) : `thrown: ${String(error)}`);
}

export const MISREAD = 'the dialect could not read what the target sent';

/** A function of a dialect module that failed: an error of the profile, and no defect of the suite or of the target. */
export function isDialectFailure(error: unknown): error is ProtocolError {
  return error instanceof ProtocolError && error.code === 'dialect-failed';
}

function undecided({ message, evidence, needs }: Undecided): Decision {
  return { verdict: 'inconclusive', reason: message, evidence, ...(needs.length > 0 && { needs }) };
}

function decideReturn(spec: CheckSpec, tally: Tally): Decision {
  const never = (spec.sometimes ?? []).filter((condition) => !tally.occurred.has(condition));
  if (never.length > 0) {
    return { verdict: 'inconclusive', reason: `never occurred in this run: ${never.join('; ')}`, evidence: [] };
  }
  if (tally.assertions === 0 && spec.kind === 'property' && (tally.property?.runs ?? 0) > 0) {
    return { verdict: 'inconclusive', reason: 'none of the generated cases could be judged', evidence: [] };
  }
  if (tally.assertions === 0) return suiteError('the check ended without a single assertion');
  return { verdict: 'pass', evidence: [] };
}

/** A throttled target, a slow way to it and a full account answer rightly (interface 4.1, 5.3, 7.2): nothing is held against that. */
function decideFailure(failure: Failure, { throttled, throttledBy, slow = [], exhausted }: Tally): Decision {
  const causes: readonly (readonly [cause: string, records: readonly number[]])[] = [
    [`the target answered ${throttledBy ?? '429 or 503'} during the check`, throttled],
    ['requests were under way so long that their timestamps may have been too old on arrival', slow],
    ['the account, which earlier checks left full, could carry no more', exhausted],
  ];
  const [cause, records] = causes.find(([, found]) => found.length > 0) ?? ['', []];
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
    ...(failure.also !== undefined && { also: failure.also }),
    ...(failure.level !== undefined && { level: failure.level }),
    ...(failure.isAbsence === true && { isAbsence: true }),
  };
}

const MOST_CHARACTERS = 200;

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n')[0] ?? '').slice(0, MOST_CHARACTERS);
}

function suiteError(reason: string): Decision {
  return { verdict: 'error', reason, evidence: [] };
}
