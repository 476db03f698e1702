// What checking an implementation against the vectors comes to: plain data, for a table, JSON or JUnit.
import type { JsonValue } from '../payload/json.js';
import type { SigningStage, SlipId } from '../signing/slips/slips.js';
import type { Hypothesis, Unexplained } from './hypotheses/hypothesis.js';
import type { Operation } from './operations.js';

/** `fail`: a wrong answer. `errored`: no usable answer. `skipped`: the implementation said that it cannot. */
export type VectorVerdict = 'pass' | 'fail' | 'errored' | 'skipped' | 'not-run';

export interface VectorOutcome {
  readonly tcId: string;
  readonly file: string;
  readonly operation: Operation;
  readonly comment: string;
  readonly verdict: VectorVerdict;
  readonly message?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly stage?: SigningStage;
  readonly cause?: SlipId;
}

/** An answer to a case that is asked but never failed. */
export interface ObservedAnswer {
  readonly tcId: string;
  readonly comment: string;
  readonly answer: JsonValue;
  /** Present where the answer is laxer than what the interface asks of the sender: which slip of a sender is taken. */
  readonly warning?: SlipId;
  /** Present where the answer is another than follows from the page of the vectors: what that page states. */
  readonly differs?: string;
}

export interface VectorGroupCounts {
  readonly file: string;
  readonly operation: Operation;
  readonly counts: Readonly<Record<VectorVerdict, number>>;
}

export interface VectorReport {
  readonly implementation: string;
  readonly language: string;
  readonly operations: readonly Operation[];
  /** Every test of an operation that the implementation has, and none else. */
  readonly outcomes: readonly VectorOutcome[];
  readonly groups: readonly VectorGroupCounts[];
  readonly counts: Readonly<Record<VectorVerdict, number>>;
  readonly observations: readonly ObservedAnswer[];
  /** What explains the failures, as few as can be, by operation. */
  readonly hypotheses: readonly Hypothesis[];
  /** Failures of a signer of which something, or all, follows from no hypothesis. */
  readonly unexplained: readonly Unexplained[];
  /** Files with tests of operations that the implementation does not have, and how many. */
  readonly notApplicable: readonly { readonly file: string; readonly operation: Operation; readonly tests: number }[];
  readonly restarts: number;
  /** Lines of output that were no answers. */
  readonly junkLines: number;
  /** Started once per question, the program answered none: most likely it cannot be started. */
  readonly gaveUp?: true;
  /** What a person should know about the run itself. */
  readonly notes: readonly string[];
  readonly durationMs: number;
  /** All outcomes pass or are skipped, and at least one passes. */
  readonly passed: boolean;
}

const NONE: Readonly<Record<VectorVerdict, number>> = { pass: 0, fail: 0, errored: 0, skipped: 0, 'not-run': 0 };

export function countVerdicts(outcomes: readonly VectorOutcome[]): Readonly<Record<VectorVerdict, number>> {
  const counts = { ...NONE };
  for (const { verdict } of outcomes) {
    counts[verdict] += 1;
  }
  return counts;
}

/** One row per file and operation, in the order of the outcomes. */
export function groupCounts(outcomes: readonly VectorOutcome[]): readonly VectorGroupCounts[] {
  const rows = new Map<string, VectorOutcome[]>();
  for (const outcome of outcomes) {
    const name = `${outcome.file} ${outcome.operation}`;
    const row = rows.get(name);
    if (row === undefined) {
      rows.set(name, [outcome]);
    } else {
      row.push(outcome);
    }
  }
  return [...rows.values()].flatMap((row) => {
    const [first] = row;
    return first === undefined ? [] : [{ file: first.file, operation: first.operation, counts: countVerdicts(row) }];
  });
}

export function isPassed(counts: Readonly<Record<VectorVerdict, number>>): boolean {
  return counts.pass > 0 && counts.fail === 0 && counts.errored === 0 && counts['not-run'] === 0;
}
