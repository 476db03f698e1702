// `tsi judge`: recomputes every verdict that rests on recorded evidence, from the journal alone, as a stream. Assertions are data:
// each is evaluated again over the record that it names. How predicates work is injected, since reports know only journal and model.
import { type JournalDefect, JournalError } from '../../toolkit/journal/journal-error.js';
import { readJournal } from '../../toolkit/journal/reader.js';
import { type JournalHeader, type JournalRecord, RUN_FINDINGS } from '../../toolkit/journal/record.js';
import { isJsonArray, memberOf } from '../../toolkit/payload/json-kind.js';
import { CheckJudge } from './check-judge.js';
import { CountedRecords } from './counted-records.js';
import type { EvaluateAssertion, JudgeFinding, Judgement, JudgeSent, RunFindingRecord } from './judgement.js';
import { type ReadAgain, Readings } from './readings.js';
import { RecordLinks } from './record-links.js';
import { countReferences, type Looking } from './references.js';
import { Searches } from './searches.js';
import { type JudgeHistory, recordsLookedAt } from './shown.js';
import { signedDifference } from './signed-request.js';

const MOST_FINDINGS = 1_000;
const LEFT_BY_A_KILL: ReadonlySet<JournalDefect> = new Set(['footer-missing', 'line-truncated']);

export interface JudgeOptions {
  readonly lenient?: boolean;
  /** How answers and messages of the run are read again, by its dialect; undefined where that cannot be had. */
  readonly readAgain?: (header: JournalHeader) => Promise<ReadAgain | undefined>;
  /** How what a client sent is judged again; undefined for the journal of a service. */
  readonly judgeSent?: (header: JournalHeader) => Promise<JudgeSent | undefined>;
  /** How the history of a run is looked through again, given what its assertions say that they looked through. */
  readonly judgeHistory?: (header: JournalHeader, looking: readonly Looking[]) => Promise<JudgeHistory | undefined>;
}

/**
 * Strict by default: rejects with `JournalError` at the first defect of the file. `lenient` reads the journal of a killed run as far
 * as it goes and lists the defects among the findings.
 */
export async function judgeJournal(
  path: string,
  evaluate: EvaluateAssertion,
  options: JudgeOptions = {},
): Promise<Judgement> {
  const { references, looking, searching, gathering } = await countReferences(path);
  const reading = await readJournal(path, { lenient: options.lenient === true });
  // What a service recorded of a client has other links, and bytes that no suite has signed.
  const isOfSuite = memberOf(reading.header.settings, 'observed') === undefined;
  const links = new RecordLinks();
  const readings = new Readings(await options.readAgain?.(reading.header));
  const sent = await options.judgeSent?.(reading.header);
  const history = await options.judgeHistory?.(reading.header, looking);
  const searches = new Searches(searching);
  const countedRecords = new CountedRecords(gathering);
  const kept = new Map<number, JournalRecord>();
  const checks = new Map<string, CheckJudge>();
  const findings: JudgeFinding[] = [];
  const report = (check: string | null, record: number | null, message: string): void => {
    if (findings.length < MOST_FINDINGS) findings.push({ check, record, message });
  };
  let records = 0;
  let from = reading.header.started;
  let until = reading.header.started;
  let runFindings: readonly RunFindingRecord[] | undefined;
  const clockOffsetsMs: number[] = [];
  try {
    for await (const record of reading.records) {
      records += 1;
      if (record.wall > until) until = record.wall;
      if (record.wall < from) from = record.wall;
      if (record.check === null && record.kind === 'info') {
        runFindings = joined(runFindings, findingsIn(record));
        const offset = memberOf(record.parsed, 'clock_offset_ms');
        if (typeof offset === 'number') clockOffsetsMs.push(offset);
      }
      if (references.has(record.i)) kept.set(record.i, record);
      const odd =
        options.lenient === true || !isOfSuite
          ? undefined
          : (links.take(record) ?? readings.take(record) ?? signedDifference(record));
      if (odd !== undefined) report(record.check, record.i, odd);
      sent?.take(record);
      history?.take(record);
      searches.take(record);
      countedRecords.take(record);
      if (record.check === null) continue;
      const judge =
        checks.get(record.check) ?? new CheckJudge(record.check, report, { searches, countedRecords, sent, history });
      checks.set(record.check, judge);
      if (record.kind === 'assert') {
        judge.assertion(record, (index) => kept.get(index), evaluate);
        for (const index of recordsLookedAt(record.parsed)) if (references.release(index)) kept.delete(index);
      } else judge.other(record);
    }
  } catch (cause) {
    // Known at the last line, when everything else has been judged: what was changed may show by itself.
    if (!(cause instanceof JournalError && cause.defect === 'digest-mismatch')) throw cause;
    report(null, null, cause.message);
  }
  const unanswered = isOfSuite && reading.footer?.reason === 'finished' ? links.end() : undefined;
  if (unanswered !== undefined) report(null, null, unanswered);
  for (const defect of reading.defects) report(null, null, defect.message);
  const damage = reading.defects.find(({ defect }) => !LEFT_BY_A_KILL.has(defect));
  return {
    header: reading.header,
    footer: reading.footer,
    records,
    from,
    until,
    ...(runFindings !== undefined && { runFindings }),
    clockOffsetsMs,
    checks: new Map([...checks].map(([id, judge]) => [id, judge.end()])),
    findings,
    ...(damage !== undefined && { damage }),
  };
}

/** A journal of several shards holds the findings of each. */
function joined<T>(all: readonly T[] | undefined, more: readonly T[] | undefined): readonly T[] | undefined {
  return more === undefined ? all : [...(all ?? []), ...more];
}

/** What the run said about itself before its journal ended. */
function findingsIn({ parsed }: JournalRecord): readonly RunFindingRecord[] | undefined {
  const list = memberOf(parsed, RUN_FINDINGS);
  if (!isJsonArray(list)) return undefined;
  return list.flatMap((one) => {
    const [kind, message] = [memberOf(one, 'kind'), memberOf(one, 'message')];
    return typeof kind === 'string' && typeof message === 'string' ? [{ kind, message }] : [];
  });
}
