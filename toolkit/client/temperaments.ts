// Temperaments: honest clients that differ in what the interface leaves to a client. Every client check must spare every one of them.
import { randomUUID } from 'node:crypto';
import type { ViewedOrder } from '../intents/index.js';
import type { JsonValue } from '../payload/json.js';
import { isJsonArray, isJsonObject } from '../payload/json-kind.js';
import { type Conduct, HONEST } from './conduct/conduct.js';

export interface Temperament {
  readonly id: string;
  readonly title: string;
  readonly conduct: Partial<Conduct>;
}

const EAGER_ATTEMPTS = 4;
const LONGEST_KEY = 128;

export const TEMPERAMENTS: readonly Temperament[] = [
  {
    id: 'silent',
    title: 'never sends a request again',
    conduct: {
      repeatsAfterMs: (trouble) => (trouble.kind === 'handshake' ? HONEST.repeatsAfterMs(trouble) : undefined),
    },
  },
  {
    id: 'eager',
    title: 'tries three times more, twenty milliseconds apart',
    conduct: {
      repeatsAfterMs: (trouble) => {
        const usual = HONEST.repeatsAfterMs(trouble);
        if (trouble.kind === 'handshake' || usual === undefined) return usual;
        return trouble.attempt < EAGER_ATTEMPTS ? 20 : undefined;
      },
    },
  },
  { id: 'poller', title: 'has no streams and reads status and snapshot', conduct: { connections: 0 } },
  {
    id: 'sceptic',
    title: 'reads the snapshot after each event, and the status of each operation',
    conduct: { reconcilesAfterEveryEvent: true, pollsAfterMs: () => 0 },
  },
  { id: 'twin-socket', title: 'holds two connections, each with a state of its own', conduct: { connections: 2 } },
  { id: 'late-reader', title: 'reads its stream a tenth of a second behind', conduct: { frameDelayMs: 100 } },
  {
    id: 'odd-writer',
    title: 'writes its members in another order with blanks, and keys of 128 characters',
    conduct: {
      body: (text) => (text === '' ? text : JSON.stringify(reversed(JSON.parse(text) as JsonValue), null, 2)),
      key: () => `~${randomUUID()}.`.padEnd(LONGEST_KEY, '~'),
      stages: { payloadText: (text) => JSON.stringify(reversed(JSON.parse(text) as JsonValue), null, 1) },
    },
  },
  {
    id: 'cautious',
    title: 'does one thing at a time and asks for its quota before each',
    conduct: { concurrency: 1, asksQuotaEachTime: true },
  },
  {
    id: 'forgetful',
    title:
      'answers at once that an intent is pending, begins it a moment later, and tells of orders names and figures alone',
    conduct: { beginsAfterMs: 60, shownOrder: named },
  },
];

/** The order without what tells its kind. */
function named({ id, volume, price }: ViewedOrder): ViewedOrder {
  return { id, ...(volume !== undefined && { volume }), ...(price !== undefined && { price }) };
}

/** The same JSON with the members of every object in the opposite order. */
function reversed(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(reversed);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}
