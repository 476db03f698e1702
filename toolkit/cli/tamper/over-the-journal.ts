// The checks over the journal in the report that is tampered with: their claims rest on the invented history, as those of a run do.
import type { Outcome } from '../../../suites/runner/live/outcome.js';
import type { PlanItem } from '../../../suites/runner/plan/plan.js';
import { CHECKERS, type CheckerResult, checkJournal, journalCheckOf, readSettings } from '../../checkers/index.js';
import { settingsOf } from '../../checkers/settings.js';
import { type JournalRecord, REMARK, type RecordDraft } from '../../journal/record.js';
import type { JournalWriter } from '../../journal/writer.js';
import type { Profile } from '../../profile/profile.js';

/** The names of their checkers, by their ids. */
export const OVER_RUNS: ReadonlyMap<string, string> = new Map(CHECKERS.map((one) => [journalCheckOf(one), one.name]));

/** A journal whose records are kept, for its history. */
export class KeptJournal {
  readonly #writer: JournalWriter;
  readonly records: JournalRecord[] = [];

  constructor(writer: JournalWriter) {
    this.#writer = writer;
  }

  append(draft: RecordDraft): number {
    const record = this.#writer.keep(draft);
    this.records.push(record);
    return record.i;
  }
}

/** A claim for each requirement of which the history shows something and nothing else; the others do not apply. */
export async function judgedOver(
  journal: KeptJournal,
  items: readonly PlanItem[],
  profile: Profile,
): Promise<readonly Outcome[]> {
  const settings = readSettings({ checkers: settingsOf([profile]) });
  const records = [...journal.records];
  const results = new Map((await checkJournal(records, settings)).map((one) => [one.checker, one]));
  const until = records.at(-1)?.i ?? 0;
  return items.map((item) => {
    const result = results.get(OVER_RUNS.get(item.id) ?? '');
    const judged = result === undefined || result.findings.length > 0 ? [] : shownIn(result, item);
    for (const requirement of judged) {
      const history = { over: 'run', until, checker: result?.checker ?? '' };
      const said = { expected: 'nothing that contradicts it in the journal', actual: 'some things judged' };
      const claim = { requirement, computed: true, ...said, holds: true, evidence: [], message: null, history };
      journal.append({ ...REMARK, check: item.id, kind: 'assert', parsed: claim });
    }
    const verdict = judged.length > 0 ? ('pass' as const) : ('not-applicable' as const);
    const reason = verdict === 'pass' ? '' : 'nothing of it is in the journal';
    const told = { durationMs: 1 };
    journal.append({ ...REMARK, check: item.id, kind: 'verdict', parsed: { verdict, reason, evidence: [], told } });
    const of = { target: 'target', check: item.id, verdict, evidence: [], observations: [], findings: [], ...told };
    return { ...of, ...(reason !== '' && { reason }) };
  });
}

function shownIn({ judgedBy }: CheckerResult, { requirements }: PlanItem): readonly string[] {
  return requirements.filter((one) => Object.hasOwn(judgedBy, one));
}
