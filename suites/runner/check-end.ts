// How a check ends before its last line. Verbs throw one of these; nobody but `live/attempts/` catches them, and whatever else is
// thrown is an error of the suite itself.
import type { JudgedId } from './check-id.js';

/** The first assertion that did not hold. */
export class AssertionFailed extends Error {
  override readonly name = 'AssertionFailed';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

export interface Failure {
  readonly requirement: JudgedId;
  /** What the same fact violates besides. */
  readonly also?: readonly JudgedId[];
  /** Where the one assertion weighs less than its requirement. */
  readonly level?: 'should';
  readonly message: string;
  /** What was owed on a stream did not come; where the target ended that stream, nothing was owed any more (interface 6.4, rule 2). */
  readonly isAbsence?: true;
  readonly expected: string;
  readonly actual: string;
  /** Journal indices, most telling first. */
  readonly evidence: readonly number[];
}

/** Applicable, but it cannot be decided. */
export class Undecided extends Error {
  override readonly name: string = 'Undecided';
  readonly evidence: readonly number[];
  /** What in the profile would let it be decided, as in a plan. */
  readonly needs: readonly string[];

  constructor(reason: string, evidence: readonly number[] = [], needs: readonly string[] = []) {
    super(reason);
    this.evidence = evidence;
    this.needs = needs;
  }
}

/** What the check judges turned out not to exist on this target. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}

/** The run is being stopped, or the time of the check is over. */
export class Interrupted extends Undecided {
  override readonly name: string = 'Interrupted';
}

export type CheckEnd = AssertionFailed | Undecided | NotApplicable;

export function isCheckEnd(error: unknown): error is CheckEnd {
  return error instanceof AssertionFailed || error instanceof Undecided || error instanceof NotApplicable;
}
