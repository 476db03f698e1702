// What a client run writes into its journal beside what crossed the wire: every assertion, what was measured, how
// each check ended. What the checkers of clients judged they can judge again, and what a client says of an intent is
// a predicate over its words; any other assertion is marked as computed, and names the facts and records that it rests on.
import type { CheckResult } from '../../../reports/model/model.js';
import type { PlayedCheck } from '../../../suites/clients/playing/play.js';
import type { JournalWriter, RecordDraft } from '../../journal/index.js';
import { REMARK } from '../../journal/record.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { observation } from './client-results.js';

export function notePlayed(journal: JournalWriter, played: PlayedCheck, { level, ...result }: CheckResult): void {
  const { check, asserted, observed, verdict, evidence, reason = '' } = played;
  const place = { ...REMARK, check, cause: evidence[0] ?? null };
  for (const one of asserted) {
    journal.append({ ...place, kind: 'assert', parsed: asParsed(one) });
  }
  for (const { name, value } of observed) {
    journal.append({ ...place, kind: 'observe', parsed: observation(name, value) });
  }
  const weight = result.verdict === 'fail' ? { level } : {};
  journal.append({ ...place, kind: 'verdict', parsed: { verdict, reason, evidence: [...evidence], ...weight } });
}

function asParsed({ seen, said, grounds = {}, ...one }: PlayedCheck['asserted'][number]): JsonValue {
  if (seen !== undefined) return { ...one, seen: { ...seen } };
  // Facts and what is among records are JSON.
  if (said === undefined) return { ...one, computed: true, ...(grounds as JsonObject) };
  const { expected: message, ...rest } = one;
  return { ...rest, message, record: said.record, pointer: STATE, predicate: 'oneOf', expected: [...said.state] };
}

/** In the record of what a client answered. */
const STATE = '/answered/said/state';

/** The last record. */
export function noteFindings(journal: JournalWriter, record: RecordDraft): void {
  journal.append(record);
}
