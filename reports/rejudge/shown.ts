// What a claim of the suite rests on, as data beside its words: facts of records, all of which must hold; or the history of records that a
// checker looked through; or what was looked for on streams, of which nothing may have come; or what is among the records of its check.
// `tsi judge` evaluates each again; a claim with none of them is taken over as the run computed it.
import type { JournalRecord } from '../../toolkit/journal/record.js';
import type { JsonObject, JsonValue } from '../../toolkit/payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../toolkit/payload/json-kind.js';
import { AMONG, amongIn, amongMoved } from './counted-records.js';
import { SOUGHT, soughtIn, soughtMoved } from './searches.js';

/** The member of an assertion that lists facts of records. */
export const SHOWN = 'shown';
/** The member of an assertion that says which history was looked through. */
export const HISTORY = 'history';
/** The member of an assertion about a client that names the first and the last record of what it was seen to send. */
export const SEEN = 'seen';

/** A named predicate over the value at a pointer into a record. */
export interface ShownFact {
  readonly record: number;
  readonly pointer: string;
  readonly predicate: string;
  readonly expected: JsonValue;
}

/** Which records history checkers looked through: those of the check or of the whole run, until that record. */
export interface LookedThrough {
  readonly over: 'check' | 'run';
  readonly until: number;
  /** All that judge the requirement when left out. */
  readonly checker?: string;
}

export function factsIn(assertion: JsonValue): readonly JsonValue[] | undefined {
  const list = memberOf(assertion, SHOWN);
  return isJsonArray(list) && list.length > 0 ? list : undefined;
}

/** Undefined for one that is none. */
export function factOf(value: JsonValue): ShownFact | undefined {
  const [record, pointer] = [memberOf(value, 'record'), memberOf(value, 'pointer')];
  const predicate = memberOf(value, 'predicate');
  if (typeof record !== 'number' || typeof pointer !== 'string' || typeof predicate !== 'string') return undefined;
  return { record, pointer, predicate, expected: memberOf(value, 'expected') ?? null };
}

/** Undefined for an assertion that looked through none. */
export function lookedThrough(assertion: JsonValue): LookedThrough | undefined {
  const value = memberOf(assertion, HISTORY);
  const [over, until, checker] = [memberOf(value, 'over'), memberOf(value, 'until'), memberOf(value, 'checker')];
  if ((over !== 'check' && over !== 'run') || typeof until !== 'number' || !Number.isInteger(until)) return undefined;
  return { over, until, ...(typeof checker === 'string' && { checker }) };
}

/** The records that an assertion looks at, each as often as it names it. */
export function recordsLookedAt(assertion: JsonValue): readonly number[] {
  const facts = factsIn(assertion)?.map((one) => memberOf(one, 'record')) ?? [];
  return [memberOf(assertion, 'record'), ...facts].filter((one) => typeof one === 'number');
}

/** The same, for a journal whose records have other numbers. */
export function shownMoved(assertion: JsonObject, offset: number): JsonObject {
  const facts = factsIn(assertion);
  const history = memberOf(assertion, HISTORY);
  const until = memberOf(history, 'until');
  return {
    ...(facts !== undefined && { [SHOWN]: facts.map((one) => factMoved(one, offset)) }),
    ...(isJsonObject(history) && typeof until === 'number' && { [HISTORY]: { ...history, until: until + offset } }),
    ...seenMoved(assertion, offset),
    ...soughtMoved(assertion, offset),
    ...amongMoved(assertion, offset),
  };
}

function seenMoved(assertion: JsonObject, offset: number): JsonObject {
  const seen = memberOf(assertion, SEEN);
  const [from, to] = [memberOf(seen, 'from'), memberOf(seen, 'to')];
  if (!isJsonObject(seen) || typeof from !== 'number' || typeof to !== 'number') return {};
  return { [SEEN]: { ...seen, from: from + offset, to: to + offset } };
}

function factMoved(fact: JsonValue, offset: number): JsonValue {
  const record = memberOf(fact, 'record');
  return isJsonObject(fact) && typeof record === 'number' ? { ...fact, record: record + offset } : fact;
}

/** Why the suite cannot have written the assertion like that; undefined where it can. Whoever edits a journal tries such things. */
export function malformed(assertion: JsonValue): string | undefined {
  const [shown, history, sought, among] = [SHOWN, HISTORY, SOUGHT, AMONG].map((name) => memberOf(assertion, name));
  const named = [shown, history, sought, among].filter((one) => one !== undefined);
  if (named.length === 0) return undefined;
  if (memberOf(assertion, 'computed') !== true) return 'names facts or a history, though it judges a record itself';
  if (named.length > 1) return 'names facts and a history, where one of them decides';
  if (shown !== undefined && factsIn(assertion) === undefined) return 'names facts and lists none';
  if (history !== undefined && lookedThrough(assertion) === undefined) return 'names a history that is none';
  if (sought !== undefined && soughtIn(assertion) === undefined) return 'says what was looked for, and nothing was';
  if (among !== undefined && amongIn(assertion) === undefined) return 'says what is among records, and nothing is';
  return undefined;
}

/** Whether the claim holds over that history, or why the suite cannot have looked through it. */
export type LookedAgain = { readonly holds: boolean } | { readonly refused: string };

/** Judges the history of a run once more, by the checkers that judged it in the run. Reports get it injected. */
export interface JudgeHistory {
  /** Every record, in its order. */
  take(record: JournalRecord): void;
  /** Whether nothing contradicts the requirement at that level; undefined where it cannot be had again. */
  look(assertion: JournalRecord, looked: LookedThrough): LookedAgain | undefined;
  /** Whether the check judges by the history of its run alone, so that it makes no claim without one. */
  owes(check: string): boolean;
  /** What a check over the journal passed over, as a sentence. */
  violation(check: string): string | undefined;
}
