// What a check has recorded so far: counted by the verbs, read once at its end.
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import type { ControlActionName } from '../../../../toolkit/profile/control/actions.js';
import type { CheckSpec } from '../../check.js';
import type { AssertionFailed, Undecided } from '../../check-end.js';
import type { Tally } from '../../decision.js';

export interface MeasuredValue {
  readonly name: string;
  readonly value: JsonValue;
  readonly unit?: string;
  readonly section: string;
  readonly evidence: readonly number[];
}

export interface PropertyEvidence {
  readonly seed: number;
  readonly path?: string;
  readonly runs: number;
  readonly counterexample?: string;
}

export interface CheckFinding {
  readonly kind: 'dialect' | 'control';
  readonly message: string;
  readonly evidence: readonly number[];
}

/** Control actions whose very purpose is an answer of 429 or 503. */
const THROTTLING_ACTIONS: readonly ControlActionName[] = ['limits.exhaust', 'service.maintenance', 'market.quotes'];

export class CheckTally implements Tally {
  assertions = 0;
  readonly occurred: Set<string> = new Set();
  readonly throttled: number[] = [];
  throttledBy: number | undefined;
  exhausted: readonly number[] = [];
  full: Undecided | undefined;
  misread: readonly number[] = [];
  readonly observations: MeasuredValue[] = [];
  readonly findings: CheckFinding[] = [];
  property: PropertyEvidence | undefined;
  /** What a property found: it stands, also when the check is stopped while a smaller case is sought. */
  failure: AssertionFailed | undefined;
  /** The check brings answers of 429 or 503 about on purpose, so they count like any other. */
  readonly provokesThrottling: boolean;

  constructor(spec: CheckSpec) {
    this.provokesThrottling = spec.needs?.control?.some((name) => THROTTLING_ACTIONS.includes(name)) === true;
  }
}
