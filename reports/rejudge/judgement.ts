// What judging a journal again yields, and how its assertions are evaluated. Types only.
import type { JournalError } from '../../toolkit/journal/journal-error.js';
import type { JournalFooter, JournalHeader, JournalRecord } from '../../toolkit/journal/record.js';
import type { JsonObject, JsonValue } from '../../toolkit/payload/json.js';
import type { Level, Verdict } from '../model/model.js';

/** Evaluates a named predicate over the value at a pointer. Throws when the name or the operand is unknown. */
export type EvaluateAssertion = (parsed: JsonValue, pointer: string, predicate: string, expected: JsonValue) => boolean;

/** Judges what a client sent once more, by the checkers that judged it in the run. Reports get it injected. */
export interface JudgeSent {
  /** Every record, in its order. */
  take(record: JournalRecord): void;
  /** Whether nothing that was sent within that range violates the requirement; undefined where nothing of it is to be seen there. */
  holds(check: string, requirement: string, from: number, to: number): boolean | undefined;
  /** What was sent for a check in violation of one of the requirements, at level must, as a sentence. */
  violation(check: string, requirements: readonly string[]): string | undefined;
}

/** Something in the journal that does not agree with something else in it. */
export interface JudgeFinding {
  readonly check: string | null;
  readonly record: number | null;
  readonly message: string;
}

/** A finding about the run, as far as the journal keeps it. */
export interface RunFindingRecord {
  readonly kind: string;
  readonly message: string;
}

export interface JudgedCheck {
  /** What the journal says at the end of the check; undefined when the run ended before. */
  readonly recorded: Verdict | undefined;
  readonly reason: string;
  /** Of a failure, as the journal says it; undefined in journals that did not say it yet. */
  readonly level: Level | undefined;
  readonly evidence: readonly number[];
  /** What the results say of it besides; undefined in journals that did not say it yet. */
  readonly told: JsonObject | undefined;
  /** Of the assertions that did not hold: their requirements, and whether they lower the level themselves. */
  readonly failed: readonly { readonly requirement: string; readonly isLowered: boolean }[];
  /** What the one of them violates on which the recorded verdict rests. */
  readonly violates: readonly string[];
  /** Whether it was made again from its beginning. */
  readonly isAgain: boolean;
  /** What it measured, as JSON texts with its id. */
  readonly observations: readonly string[];
  /** What follows from its assertions. */
  readonly recomputed: Verdict;
  readonly assertions: number;
  /** Assertions that the suite computed itself: their operands are recorded, their outcome is taken over. */
  readonly computed: number;
  readonly requirements: readonly string[];
}

export interface Judgement {
  readonly header: JournalHeader;
  readonly footer: JournalFooter | undefined;
  readonly records: number;
  /** The earliest and the latest wall clock of header and records. */
  readonly from: string;
  readonly until: string;
  /** What the run found besides its checks, as its last record lists it; undefined in journals that did not say it yet. */
  readonly runFindings?: readonly RunFindingRecord[];
  /** What the run measured of the target's clock, each shard once. */
  readonly clockOffsetsMs: readonly number[];
  readonly checks: ReadonlyMap<string, JudgedCheck>;
  readonly findings: readonly JudgeFinding[];
  /** The first defect of the file that no killed run leaves: not a missing end, nor a last line cut off. Lenient only. */
  readonly damage?: JournalError;
}
