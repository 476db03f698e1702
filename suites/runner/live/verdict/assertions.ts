// Assertions as data: each is journalled with its operand, so that the report shows expected and actual and `tsi judge` evaluates it
// again. One is a named predicate over a journal record and a pointer into it, the other a finding that the check computed. The
// first that does not hold ends the check. The verbs that checks say are in `expect.ts`.
import { describe, evaluate, type PredicateName } from '../../../../toolkit/checkers/predicates/predicates.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { followPointer, parsePointer } from '../../../../toolkit/profile/dialect/reading/pointer.js';
import { AssertionFailed, Undecided } from '../../check-end.js';
import type { JudgedId } from '../../check-id.js';
import type { Evidence, ExpectOptions } from '../../context.js';
import type { CheckJournal } from '../target/target-journal.js';
import { CAUSED_BY_TARGET } from './answer.js';
import { type Grounds, rejudgeable } from './rejudgeable.js';
import { shorten } from './shorten.js';
import type { CheckTally } from './tally.js';

export interface AssertionParts {
  readonly journal: CheckJournal;
  readonly tally: CheckTally;
  /** The requirement judged unless an assertion names another. */
  readonly requirement: JudgedId;
  /** Once it aborts, waits end with nothing to show, so that nothing is judged any more. */
  readonly signal: AbortSignal;
}

/** What a check computed, in words, and what it rests on. */
export interface Claim extends Grounds {
  readonly expected: string;
  readonly actual: string;
  readonly evidence: readonly Evidence[];
}

export class Assertions {
  readonly #parts: AssertionParts;

  constructor(parts: AssertionParts) {
    this.#parts = parts;
  }

  /** That a predicate holds of a member of a record. */
  ofRecord(
    record: number,
    pointer: string,
    predicate: PredicateName,
    expected: JsonValue,
    options: ExpectOptions,
  ): void {
    const { journal, tally, signal } = this.#parts;
    signal.throwIfAborted();
    const subject = journal.at(record);
    if (subject === undefined) {
      throw new RangeError(`record: expected the index of a record of this check, got ${record}`);
    }
    const { kind, parsed, error } = subject;
    // Of an answer that never came no member is missing.
    if (isUnanswered(kind) && error !== null && !CAUSED_BY_TARGET.includes(error.code)) {
      throw new Undecided(`no answer: ${error.message}`, [record]);
    }
    const actual = followPointer(parsed, parsePointer(pointer));
    const holds = evaluate(predicate, actual, expected);
    const message = options.message ?? null;
    const lowered = loweredBy(options);
    const { entry, ...judged } = this.#noted(
      options,
      { record, pointer, predicate, expected, holds, message, ...lowered },
      record,
    );
    tally.assertions += 1;
    if (holds) return;
    const wanted = `${described(predicate, expected, options)} at ${pointer === '' ? 'the message' : pointer}`;
    const got = actual === undefined ? 'nothing there' : shorten(JSON.stringify(actual));
    throw new AssertionFailed({
      ...judged,
      ...lowered,
      message: options.message ?? `expected ${wanted}, got ${got}`,
      expected: wanted,
      actual: got,
      evidence: [record, entry],
    });
  }

  /** What the check has computed itself. */
  computed(holds: boolean, claim: Claim, options: ExpectOptions): void {
    const { journal, tally, signal } = this.#parts;
    signal.throwIfAborted();
    const expected = shorten(claim.expected);
    const actual = shorten(claim.actual);
    // Records count from 1; a check that saw nothing has nothing to show.
    const evidence = recordsOf(claim.evidence).filter((index) => index > 0);
    tally.assertions += 1;
    const message = options.message ?? null;
    const lowered = loweredBy(options);
    const { entry, ...judged } = this.#noted(
      options,
      { computed: true, expected, actual, holds, evidence, message, ...rejudgeable(journal, holds, claim), ...lowered },
      evidence[0] ?? null,
    );
    if (holds) return;
    throw new AssertionFailed({
      ...judged,
      ...lowered,
      message: options.message ?? `expected ${expected}, got ${actual}`,
      ...(options.isAbsence === true && { isAbsence: true }),
      expected,
      actual,
      evidence: [...evidence, entry],
    });
  }

  /** Journals the assertion once for each requirement that it judges. Returns those that a failure names. */
  #noted(
    { requirement = this.#parts.requirement, also = [] }: ExpectOptions,
    assertion: Readonly<Record<string, JsonValue>>,
    cause: number | null,
  ): { readonly requirement: JudgedId; readonly also?: readonly JudgedId[]; readonly entry: number } {
    const { journal } = this.#parts;
    const besides = also.length > 0 ? { also } : {};
    const entry = journal.note('assert', { requirement, ...besides, ...assertion }, cause);
    for (const one of also) journal.note('assert', { requirement: one, ...assertion }, cause);
    return { requirement, ...besides, entry };
  }
}

export function recordsOf(evidence: readonly Evidence[]): readonly number[] {
  return evidence.flatMap((one) => (one === undefined ? [] : typeof one === 'number' ? [one] : [one.record]));
}

function loweredBy({ level }: ExpectOptions): { readonly level?: 'should' } {
  return level === undefined ? {} : { level };
}

/** `0.30 - 0.10 = 0.20`, where it was computed. */
function described(predicate: PredicateName, expected: JsonValue, { sum }: ExpectOptions): string {
  return sum === undefined ? describe(predicate, expected) : `${sum} = ${String(expected)}`;
}

/** The outcome of a request, and not a frame that could not be read. */
function isUnanswered(kind: string): boolean {
  return kind === 'info' || kind === 'fail';
}
