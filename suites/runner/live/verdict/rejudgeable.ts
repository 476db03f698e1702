// What `tsi judge` needs to decide a computed assertion again from the journal alone, without the check that computed it: facts of
// single records, or searches of the messages of a connection. Where they would not come to what the check found, nothing is kept.
import { evaluate } from '../../../../toolkit/checkers/predicates/predicates.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { followPointer, parsePointer } from '../../../../toolkit/profile/dialect/reading/pointer.js';
import type { Fact, History, Search } from '../../context.js';
import type { CheckJournal } from '../target/target-journal.js';

/** What a check says that its assertion can be decided by again. */
export interface Grounds {
  readonly shown?: readonly Fact[];
  readonly history?: History;
  readonly sought?: readonly Search[];
}

/** The members that the journalled assertion carries besides; none where the grounds do not lead to `holds`. */
export function rejudgeable(
  journal: CheckJournal,
  holds: boolean,
  { shown = [], history, sought = [] }: Grounds,
): Readonly<Record<string, JsonValue>> {
  if (history !== undefined) return { history: { ...history } };
  return sought.length > 0 ? bySearches(journal, holds, sought) : byFacts(journal, holds, shown);
}

function byFacts(journal: CheckJournal, holds: boolean, shown: readonly Fact[]): Readonly<Record<string, JsonValue>> {
  const facts = shown.flatMap(([subject, pointer, predicate, expected = null]) => {
    const record = typeof subject === 'number' ? subject : subject.record;
    const parsed = journal.at(record)?.parsed;
    if (parsed === undefined) return [];
    const isSo = evaluate(predicate, followPointer(parsed, parsePointer(pointer)), expected);
    return [{ isSo, fact: { record, pointer, predicate, expected } }];
  });
  const agrees = facts.length === shown.length && facts.every(({ isSo }) => isSo) === holds;
  return facts.length > 0 && agrees ? { shown: facts.map(({ fact }) => fact) } : {};
}

function bySearches(
  journal: CheckJournal,
  holds: boolean,
  searches: readonly Search[],
): Readonly<Record<string, JsonValue>> {
  const sought = searches.map(({ on: { conn }, after = 0, kind, where = [] }) => {
    const facts = kind === undefined ? where : [['/kind', 'equals', kind] as const, ...where];
    return {
      conn,
      after,
      facts: facts.map(([pointer, predicate, expected = null]) => ({ pointer, predicate, expected })),
    };
  });
  const messages = journal.records().filter(({ kind }) => kind === 'event');
  const isFound = sought.some(({ conn, after, facts }) =>
    messages.some(
      (one) =>
        one.conn === conn &&
        one.i > after &&
        facts.every(({ pointer, predicate, expected }) =>
          evaluate(predicate, followPointer(one.parsed, parsePointer(pointer)), expected),
        ),
    ),
  );
  return isFound === holds ? {} : { sought };
}
