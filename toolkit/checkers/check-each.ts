// The journal of a client run: each check had a service of its own, with accounts and operations of the same names, and several were
// under way at once. So each is judged by itself, and what was found is put together.
import type { JournalRecord } from '../journal/record.js';
import type { StatementId } from '../requirements/requirement-id.js';
import type { CheckerResult } from './checker.js';

type Results = readonly CheckerResult<StatementId>[];

/** `judge` is called with the records of one check after the other. */
export async function checkEach(
  records: AsyncIterable<JournalRecord>,
  judge: (records: readonly JournalRecord[]) => Promise<Results>,
): Promise<Results> {
  const checks = new Map<string, JournalRecord[]>();
  for await (const record of records) {
    if (record.check === null) continue;
    const own = checks.get(record.check);
    if (own === undefined) checks.set(record.check, [record]);
    else own.push(record);
  }
  let all: Results = await judge([]);
  for (const own of checks.values()) all = joined(all, await judge(own));
  return all;
}

function joined(all: Results, more: Results): Results {
  return all.map((one) => {
    const other = more.find(({ checker }) => checker === one.checker);
    return other === undefined || other.outcome === 'unknown' ? one : together(one, other);
  });
}

function together(
  { reason: _, ...one }: CheckerResult<StatementId>,
  other: CheckerResult<StatementId>,
): CheckerResult<StatementId> {
  const judgedBy = { ...one.judgedBy };
  for (const [requirement, count] of Object.entries(other.judgedBy)) {
    judgedBy[requirement] = (judgedBy[requirement] ?? 0) + count;
  }
  return {
    ...one,
    outcome: one.outcome === 'found' || other.outcome === 'found' ? 'found' : 'ok',
    judged: one.judged + other.judged,
    judgedBy,
    findings: [...one.findings, ...other.findings],
    more: one.more + other.more,
    isBroken: one.isBroken || other.isBroken,
  };
}
