// What a check found among its own records, as data: of those of a kind within a range that show all of the facts, at least and at most so
// many, alike in some places, unlike in another. Counted again in the journal, so that a record which is there, or is not, refutes it.

import { grouped } from '../../toolkit/base/grouped.js';
import type { JournalRecord, RecordKind } from '../../toolkit/journal/record.js';
import type { JsonObject, JsonValue } from '../../toolkit/payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../toolkit/payload/json-kind.js';
import { canonicalJson } from '../../toolkit/payload/same-json.js';
import type { EvaluateAssertion } from './judgement.js';
import { type FoundAgain, readFact, type SoughtFact } from './searches.js';

/** The member of an assertion that lists what was found among records. */
export const AMONG = 'among';

/** Pointers go into a record as `outlineOf` shows it. */
export interface Among {
  /** Records, both included. */
  readonly from: number;
  readonly to: number;
  readonly kind: RecordKind;
  readonly facts: readonly SoughtFact[];
  readonly least?: number;
  readonly most?: number;
  /** Where all have the same value; only those that are alike in `by`, where that is named. */
  readonly alike?: readonly string[];
  readonly by?: string;
  /** Where no two have the same value. */
  readonly unlike?: string;
}

/** Undefined for an assertion that rests on none, or does not say it as the suite does. */
export function amongIn(assertion: JsonValue): readonly Among[] | undefined {
  const list = memberOf(assertion, AMONG);
  if (!isJsonArray(list) || list.length === 0) return undefined;
  const all = list.map(readAmong);
  return all.every((one) => one !== undefined) ? all : undefined;
}

function readAmong(value: JsonValue): Among | undefined {
  const [from, to, kind] = ['from', 'to', 'kind'].map((name) => memberOf(value, name));
  const [list, alike = []] = ['facts', 'alike'].map((name) => memberOf(value, name));
  const [by, unlike] = ['by', 'unlike'].map((name) => memberOf(value, name));
  const [least, most] = ['least', 'most'].map((name) => memberOf(value, name));
  if (!isWhole(from) || !isWhole(to) || typeof kind !== 'string' || !isJsonArray(list) || !isJsonArray(alike)) {
    return undefined;
  }
  const facts = list.map(readFact);
  const places = alike.filter((one) => typeof one === 'string');
  const isSaid = least !== undefined || most !== undefined || unlike !== undefined || places.length > 0;
  if (!isSaid || places.length < alike.length || !facts.every((one) => one !== undefined)) return undefined;
  if (![least, most].every((one) => one === undefined || isWhole(one))) return undefined;
  if (![by, unlike].every((one) => one === undefined || typeof one === 'string')) return undefined;
  const counts = { ...(isWhole(least) && { least }), ...(isWhole(most) && { most }) };
  const pointers = { ...(typeof by === 'string' && { by }), ...(typeof unlike === 'string' && { unlike }) };
  return {
    from,
    to,
    kind: kind as RecordKind,
    facts,
    ...counts,
    ...pointers,
    ...(places.length > 0 && { alike: places }),
  };
}

function isWhole(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/** The same, for a journal whose records have other numbers. */
export function amongMoved(assertion: JsonObject, offset: number): JsonObject {
  const list = memberOf(assertion, AMONG);
  if (!isJsonArray(list)) return {};
  const moved = list.map((one): JsonValue => {
    const [from, to] = [memberOf(one, 'from'), memberOf(one, 'to')];
    if (!isJsonObject(one) || typeof from !== 'number' || typeof to !== 'number') return one;
    return { ...one, from: from + offset, to: to + offset };
  });
  return { [AMONG]: moved };
}

/** The records of the checks whose assertions rest on what is among them. */
export class CountedRecords {
  readonly #gathering: ReadonlySet<string>;
  readonly #records = new Map<string, JournalRecord[]>();

  constructor(gathering: ReadonlySet<string>) {
    this.#gathering = gathering;
  }

  /** Every record, in its order. */
  take(record: JournalRecord): void {
    const { kind, check } = record;
    if (check === null || !this.#gathering.has(check)) return;
    // What the suite says shows nothing; what was there before a check was made again counts no more.
    if (kind === 'verdict' || kind === 'resolve') this.#records.delete(check);
    if (kind === 'assert' || kind === 'observe' || kind === 'verdict' || kind === 'resolve') return;
    const own = this.#records.get(check);
    if (own === undefined) this.#records.set(check, [record]);
    else own.push(record);
  }

  /** Whether all of it is so, or why the suite cannot have seen it. Throws what evaluating throws. */
  look({ i, check }: JournalRecord, among: readonly Among[], evaluate: EvaluateAssertion): FoundAgain {
    const own = this.#records.get(check ?? '') ?? [];
    if (among.some(({ from, to }) => from > to || to >= i)) return { refused: 'lies behind it' };
    return { holds: among.every((one) => isSo(one, own, evaluate)) };
  }
}

function isSo(
  { from, to, kind, facts, least = 0, most, alike = [], by, unlike }: Among,
  records: readonly JournalRecord[],
  evaluate: EvaluateAssertion,
): boolean {
  const found = records
    .filter((record) => record.i >= from && record.i <= to && record.kind === kind)
    .map(outlineOf)
    .filter((one) => facts.every(({ pointer, predicate, expected }) => evaluate(one, pointer, predicate, expected)));
  if (found.length < least || (most !== undefined && found.length > most)) return false;
  const groups = grouped(found, (one) => (by === undefined ? '' : valueAt(one, by)));
  const isAlike = (group: readonly JsonValue[]): boolean =>
    alike.every((place) => new Set(group.map((one) => valueAt(one, place))).size <= 1);
  if (![...groups.values()].every(isAlike)) return false;
  return unlike === undefined || new Set(found.map((one) => valueAt(one, unlike))).size === found.length;
}

/** A record as claims point into it: its headers by their names in small letters, and what was sent as JSON where it is some. */
function outlineOf({ account, conn, client_request_id: key, raw, parsed }: JournalRecord): JsonObject {
  const list = memberOf(parsed, 'headers');
  const pairs = isJsonArray(list) ? list.filter(isJsonArray) : [];
  const headers = Object.fromEntries(
    pairs.toReversed().map(([name, value]) => [String(name).toLowerCase(), value ?? null]),
  );
  return { account, conn, key, body: bodyOf(raw), headers, parsed };
}

function bodyOf(raw: JournalRecord['raw']): JsonValue {
  if (typeof raw !== 'string') return raw === null ? null : { ...raw };
  try {
    return JSON.parse(raw) as JsonValue;
  } catch {
    return raw;
  }
}

function valueAt(outline: JsonValue, pointer: string): string {
  const found = pointer.split('/').slice(1);
  return canonicalJson(found.reduce<JsonValue>((value, name) => memberOf(value, name) ?? null, outline));
}
