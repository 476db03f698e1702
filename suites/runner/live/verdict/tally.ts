// What a check has recorded so far: counted by the verbs, read once at its end.
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import type { CheckSpec } from '../../check.js';
import type { AssertionFailed, Undecided } from '../../check-end.js';
import type { Tally } from '../../decision.js';
import { provokedBy } from '../resilience/provoked.js';
import type { OutOfForm } from './out-of-form.js';

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
  readonly kind: 'dialect' | 'control' | 'pace';
  readonly message: string;
  readonly evidence: readonly number[];
}

export class CheckTally implements Tally {
  assertions = 0;
  readonly occurred: Set<string> = new Set();
  readonly throttled: number[] = [];
  throttledBy: number | undefined;
  readonly slow: number[] = [];
  exhausted: readonly number[] = [];
  full: Undecided | undefined;
  misread: readonly number[] = [];
  misreadNeeds: readonly string[] = [];
  outOfForm: OutOfForm | undefined;
  readonly observations: MeasuredValue[] = [];
  readonly findings: CheckFinding[] = [];
  property: PropertyEvidence | undefined;
  /** What a property found: it stands, also when the check is stopped while a smaller case is sought. */
  failure: AssertionFailed | undefined;
  readonly #provoked: Set<number>;

  constructor(spec: CheckSpec) {
    this.#provoked = new Set((spec.needs?.control ?? []).flatMap((name) => provokedBy(name) ?? []));
  }

  /** From now on, the check brings answers of this status about, too. */
  provoke(status: number): void {
    this.#provoked.add(status);
  }

  /** Whether the check brings answers of this status about on purpose, so that they count like any other. */
  provokes(status: number): boolean {
    return this.#provoked.has(status);
  }

  /** Answers of this status count, too, those before included: nothing but what the check brought about explains them. */
  takeForProvoked(status: number): void {
    this.#provoked.add(status);
    if (this.throttledBy !== status) return;
    this.throttled.length = 0;
    this.throttledBy = undefined;
  }
}
