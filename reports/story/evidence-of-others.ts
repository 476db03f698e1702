// Records of other checks on which a verdict rests, as of those that judge the whole journal: they belong to its story too, each answer
// with its request.
import type { JournalRecord } from '../../toolkit/journal/record.js';
import type { CheckResult } from '../model/model.js';

export interface ForCheck {
  readonly check: string;
  readonly records: readonly JournalRecord[];
}

/** Called with each record of a journal in order, says to whose stories it belongs besides that of its own check. */
export function evidenceOfOthers(
  checks: readonly Pick<CheckResult, 'id' | 'evidence'>[],
): (record: JournalRecord) => readonly ForCheck[] {
  const wanted = new Map<number, string[]>();
  for (const { id, evidence } of checks) {
    for (const index of evidence) wanted.set(index, [...(wanted.get(index) ?? []), id]);
  }
  const pending = new Map<number, JournalRecord>();
  return (record) => {
    const request = record.cause === null ? undefined : pending.get(record.cause);
    if (record.kind === 'invoke') pending.set(record.i, record);
    else if (request !== undefined && record.cause !== null) pending.delete(record.cause);
    const names = wanted.get(record.i) ?? [];
    const records = request === undefined ? [record] : [request, record];
    return names.filter((check) => check !== record.check).map((check) => ({ check, records }));
  };
}
