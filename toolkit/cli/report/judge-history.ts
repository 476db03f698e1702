// Looks through the history of a run once more, from its journal: the history checkers over the records that an assertion looked through,
// those of its check or those of the whole run. What no assertion looks through is not kept.
import type { Looking } from '../../../reports/rejudge/referenced.js';
import type { JudgeHistory, LookedThrough } from '../../../reports/rejudge/shown.js';
import {
  CHECKERS,
  type Checker,
  type CheckerResult,
  type CheckerSettings,
  JournalJudgement,
  readSettings,
} from '../../checkers/index.js';
import type { JournalHeader, JournalRecord } from '../../journal/record.js';
import { grouped } from '../../payload/grouped.js';
import { memberOf } from '../../payload/json-kind.js';

/** A run asks for its history once, a journal of many shards once for each; more are a forger's, and cost a pass each. */
const MOST_HISTORIES = 64;

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
  readonly #ofRuns: ReadonlyMap<string, WholeRun>;
  readonly #records = new Map<string, JournalRecord[]>();
  /** Of the check and the last record that was looked through. */
  readonly #results = new Map<string, readonly CheckerResult[]>();

  constructor(settings: CheckerSettings, looking: readonly Looking[]) {
    this.#settings = settings;
    const ofChecks = looking.filter(({ over, check }) => over === 'check' && check !== null);
    this.#ofChecks = grouped(ofChecks, ({ check }) => check ?? '');
    const ofRuns = grouped(
      looking.filter(({ over }) => over === 'run'),
      ({ run, until }) => `${until} ${run}`,
    );
    this.#ofRuns = new Map(
      [...ofRuns].slice(0, MOST_HISTORIES).map(([key, [first]]) => [key, new WholeRun(first, settings)]),
    );
  }

  take(record: JournalRecord): void {
    for (const run of this.#ofRuns.values()) run.take(record);
    const { check, kind } = record;
    if (check === null || !this.#ofChecks.has(check)) return;
    // Made again from its beginning.
    if (kind === 'resolve' && memberOf(record.parsed, 'by') === 'run again') this.#records.delete(check);
    const own = this.#records.get(check);
    if (own === undefined) this.#records.set(check, [record]);
    else own.push(record);
    if (kind === 'verdict') this.#records.delete(check);
  }

  holds({ i, run, check, parsed }: JournalRecord, looked: LookedThrough): boolean | undefined {
    const requirement = memberOf(parsed, 'requirement');
    const level = memberOf(parsed, 'level') === 'should' ? 'should' : undefined;
    const of =
      looked.over === 'run'
        ? this.#ofRuns.get(`${looked.until} ${run}`)?.results()
        : this.#sceneOf(check ?? '', i, looked.until);
    const results = of?.filter(({ checker }) => looked.checker === undefined || checker === looked.checker) ?? [];
    const isShown = results.some(({ judgedBy }) => Object.hasOwn(judgedBy, String(requirement)));
    if (!isShown) return undefined;
    return !results.some(({ findings }) =>
      findings.some((one) => one.requirement === requirement && one.level === level),
    );
  }

  #sceneOf(check: string, at: number, until: number): readonly CheckerResult[] | undefined {
    const key = `${until} ${check}`;
    const known = this.#results.get(key);
    if (known !== undefined) return known;
    const asked = (this.#ofChecks.get(check) ?? []).filter((one) => one.until === until && one.at >= at);
    const requirements = new Set(asked.map(({ requirement }) => requirement));
    const judgement = new JournalJudgement(judging(requirements), this.#settings);
    for (const record of this.#records.get(check) ?? []) if (record.i <= until) judgement.see(record);
    const results = judgement.finish();
    this.#results.set(key, results);
    return results;
  }
}

/** The records of a run until its history was asked for. */
class WholeRun {
  readonly #run: string;
  readonly #until: number;
  readonly #judgement: JournalJudgement;
  #results: readonly CheckerResult[] | undefined;

  constructor(first: Looking | undefined, settings: CheckerSettings) {
    this.#run = first?.run ?? '';
    this.#until = first?.until ?? 0;
    this.#judgement = new JournalJudgement(CHECKERS, settings);
  }

  take(record: JournalRecord): void {
    if (record.run === this.#run && record.i <= this.#until) this.#judgement.see(record);
  }

  results(): readonly CheckerResult[] {
    this.#results ??= this.#judgement.finish();
    return this.#results;
  }
}

function judging(requirements: ReadonlySet<string>): readonly Checker[] {
  return CHECKERS.filter((checker) => checker.requirements.some((one) => requirements.has(one)));
}
