// What becomes of operations and their events (interface 1; 4.3; 6): how often an event comes, in which order, what status shows.
import type { JsonValue } from '../../../toolkit/payload/json.js';
import { isJsonArray, isJsonObject } from '../../../toolkit/payload/json-kind.js';
import type { Rules } from '../../../toolkit/reference/index.js';
import { honest } from './answers.js';
import type { Situation } from './situation.js';

/** For what the check itself brings about with control actions. */
export const asTold: Situation = { ...honest, id: 'as-told', summary: 'What happens is brought about step by step.' };

export const eventTwice: Situation = {
  id: 'event-twice',
  section: '6',
  points: ['event-multiplicity'],
  summary: 'Each event of an operation is sent twice.',
  rules: ({ announcements }) => ({
    announcements: (event, around) => announcements(event, around).flatMap((one) => [one, one]),
  }),
};

/** Milliseconds until the result, by the number of the operation: neighbours change places. */
const SHUFFLED_MS: readonly number[] = [60, 5, 45, 20, 75, 0, 30];

export const shuffled: Situation = {
  id: 'shuffled',
  section: '6',
  points: ['event-order', 'result-deadline'],
  summary: 'Results come in another order than their requests, and every third placement is rejected.',
  rules: ({ finaliseDelayMs, acceptsPendingCount }): Partial<Rules> => {
    let counted = 0;
    return {
      finaliseDelayMs: (delayMs, context) =>
        finaliseDelayMs(delayMs, context) + (SHUFFLED_MS[context.ordinal % SHUFFLED_MS.length] ?? 0),
      acceptsPendingCount: (pending, max) => {
        counted += 1;
        return counted % 3 !== 0 && acceptsPendingCount(pending, max);
      },
    };
  },
};

export const ownWords: Situation = {
  id: 'own-words',
  section: '2.2',
  points: ['envelope-extra', 'ack-extra', 'error-code-on-success', 'entity-fields'],
  summary: 'Messages and answers have members that the interface does not show, and null where a value is absent.',
  behaviour: { extraMembers: true, nullMembers: true },
};

/** The same JSON, told otherwise: members in the opposite order, and a letter of each name as an escape. */
function retold(text: string): string {
  return JSON.stringify(reversed(JSON.parse(text))).replaceAll(/"[a-z_]*e[a-z_]*":/g, (name) =>
    name.replace('e', '\\u0065'),
  );
}

function reversed(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(reversed);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, one]) => [name, reversed(one)]),
  );
}

export const oddlyWritten: Situation = {
  id: 'oddly-written',
  section: '2.2',
  points: [],
  summary: 'The members of messages and answers come in another order, with escapes in their names.',
  rules: ({ frames, httpBody }) => ({
    frames: (text, context) => frames(retold(text), context),
    httpBody: (body, context) => httpBody(Buffer.from(retold(Buffer.from(body).toString('utf8'))), context),
  }),
};

export const foldedProtection: Situation = {
  id: 'folded-protection',
  section: '6.1',
  points: ['snapshot-sltp-form'],
  summary: 'The snapshot shows stop loss and take profit on the order that they belong to.',
  behaviour: { snapshotSltp: 'folded' },
};

export const separateProtection: Situation = {
  id: 'separate-protection',
  section: '6.1',
  points: ['snapshot-sltp-form'],
  summary: 'The snapshot shows stop loss and take profit as an order of their own.',
  behaviour: { snapshotSltp: 'separate' },
};

export const statusTroubled: Situation = {
  ...honest,
  id: 'status-troubled',
  section: '4.3',
  points: ['status-body'],
  summary: 'The first reads of operation status are in trouble: 503, 500, a connection that ends.',
  fromTheStart: [
    { on: 'operationStatus', times: 4, refused: { status: 503, name: 'SYSTEM_TEMPORARY_UNAVAILABLE' } },
    { on: 'operationStatus', times: 4, refused: { status: 500, name: 'SYSTEM_INTERNAL_ERROR' } },
    { on: 'operationStatus', times: 2, fate: { deliver: 'cut-before' } },
  ],
};
