// The verdict of one check from its records: assertions evaluated again, then what those of the attempt that it rests on admit as one.
// pass: at least one assertion, none false. fail: one false. A false one and yet undecided: only after an answer of 429 or 503.

import { messageOf } from '../../toolkit/base/message-of.js';
import type { JournalRecord, RecordKind } from '../../toolkit/journal/record.js';
import type { JsonObject, JsonValue } from '../../toolkit/payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../toolkit/payload/json-kind.js';
import { canonicalJson } from '../../toolkit/payload/same-json.js';
import type { Level, Verdict } from '../model/model.js';
import { amongIn, type CountedRecords } from './counted-records.js';
import { type JudgedAttempt, JudgedAttempts } from './judged-attempts.js';
import type { EvaluateAssertion, JudgedCheck, JudgeSent } from './judgement.js';
import { type Searches, soughtIn } from './searches.js';
import { factOf, factsIn, type JudgeHistory, lookedThrough, malformed, SEEN } from './shown.js';

const RECORDED: readonly Verdict[] = ['error', 'fail', 'inconclusive', 'pass', 'not-applicable'];
const LEVELS: readonly Level[] = ['must', 'should'];
const THROTTLING = [429, 503];
/** Records that say nothing about the target. */
const SAID: readonly RecordKind[] = ['assert', 'observe', 'verdict'];
type Report = (check: string, record: number | null, message: string) => void;

/** Where claims of the suite look again. */
export interface Looks {
  readonly searches: Searches;
  readonly countedRecords: CountedRecords;
  readonly sent: JudgeSent | undefined;
  readonly history: JudgeHistory | undefined;
}

export class CheckJudge {
  readonly #id: string;
  readonly #report: Report;
  readonly #looks: Looks;
  readonly #attempts = new JudgedAttempts();
  #recorded: Verdict | undefined;
  #level: Level | undefined;
  #reason = '';
  #evidence: readonly number[] = [];
  #told: JsonObject | undefined;

  constructor(id: string, report: Report, looks: Looks) {
    this.#id = id;
    this.#report = report;
    this.#looks = looks;
  }

  assertion(
    record: JournalRecord,
    at: (index: number) => JournalRecord | undefined,
    evaluate: EvaluateAssertion,
  ): void {
    const { latest } = this.#attempts;
    latest.assertions += 1;
    const { parsed } = record;
    const requirement = memberOf(parsed, 'requirement');
    if (typeof requirement === 'string') latest.requirements.add(requirement);
    if (this.#recorded !== undefined) this.#say(record, 'an assertion follows the verdict of its check');
    const recorded = memberOf(parsed, 'holds');
    if (typeof recorded !== 'boolean') {
      this.#say(record, 'the assertion does not say whether it held');
      return;
    }
    const holds = this.#evaluate(record, at, evaluate) ?? recorded;
    if (holds !== recorded) {
      this.#say(
        record,
        `the assertion is recorded as ${recorded ? 'holding' : 'not holding'}, but its evidence says otherwise`,
      );
    }
    if (holds) return;
    const isLowered = memberOf(parsed, 'level') === 'should';
    latest.violated.set(record.i, requirementsIn(parsed));
    latest.failed.push({ requirement: typeof requirement === 'string' ? requirement : '', isLowered });
  }

