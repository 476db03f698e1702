// `tsi judge`: recomputes every verdict that rests on recorded evidence, from the journal alone, as a stream. Assertions are data:
// each is evaluated again over the record that it names. How predicates work is injected, since reports know only journal and model.
import { type JournalDefect, JournalError } from '../../toolkit/journal/journal-error.js';
import { readJournal } from '../../toolkit/journal/reader.js';
import type { JournalHeader, JournalRecord } from '../../toolkit/journal/record.js';
import { memberOf } from '../../toolkit/payload/json-kind.js';
import { CheckJudge } from './check-judge.js';
import { CountedRecords } from './counted-records.js';
import type { EvaluateAssertion, JudgeFinding, Judgement, JudgeSent } from './judgement.js';
import { KeptRecords } from './kept-records.js';
import { type ReadAgain, Readings } from './readings.js';
import { RecordLinks } from './record-links.js';
import { countReferences, type Looking } from './references.js';
import { RunOutliner } from './run-outline.js';
import { Searches } from './searches.js';
import type { JudgeHistory } from './shown.js';
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
  const isLenient = options.lenient === true;
  const { references, looking, searching, gathering } = await countReferences(path);
  const reading = await readJournal(path, { lenient: isLenient });
  const { header } = reading;
  // What a service recorded of a client has other links, and bytes that no suite has signed.
  const isOfSuite = memberOf(header.settings, 'observed') === undefined;
  const links = new RecordLinks();
  const readings = new Readings(await options.readAgain?.(header));
  const sent = await options.judgeSent?.(header);
  const history = await options.judgeHistory?.(header, looking);
  const looks = { searches: new Searches(searching), countedRecords: new CountedRecords(gathering), sent, history };
  const outline = new RunOutliner(header.started);
  const kept = new KeptRecords(references);
  const checks = new Map<string, CheckJudge>();
  const findings: JudgeFinding[] = [];
  const report = (check: string | null, record: number | null, message: string): void => {
    if (findings.length < MOST_FINDINGS) findings.push({ check, record, message });
  };
  const oddIn = (record: JournalRecord): string | undefined =>
    links.take(record) ?? readings.take(record) ?? signedDifference(record);
  try {
    for await (const record of reading.records) {
      outline.take(record);
      kept.take(record);
      const odd = isOfSuite && !isLenient ? oddIn(record) : undefined;
      if (odd !== undefined) report(record.check, record.i, odd);
      sent?.take(record);
      history?.take(record);
      looks.searches.take(record);
      looks.countedRecords.take(record);
      if (record.check === null) continue;
      const judge = checks.get(record.check) ?? new CheckJudge(record.check, report, looks);
      checks.set(record.check, judge);
      if (record.kind === 'assert') {
        judge.assertion(record, kept.at, evaluate);
        kept.release(record);
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
    header,
    footer: reading.footer,
    ...outline.end(),
    checks: new Map([...checks].map(([id, judge]) => [id, judge.end()])),
    findings,
    ...(damage !== undefined && { damage }),
  };
}
