// What a client run writes into its journal beside what crossed the wire: every assertion, what was measured, how each check ended. An
// assertion about a client weighs several records and its own words, so that each is marked as computed by the suite.
import type { CheckResult } from '../../../reports/model/model.js';
import type { PlayedCheck } from '../../../suites/clients/playing/play.js';
import type { JournalWriter, RecordDraft } from '../../journal/index.js';
import { REMARK } from '../../journal/record.js';
import { observation } from './client-results.js';

export function notePlayed(journal: JournalWriter, played: PlayedCheck, { level, ...result }: CheckResult): void {
  const { check, asserted, observed, verdict, evidence, reason = '' } = played;
  const place = { ...REMARK, check, cause: evidence[0] ?? null };
  for (const one of asserted) {
    journal.append({ ...place, kind: 'assert', parsed: { ...one, computed: true } });
  }
  for (const { name, value } of observed) {
    journal.append({ ...place, kind: 'observe', parsed: observation(name, value) });
  }
  const weight = result.verdict === 'fail' ? { level } : {};
  journal.append({ ...place, kind: 'verdict', parsed: { verdict, reason, evidence: [...evidence], ...weight } });
}

/** The last record. */
export function noteFindings(journal: JournalWriter, record: RecordDraft): void {
  journal.append(record);
}