  /** Undefined when the outcome cannot be computed again. */
  #evaluate(
    record: JournalRecord,
    at: (index: number) => JournalRecord | undefined,
    evaluate: EvaluateAssertion,
  ): boolean | undefined {
    const { i, parsed } = record;
    const again = this.#again(record, at, evaluate);
    if (again !== undefined) return again.holds;
    if (memberOf(parsed, 'computed') === true) {
      this.#attempts.latest.computed += 1;
      return undefined;
    }
    const seen = memberOf(parsed, SEEN);
    if (seen !== undefined) return this.#judgeSent(i, parsed, seen);
    return this.#fact(record, parsed, at, evaluate);
  }

  /** A claim that says what it rests on; undefined where none is made, or nobody can look through its history. */
  #again(
    record: JournalRecord,
    at: (index: number) => JournalRecord | undefined,
    evaluate: EvaluateAssertion,
  ): { readonly holds: boolean | undefined } | undefined {
    const odd = malformed(record.parsed);
    if (odd !== undefined) {
      this.#say(record, `the assertion ${odd}`);
      return { holds: undefined };
    }
    const looked = lookedThrough(record.parsed);
    if (looked === undefined && this.#looks.history?.owes(this.#id) === true) {
      this.#say(record, 'the assertion does not rest on the history of its run, as its check does');
    }
    const facts = factsIn(record.parsed);
    if (facts !== undefined) {
      const each = facts.map((one) => this.#fact(record, one, at, evaluate));
      return { holds: each.includes(undefined) ? undefined : !each.includes(false) };
    }
    const { searches, countedRecords } = this.#looks;
    const [sought, among] = [soughtIn(record.parsed), amongIn(record.parsed)];
    const named = looked === undefined ? 'what the assertion names' : 'the history that the assertion looked through';
    const again =
      (sought && searches.look(record, sought, this.#cautious(record, evaluate))) ??
      (among && countedRecords.look(record, among, this.#cautious(record, evaluate))) ??
      (looked && this.#looks.history?.look(record, looked));
    if (again === undefined || 'holds' in again) return again;
    this.#say(record, `${named} ${again.refused}`);
    return { holds: undefined };
  }

  /** A predicate that cannot be evaluated shows nothing, which is said. */
  #cautious(record: JournalRecord, evaluate: EvaluateAssertion): EvaluateAssertion {
    return (...fact) => {
      try {
        return evaluate(...fact);
      } catch (error) {
        this.#say(record, `the assertion cannot be evaluated: ${messageOf(error)}`);
        return false;
      }
    };
  }

  /** A named predicate over a record; undefined when it cannot be evaluated, which is said. */
  #fact(
    { i, check }: JournalRecord,
    fact: JsonValue,
    at: (index: number) => JournalRecord | undefined,
    evaluate: EvaluateAssertion,
  ): boolean | undefined {
    const read = factOf(fact);
    // Not itself either: it would say of itself that it holds.
    const evidence = read === undefined || read.record >= i ? undefined : at(read.record);
    if (read === undefined || evidence === undefined) {
      this.#report(this.#id, i, 'the assertion names no earlier record to look at');
      return undefined;
    }
    if (evidence.check !== check) this.#report(this.#id, i, 'the assertion looks at a record of another check');
    if (SAID.includes(evidence.kind)) this.#report(this.#id, i, 'the assertion looks at what the suite itself says');
    try {
      return evaluate(evidence.parsed, read.pointer, read.predicate, read.expected);
    } catch (error) {
      this.#report(this.#id, i, `the assertion cannot be evaluated: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** An assertion of the checkers of clients. */
  #judgeSent(i: number, parsed: JsonValue, seen: JsonValue): boolean | undefined {
    const [from, to] = [memberOf(seen, 'from'), memberOf(seen, 'to')];
    const requirement = memberOf(parsed, 'requirement');
    const isRange = isRecord(from) && isRecord(to) && from <= to && to < i;
    const holds =
      isRange && typeof requirement === 'string' ? this.#looks.sent?.holds(this.#id, requirement, from, to) : undefined;
    if (holds === undefined) this.#report(this.#id, i, 'the records that the assertion names show nothing of it');
    return holds;
  }

  other(record: JournalRecord): void {
    const { latest } = this.#attempts;
    if (record.kind === 'resolve') this.#attempts.resolve(record.parsed);
    const status = memberOf(record.parsed, 'status');
    if (record.kind === 'ok' && typeof status === 'number' && THROTTLING.includes(status)) latest.isThrottled = true;
    if (record.kind === 'observe' && isJsonObject(record.parsed)) {
      latest.observations.push(observationText({ ...record.parsed, check: record.check }));
    }
    if (record.kind !== 'verdict') return;
    if (this.#recorded !== undefined) this.#say(record, 'a second verdict for the same check');
    this.#attempts.decidedBy(memberOf(record.parsed, 'attempt'));
    const verdict = memberOf(record.parsed, 'verdict');
    this.#recorded = RECORDED.find((one) => one === verdict);
    if (this.#recorded === undefined) this.#say(record, `an unknown verdict: ${JSON.stringify(verdict ?? null)}`);
    this.#level = LEVELS.find((one) => one === memberOf(record.parsed, 'level'));
    const reason = memberOf(record.parsed, 'reason');
    if (typeof reason !== 'string' || !Array.isArray(memberOf(record.parsed, 'evidence'))) {
      this.#say(record, 'the verdict does not say why, or on what it rests');
    }
    this.#reason = typeof reason === 'string' ? reason : '';
    const evidence = memberOf(record.parsed, 'evidence');
    const told = memberOf(record.parsed, 'told');
    this.#told = isJsonObject(told) ? told : undefined;
    this.#evidence = Array.isArray(evidence) ? evidence.filter((one): one is number => typeof one === 'number') : [];
  }

  end(): JudgedCheck {
    const { deciding, isAgain } = this.#attempts;
    const recomputed = this.#recompute(deciding);
    if (this.#recorded !== undefined && recomputed !== this.#recorded) {
      this.#report(this.#id, null, `the recorded verdict is ${this.#recorded}, the assertions say ${recomputed}`);
    }
    if (recomputed === 'pass') {
      const violation =
        this.#looks.sent?.violation(this.#id, [...deciding.requirements]) ?? this.#looks.history?.violation(this.#id);
      if (violation !== undefined) this.#report(this.#id, null, `it passed, although ${violation}`);
    }
    return {
      recorded: this.#recorded,
      reason: this.#reason,
      level: this.#level,
      evidence: this.#evidence,
      told: this.#told,
      failed: deciding.failed,
      violates: this.#violates(deciding),
      isAgain,
      observations: deciding.observations,
      recomputed,
      assertions: deciding.assertions,
      computed: deciding.computed,
      requirements: [...deciding.requirements],
    };
  }

  /** A verdict that names no assertion rests on the last that did not hold: it ended the check. */
  #violates({ violated }: JudgedAttempt): readonly string[] {
    const named = this.#evidence.find((index) => violated.has(index));
    return (named === undefined ? [...violated.values()].at(-1) : violated.get(named)) ?? [];
  }

  #recompute({ failed, assertions, isThrottled }: JudgedAttempt): Verdict {
    const recorded = this.#recorded;
    if (failed.length > 0) {
      const excused = recorded === 'inconclusive' && isThrottled;
      return excused || recorded === 'error' ? recorded : 'fail';
    }
    if (recorded === undefined) return 'not-run';
    if (recorded === 'pass') return assertions > 0 ? 'pass' : 'inconclusive';
    // A failure without a false assertion has nothing to rest on; the other verdicts rest on something outside of assertions.
    return recorded === 'fail' ? 'inconclusive' : recorded;
  }

  #say(record: JournalRecord, message: string): void {
    this.#report(this.#id, record.i, message);
  }
}

/** The one that an assertion names, then what it judges besides. */
function requirementsIn(parsed: JsonValue): readonly string[] {
  const also = memberOf(parsed, 'also');
  return [memberOf(parsed, 'requirement'), ...(isJsonArray(also) ? also : [])].filter((one) => typeof one === 'string');
}

/** One text for one measurement, whatever the order of its members. */
export function observationText({
  name = null,
  value = null,
  section = null,
  unit = null,
  check = null,
  evidence = null,
}: JsonObject): string {
  return canonicalJson({ name, value, section, unit, check, evidence });
}

function isRecord(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
