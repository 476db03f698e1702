// Looks through the history of a run once more, from its journal: the history checkers over the records that an assertion looked through,
// those of its check or those of the whole run. What no assertion looks through is not kept. A history that the suite cannot have looked
// through, such as one that ends before what refutes the claim, is refused: only somebody who edits a journal writes it.
import type { Looking } from '../../../reports/rejudge/references.js';
import type { JudgeHistory, LookedAgain, LookedThrough } from '../../../reports/rejudge/shown.js';
import { grouped } from '../../base/grouped.js';
import {
  CHECKERS,
  type Checker,
  type CheckerResult,
  type CheckerSettings,
  JournalJudgement,
  journalCheckOf,
  readSettings,
} from '../../checkers/index.js';
import {
  ANOTHER_ATTEMPT,
  type JournalHeader,
  type JournalRecord,
  type RecordKind,
  RUN_AGAIN,
  RUN_FINDINGS,
} from '../../journal/record.js';
import type { JsonValue } from '../../payload/json.js';
import { memberOf } from '../../payload/json-kind.js';

/**
 * A run asks for its history once, a journal of many shards once for each, a check once for each scene; more are a forger's, and cost a
 * pass each.
 */
const MOST_HISTORIES = 64;
/** What the suite sends: none of it is left out of a history. Late answers and messages may be. */
const ACTS: readonly RecordKind[] = ['invoke', 'send', 'control'];
/** How records say that a check begins from its beginning. */
const BEGUN_ANEW: readonly (JsonValue | undefined)[] = [RUN_AGAIN, ANOTHER_ATTEMPT];
/** What a check has seen when it looks through its own records, which takes no time. */
const SEEN: readonly RecordKind[] = [...ACTS, 'ok', 'event'];
/** Checks that users wrote themselves look through what they like. */
const OF_USERS = 'own.';
/** Those over the journal of a whole run, by their ids. */
const OVER_RUNS: ReadonlyMap<string, string> = new Map(CHECKERS.map((one) => [journalCheckOf(one), one.name]));

/** Undefined for the journal of a client, whose checkers are others. */
export async function judgeHistory(
  { settings }: JournalHeader,
  looking: readonly Looking[],
): Promise<JudgeHistory | undefined> {
  if (memberOf(settings, 'subject') === 'client') return undefined;
  return new HistoryAgain(readSettings(settings), looking);
}

class HistoryAgain implements JudgeHistory {
  readonly #settings: CheckerSettings;
  readonly #ofChecks: ReadonlyMap<string, readonly Looking[]>;
  readonly #ofRuns: ReadonlyMap<number, WholeRun>;
  readonly #records = new Map<string, JournalRecord[]>();
  /** Of the check and the last record that was looked through. */
  readonly #results = new Map<string, readonly CheckerResult[]>();
  /** The last thing that any check but those over the journal did. */
  #lastAct = 0;
  /** By check over the journal. */
  readonly #passedOver = new Map<string, string | undefined>();

  constructor(settings: CheckerSettings, looking: readonly Looking[]) {
    this.#settings = settings;
    const ofChecks = grouped(
      looking.filter(({ over, check }) => over === 'check' && check !== null),
      ({ check }) => check ?? '',
    );
    this.#ofChecks = new Map([...ofChecks].filter(([, all]) => untilsOf(all).size <= MOST_HISTORIES));
    const untils = untilsOf(looking.filter(({ over }) => over === 'run'));
    this.#ofRuns = new Map([...untils].slice(0, MOST_HISTORIES).map((until) => [until, new WholeRun(until, settings)]));
  }

