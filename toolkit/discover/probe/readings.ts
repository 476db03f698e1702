// What a dialect reads of all that a target showed, member by member: the measure by which one way of reading is held against another.
import type { JsonPrimitive, JsonValue } from '../../payload/json.js';
import type { Dialect } from '../../profile/dialect/dialect.js';
import type { Vocabulary } from '../../profile/dialect/vocabularies.js';
import type { BodyName, EntityName } from '../binding/material.js';
import type { KnownValues } from '../meaning/match-members.js';
import { SENSES } from '../meaning/synonyms.js';
import { messagesIn } from './messages-in.js';
import type { SeenBody } from './samples.js';

export const BODY_READERS: Readonly<Record<BodyName, (dialect: Dialect, body: JsonValue) => unknown>> = {
  ack: (dialect, body) => dialect.readAck(body),
  error: (dialect, body) => dialect.readError(body),
  operation: (dialect, body) => dialect.readOperation(body),
  account: (dialect, body) => dialect.readAccount(body),
  instruments: (dialect, body) => ({ names: dialect.readInstruments(body) }),
  conditions: (dialect, body) => dialect.readConditions(body),
  limits: (dialect, body) => dialect.readQuota(body) ?? {},
  snapshot: (dialect, body) => dialect.readSnapshot(body),
  orderHistory: (dialect, body) => dialect.readOrderHistory(body),
  dealHistory: (dialect, body) => dialect.readDealHistory(body),
};

export interface Shown {
  readonly bodies: readonly SeenBody[];
  /** Frames as they came, each with the kinds of the messages in it, as far as they can be told. */
  readonly frames: readonly { readonly value: JsonValue; readonly told: readonly string[] }[];
  readonly known: Readonly<Partial<Record<EntityName, KnownValues>>>;
  /** Instruments that have conditions: other texts may be no names. */
  readonly instruments: ReadonlySet<string>;
  /** Of commands that were sent: another number in an answer is no correlation. */
  readonly commandIds: ReadonlySet<string>;
}

/** How often each member was read, each word understood, each message taken for what it is, each known value found. */
export type Readings = ReadonlyMap<string, number>;

export function readingsOf(dialect: Dialect, { bodies, frames, known, instruments, commandIds }: Shown): Readings {
  const counts = new Map<string, number>();
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const look = (part: string, view: unknown): void => {
    for (const [member, value] of leavesOf(view, part)) {
      if (value === null || value === 'unknown') continue;
      count(member);
      if (instruments.has(String(value))) count(`${member} as an instrument`);
      if (member.endsWith('.commandId') && commandIds.has(String(value))) count(`${member} as sent`);
      const entity = entityOf(member);
      const name = member.slice(member.lastIndexOf('.') + 1);
      const vocabulary = SENSES[entity ?? part.replace(/^bodies\./, '')]?.[name]?.words;
      if (isUnderstood(dialect, vocabulary, value)) count(`${member} in words`);
      const wanted = entity && known[entity]?.[name];
      if (wanted !== undefined && String(wanted) === String(value)) count(`${member} as known`);
    }
  };
  for (const { body, value } of bodies) look(`bodies.${body}`, BODY_READERS[body](dialect, value));
  for (const { value, told } of frames) {
    const left = [...told];
    for (const { kind, view } of messagesIn(dialect, value)) {
      const place = left.indexOf(kind);
      if (place !== -1) {
        left.splice(place, 1);
        count(`message ${kind}`);
      }
      look(`messages.${kind}`, view);
    }
  }
  return counts;
}

/** Whether `one` reads whatever `other` reads, as often. */
export function readsAll(one: Readings, other: Readings): boolean {
  return [...other].every(([what, times]) => (one.get(what) ?? 0) >= times);
}

/** Views show states of operations in the interface's words already. */
function isUnderstood(dialect: Dialect, vocabulary: Vocabulary | undefined, value: JsonPrimitive): boolean {
  return (
    vocabulary !== undefined && vocabulary !== 'operationState' && dialect.meaning(vocabulary, value) !== undefined
  );
}

const ENTITY_LISTS: readonly (readonly [EntityName, RegExp])[] = [
  ['order', /^bodies\.orderHistory\.items\[\]|\.orders\[\]/],
  ['deal', /^bodies\.dealHistory\.items\[\]|\.deals\[\]/],
  ['position', /\.positions\[\]/],
  ['hmrPeriod', /\.(periods|upserted)\[\]/],
];

function entityOf(member: string): EntityName | undefined {
  return ENTITY_LISTS.find(([, list]) => list.test(member))?.[0];
}

/** Values of a view by member; the items of a list count for one member, and a list that is there counts itself. */
function leavesOf(view: unknown, at: string): readonly (readonly [string, JsonPrimitive])[] {
  if (Array.isArray(view)) return [[`${at}[]`, true], ...view.flatMap((item: unknown) => leavesOf(item, `${at}[]`))];
  if (typeof view === 'object' && view !== null) {
    return Object.entries(view).flatMap(([name, value]: [string, unknown]) => leavesOf(value, `${at}.${name}`));
  }
  // A view holds JSON, and leaves out what is undefined.
  return view === undefined ? [] : [[at, view as JsonPrimitive]];
}
