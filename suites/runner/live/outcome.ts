// How a check on a target ended, as the worker reports it: the decision, what it was made about, and what was measured on the way.
// Plain data that survives the structured clone.
import type { Level } from '../check.js';
import type { Decision } from '../decision.js';
import type { SignatureExplanation } from './verdict/explain-signature.js';
import type { CheckFinding, MeasuredValue, PropertyEvidence } from './verdict/tally.js';

/** A check on one of the targets of a run. */
export interface RunItem {
  readonly target: string;
  readonly check: string;
}

export interface Outcome extends RunItem, Omit<Decision, 'verdict' | 'level' | 'isAbsence'> {
  readonly verdict: Decision['verdict'] | 'not-run';
  /** Of a failure: the lowest of those of the check, of the failed assertion and of the requirement which that names. */
  readonly level?: Level;
  readonly durationMs: number;
  readonly property?: PropertyEvidence;
  /** Of a failure over the journal: the checks that wrote what it rests on. */
  readonly writtenBy?: readonly string[];
  /** What the doctor says about the request on which a failure rests. */
  readonly signature?: SignatureExplanation;
  readonly observations: readonly MeasuredValue[];
  readonly findings: readonly CheckFinding[];
}