  take(record: JournalRecord): void {
    for (const run of this.#ofRuns.values()) run.take(record);
    const { i, check, kind } = record;
    if (check !== null && ACTS.includes(kind) && !OVER_RUNS.has(check)) this.#lastAct = i;
    if (check === null || !this.#ofChecks.has(check)) return;
    // Made again from its beginning.
    if (kind === 'resolve' && BEGUN_ANEW.includes(memberOf(record.parsed, 'by'))) this.#records.delete(check);
    const own = this.#records.get(check);
    if (own === undefined) this.#records.set(check, [record]);
    else own.push(record);
    if (kind === 'verdict') this.#records.delete(check);
  }

  look(assertion: JournalRecord, looked: LookedThrough): LookedAgain | undefined {
    const check = assertion.check ?? '';
    // The history is that of one target, and what is of no check names none.
    if (looked.over === 'run' && check.includes('@')) return undefined;
    if (looked.until >= assertion.i) return { refused: 'ends after it' };
    const isIts = OVER_RUNS.get(check) === looked.checker && OVER_RUNS.has(check) === (looked.over === 'run');
    if (!isIts && !check.startsWith(OF_USERS)) return { refused: 'is not the one that its check looks through' };
    const results = looked.over === 'run' ? this.#ofRun(check, looked) : this.#ofScene(assertion, looked);
    return 'refused' in results ? results : found(assertion, results);
  }

  owes(check: string): boolean {
    return OVER_RUNS.has(check);
  }

  violation(check: string): string | undefined {
    return this.#passedOver.get(check);
  }

  #ofRun(
    check: string,
    { until, checker: name }: LookedThrough,
  ): readonly CheckerResult[] | { readonly refused: string } {
    const run = this.#ofRuns.get(until);
    if (run === undefined) return { refused: 'is one of too many' };
    if (until < this.#lastAct) return { refused: 'ends before what the checks of its run did' };
    const results = run.results().filter(({ checker }) => name === undefined || checker === name);
    if (!OVER_RUNS.has(check)) return results;
    const [worst] = results.flatMap(({ findings, judgedBy }) =>
      findings.filter(({ requirement }) => Object.hasOwn(judgedBy, requirement)),
    );
    this.#passedOver.set(check, worst && `its history breaks ${worst.requirement}: ${worst.message}`);
    return results;
  }

  #ofScene(
    { check, i }: JournalRecord,
    { until, checker: name }: LookedThrough,
  ): readonly CheckerResult[] | { readonly refused: string } {
    const asking = this.#ofChecks.get(check ?? '');
    if (asking === undefined) return { refused: 'is one of too many' };
    const records = this.#records.get(check ?? '') ?? [];
    if (records.some((one) => one.i > until && SEEN.includes(one.kind))) {
      return { refused: 'ends before what its check had seen by then' };
    }
    const key = `${until} ${check}`;
    let results = this.#results.get(key);
    if (results === undefined) {
      const requirements = new Set(asking.filter((one) => one.until === until && one.at >= i).map(requirementOf));
      const judgement = new JournalJudgement(judging(requirements), this.#settings);
      for (const record of records) if (record.i <= until) judgement.see(record);
      results = judgement.finish();
      this.#results.set(key, results);
    }
    return results.filter(({ checker }) => name === undefined || checker === name);
  }
}

/** The records of a run until its history was asked for. */
class WholeRun {
  readonly #until: number;
  readonly #settings: CheckerSettings;
  #judgement: JournalJudgement;
  #results: readonly CheckerResult[] | undefined;

  constructor(until: number, settings: CheckerSettings) {
    this.#until = until;
    this.#settings = settings;
    this.#judgement = new JournalJudgement(CHECKERS, settings);
  }

  take(record: JournalRecord): void {
    if (record.i > this.#until) return;
    this.#judgement.see(record);
    // The last of a shard, which another follows in a joined journal: that one knew nothing of it.
    const isLast =
      record.kind === 'info' && record.check === null && memberOf(record.parsed, RUN_FINDINGS) !== undefined;
    if (isLast) this.#judgement = new JournalJudgement(CHECKERS, this.#settings);
  }

  results(): readonly CheckerResult[] {
    this.#results ??= this.#judgement.finish();
    return this.#results;
  }
}

/**
 * What binds is claimed of every requirement that was judged, a warning only where there is one and nothing binding is broken
 * (`suites/words/judgement.ts`).
 */
function found({ parsed }: JournalRecord, results: readonly CheckerResult[]): LookedAgain {
  const requirement = memberOf(parsed, 'requirement');
  if (!results.some(({ judgedBy }) => Object.hasOwn(judgedBy, String(requirement)))) {
    return { refused: 'shows nothing of it' };
  }
  const all = results.flatMap(({ findings }) => findings.filter((one) => one.requirement === requirement));
  const isBroken = all.some(({ level }) => level === undefined);
  if (memberOf(parsed, 'level') !== 'should') return { holds: !isBroken };
  return all.length > 0 && !isBroken ? { holds: false } : { refused: 'shows no warning' };
}

function untilsOf(looking: readonly Looking[]): ReadonlySet<number> {
  return new Set(looking.map(({ until }) => until));
}

function requirementOf({ requirement }: Looking): string {
  return requirement;
}

function judging(requirements: ReadonlySet<string>): readonly Checker[] {
  return CHECKERS.filter((checker) => checker.requirements.some((one) => requirements.has(one)));
}
