// The shortest story of a finding: the records around its evidence without which the checkers would not find it any more. Records of one
// exchange, key, operation or connection stay together; what is left is judged again, so the story proves the finding by itself.
import {
  CHECKERS,
  type CheckerSettings,
  type Finding,
  JournalJudgement,
  PATIENT_CHECKERS,
} from '../../toolkit/checkers/index.js';
import type { JournalRecord } from '../../toolkit/journal/record.js';
import { shapeOf } from './findings.js';

/** Judging again costs: a story may be a little longer than the shortest. */
const TRIALS = 200;

export function shortestStory(
  records: readonly JournalRecord[],
  finding: Finding,
  settings: CheckerSettings,
): readonly JournalRecord[] {
  const proves = (some: readonly JournalRecord[]): boolean => isFound(some, finding, settings);
  const last = lastNeeded(records);
  const groups = groupsOf(records);
  const kept = closeTo(finding, records, groups);
  let story: readonly JournalRecord[] = records.filter(
    (record) => kept.has(groupOf(record, groups)) || record.i === last,
  );
  if (!proves(story)) story = records;
  if (!proves(story)) return records.filter((record) => kept.has(groupOf(record, groups)));
  return shrunk(story, groups, proves);
}

/** Takes away halves, then quarters of the groups, as long as the finding stays. */
function shrunk(
  story: readonly JournalRecord[],
  groups: Groups,
  proves: (some: readonly JournalRecord[]) => boolean,
): readonly JournalRecord[] {
  let left = story;
  let trials = TRIALS;
  let parts = 2;
  for (;;) {
    const names = [...new Set(left.map((record) => groupOf(record, groups)))];
    const size = Math.ceil(names.length / parts);
    let isShorter = false;
    for (let from = 0; from < names.length && trials > 0; from += size) {
      const without = new Set(names.slice(from, from + size));
      const some = left.filter((record) => !without.has(groupOf(record, groups)));
      trials -= 1;
      if (some.length === left.length || some.length === 0 || !proves(some)) continue;
      left = some;
      isShorter = true;
    }
    if (trials <= 0 || (size <= 1 && !isShorter)) return left;
    parts = isShorter ? 2 : parts * 2;
  }
}

function isFound(records: readonly JournalRecord[], finding: Finding, settings: CheckerSettings): boolean {
  const judgement = new JournalJudgement(
    [...CHECKERS, ...PATIENT_CHECKERS].filter(({ name }) => name === finding.checker),
    settings,
  );
  for (const record of records) judgement.see(record);
  return judgement.finish().some(({ findings }) =>
    findings.some(
      (one) =>
        one.requirement === finding.requirement &&
        // The same moment, not one that only looks alike because of what was left out.
        one.evidence.join() === finding.evidence.join() &&
        shapeOf(one.message) === shapeOf(finding.message),
    ),
  );
}

type Groups = ReadonlyMap<number, string>;

/** The end of the round, without which nothing is overdue. */
function lastNeeded(records: readonly JournalRecord[]): number {
  return records.at(-1)?.i ?? 0;
}

/** Which records belong together: those of an exchange with what they are about, and a connection with its commands. */
function groupsOf(records: readonly JournalRecord[]): Groups {
  const groups = new Map<number, string>();
  const byOperation = new Map<string, string>();
  for (const record of records) {
    const { i, kind, client_request_id: key, operation_id: operation, conn, cause } = record;
    if (key !== null && operation !== null && !byOperation.has(operation)) byOperation.set(operation, `key ${key}`);
    const ofKey = key === null ? undefined : `key ${key}`;
    const ofOperation = operation === null ? undefined : (byOperation.get(operation) ?? `operation ${operation}`);
    const isOfStream = kind === 'open' || kind === 'close' || kind === 'send' || (kind === 'invoke' && conn !== 'http');
    // A snapshot belongs to its subscription.
    const isStream = isOfStream || (kind === 'event' && key === null && operation === null);
    const isAnswer = kind === 'ok' || kind === 'fail' || kind === 'info';
    const ofCause = isAnswer && cause !== null ? groups.get(cause) : undefined;
    groups.set(i, ofCause ?? (isStream ? `stream ${conn}` : (ofKey ?? ofOperation ?? `record ${i}`)));
  }
  return groups;
}

function groupOf({ i }: JournalRecord, groups: Groups): string {
  return groups.get(i) ?? `record ${i}`;
}

/** The groups of the evidence, and the connections on which it came. */
function closeTo({ evidence }: Finding, records: readonly JournalRecord[], groups: Groups): ReadonlySet<string> {
  const close = new Set<string>();
  for (const record of records) {
    if (!evidence.includes(record.i)) continue;
    close.add(groupOf(record, groups));
    if (record.conn !== null && record.conn !== 'http') close.add(`stream ${record.conn}`);
  }
  return close;
}
