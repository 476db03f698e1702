// What an assertion rests on, as data that the journal lets be looked at again: facts of records, or what is among the records of its
// check. Where it cannot be said so, or there is no journal, the assertion rests on nothing and is taken over as it was computed.

import { evaluate, type PredicateName } from '../../../toolkit/checkers/predicates/predicates.js';
import type { View } from '../../../toolkit/intents/index.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import { followPointer, parsePointer } from '../../../toolkit/profile/dialect/reading/pointer.js';
import type { RequestName } from '../../../toolkit/profile/index.js';
import { recordOfSaid } from './said.js';
import type { Seen, Sighting } from './seen.js';

/** A named predicate over the value at a pointer. */
export interface PointedFact {
  readonly pointer: string;
  readonly predicate: PredicateName;
  readonly expected: JsonValue;
}

interface RecordedFact extends PointedFact {
  readonly record: number;
}

/** Where all records must have one value, or no two the same; pointers go into a record as the judge outlines it. */
interface Found {
  readonly least?: number;
  readonly most?: number;
  readonly alike?: readonly string[];
  readonly by?: string;
  readonly unlike?: string;
}

interface Among extends Found {
  readonly from: number;
  readonly to: number;
  readonly kind: string;
  readonly facts: readonly PointedFact[];
}

export interface Grounds {
  readonly shown?: readonly RecordedFact[];
  readonly among?: readonly Among[];
}

export const NO_GROUNDS: Grounds = {};

export function fact(pointer: string, predicate: PredicateName, expected: JsonValue = null): PointedFact {
  return { pointer, predicate, expected };
}

/** What the client said: an outcome, a view, rows. Pointers go into that. */
export function saidSo(result: object | undefined, ...facts: readonly PointedFact[]): Grounds {
  const record = result === undefined ? undefined : recordOfSaid(result);
  if (record === undefined || facts.length === 0) return NO_GROUNDS;
  return { shown: facts.map((one) => ({ ...one, record, pointer: `/answered/said${one.pointer}` })) };
}

export function seenSo(sighting: Sighting | undefined, ...facts: readonly PointedFact[]): Grounds {
  const record = sighting?.record;
  if (record === undefined || facts.length === 0) return NO_GROUNDS;
  return { shown: facts.map((one) => ({ ...one, record })) };
}

/** All of them; none where one of them is missing. */
export function together(...all: readonly Grounds[]): Grounds {
  if (all.length === 0 || all.some(({ shown, among }) => shown === undefined && among === undefined)) return NO_GROUNDS;
  const shown = all.flatMap((one) => one.shown ?? []);
  const among = all.flatMap((one) => one.among ?? []);
  // One way of looking decides.
  if (shown.length > 0 && among.length > 0) return NO_GROUNDS;
  return shown.length > 0 ? { shown } : { among };
}

/**
 * Of the requests with these names, from the first of `sent` until now: so many, alike here, unlike there. `since` says where to begin
 * where nothing was sent. Nothing where the records of that stretch hold others than were meant.
 */
export function amongRequests(
  seen: Seen,
  sent: readonly Sighting[],
  names: readonly RequestName[],
  found: Found,
  since?: Sighting,
): Grounds {
  const own = sent.flatMap(({ record }) => record ?? []);
  const to = lastRecord(seen);
  const from = own.length > 0 ? Math.min(...own) : since?.record === undefined ? undefined : since.record + 1;
  if (from === undefined || to === undefined || from > to || own.length < sent.length) return NO_GROUNDS;
  const within = seen.requests(...names).filter(({ record }) => record !== undefined && record >= from && record <= to);
  if (within.length !== sent.length) return NO_GROUNDS;
  return { among: [{ from, to, kind: 'invoke', facts: [fact('/parsed/request', 'oneOf', [...names])], ...found }] };
}

/** The same of handshakes. */
export function amongHandshakes(seen: Seen, shakes: readonly Sighting[], found: Found): Grounds {
  const own = shakes.flatMap(({ record }) => record ?? []);
  const to = lastRecord(seen);
  if (own.length === 0 || to === undefined || own.length < shakes.length) return NO_GROUNDS;
  const from = Math.min(...own);
  const within = seen.handshakes().filter(({ record }) => record !== undefined && record >= from && record <= to);
  if (within.length !== shakes.length) return NO_GROUNDS;
  return { among: [{ from, to, kind: 'invoke', facts: [fact('/conn', 'startsWith', 'stream-')], ...found }] };
}

/** At least one record of each of these descriptions from here on. */
export function amongLater(
  seen: Seen,
  since: number | undefined,
  kind: string,
  each: readonly (readonly PointedFact[])[],
): Grounds {
  const to = lastRecord(seen);
  if (since === undefined || to === undefined || since > to || each.length === 0) return NO_GROUNDS;
  return { among: each.map((facts) => ({ from: since, to, kind, facts, least: 1 })) };
}

/** The first record of what was seen. */
export function firstRecord(seen: Seen): number | undefined {
  const records = recordsOf(seen);
  return records.length === 0 ? undefined : Math.min(...records);
}

export function lastRecord(seen: Seen): number | undefined {
  const records = recordsOf(seen);
  return records.length === 0 ? undefined : records.reduce((last, one) => Math.max(last, one), 0);
}

function recordsOf(seen: Seen): readonly number[] {
  return [
    ...seen.all.flatMap(({ record, answer }) => [record, answer?.record]),
    ...seen.handshakes().flatMap(({ record, decided, closed }) => [record, decided?.record, closed?.record]),
    ...seen.frames.map(({ record }) => record),
  ].filter((one) => one !== undefined);
}

/** Whether a view shows all of it. */
export function showsAll(view: View, facts: readonly PointedFact[]): boolean {
  // What a client shows is JSON.
  const json = view as unknown as JsonValue;
  return facts.every(({ pointer, predicate, expected }) =>
    evaluate(predicate, followPointer(json, parsePointer(pointer)), expected),
  );
}

/** Whether it calls itself synchronised in what the kind tells. */
export function currentFact({ current }: View, kind: string, is = true): PointedFact {
  const pointer = typeof current === 'boolean' ? '/current' : `/current/${kind}`;
  return is ? fact(pointer, 'equals', true) : fact(pointer, 'optional', { predicate: 'notEquals', expected: true });
}
