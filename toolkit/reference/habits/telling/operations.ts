// Legal courses of an operation: what its status shows and for how long, when its result comes, in which order and how often
// (interface 1, rule 1; 3; 4.3; 6).
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import { isFinalStatus } from '../../../payload/vocabulary.js';
import type { OperationStatus } from '../../domain.js';
import { amended, exceptWhere, instead } from '../../faults/algebra/edits.js';
import { sharing } from '../../faults/algebra/memory.js';
import { among, answering, type Habit, only, stating, without } from '../algebra/index.js';

const inFlight = among('status-in-flight', '4.3', ['status-in-flight', 'transitions']);
const lag = among('status-lag', '4.3', ['event-order', 'result-deadline']);
const retention = among('status-retention', '4.3', ['status-retention']);
const unknown = among('unknown-operation', '4.3', ['status-unknown-id', 'status-retention', 'config-statuses']);
const members = among('status-members', '4.3', ['status-body']);
const words = among('status-word', '4.3', ['status-body']);
const deadline = among('result-delay', '1', ['result-deadline']);
const answer = among('answer-delay', '6', ['event-order']);
const order = among('result-order', '6', ['event-order']);
const eventOrder = among('event-order', '6', ['event-order']);
const multiplicity = among('event-count', '6', ['event-multiplicity']);
const openings = among('opening-orders-closed', '3', ['transitions']);

const BY_FLAGS: JsonObject = {
  bodies: {
    operation: {
      state: null,
      states: {
        pending: { '/done': false },
        success: { '/done': true, '/good': true },
        failed: { '/done': true, '/broken': true },
        rejected: { '/done': true, '/good': false, '/broken': false },
      },
    },
  },
};
const STATUS = ['operation_id', 'client_request_id', 'status', 'phase', 'error_code', 'error_message'];
const BEHIND_MS = 150;

export const operationHabits: readonly Habit[] = [
  inFlight('unfinished-operations-unknown', {
    summary: 'An operation is found when it has ended; before that the answer is 404.',
    rules: { keepsStatus: exceptWhere((_age, _retention, state) => state === 'pending') },
    costs: [
      { checks: 'operations.*', verdict: 'inconclusive', because: 'before' },
      { checks: 'guards.reads-unaffected/*', verdict: 'inconclusive', because: 'before' },
      { checks: 'operations.*/while-held', verdict: 'not-applicable', because: 'no status of an unfinished operation' },
    ],
  }),
  inFlight('unfinished-operations-unnamed', {
    summary: 'The status of an operation has no word for its state until it has ended.',
    speech: answering(
      'operationStatus',
      ofUnfinished((status) => without(status, 'status', 'phase')),
    ),
  }),
  inFlight('unfinished-operations-null', {
    summary: 'The status of an operation shows null for its state until it has ended.',
    speech: answering(
      'operationStatus',
      ofUnfinished((status) =>
        Object.fromEntries(Object.entries(status).map(([name, value]) => [name, isWord(name) ? null : value])),
      ),
    ),
  }),
  inFlight('unfinished-operations-in-a-strange-word', {
    summary: 'The status of an operation shows a word that no dialect names until it has ended.',
    speech: answering(
      'operationStatus',
      ofUnfinished((status) =>
        Object.fromEntries(Object.entries(status).map(([name, value]) => [name, isWord(name) ? 'Executing' : value])),
      ),
    ),
  }),
  lag('status-behind-the-event', {
    summary: 'The status of an operation follows its event after a moment.',
    rules: {
      shownStatus: amended((status, _status, ageMs) =>
        ageMs !== undefined && ageMs < BEHIND_MS ? unfinished(status) : status,
      ),
    },
  }),
  lag('status-written-behind', {
    summary: 'The status of an operation is found a moment after its ACK; before that the answer is 404.',
    rules: { keepsStatus: exceptWhere((ageMs) => ageMs < BEHIND_MS) },
    // One that was accepted just now would be said to have failed.
    excludes: ['unknown-operation-failed'],
  }),
  lag('event-behind-the-status', {
    summary: 'The event of an operation follows its status after a moment.',
    rules: { deliveryTimesMs: amended((times, { kind }) => (kind === 'transaction_event' ? [BEHIND_MS] : times)) },
  }),
  retention('status-kept-for-seconds', {
    summary: 'The status of an operation is kept for ten seconds.',
    settings: { operationRetentionMs: 10_000 },
  }),
  retention('status-kept-for-a-year', {
    summary: 'The status of an operation is kept for a year.',
    settings: { operationRetentionMs: 365 * 86_400_000 },
  }),
  unknown('unknown-operation-400', {
    summary: 'The status of an operation that is unknown, or known no longer, is refused with 400.',
    rules: { statusOf: amended(ofUnknown(400)) },
  }),
  unknown('unknown-operation-410', {
    summary: 'The status of an operation that is unknown, or known no longer, is answered with 410.',
    rules: { statusOf: amended(ofUnknown(410)) },
  }),
  unknown('unknown-operation-failed', {
    // One that is under way, or that succeeded some seconds ago, would be said to have failed.
    excludes: ['unfinished-operations-unknown', 'status-kept-for-seconds'],
    summary: 'The status of an operation that is unknown, or known no longer, is a failure for that reason.',
    rules: {
      statusOfUnknown: instead((operationId) => ({
        operationId,
        clientRequestId: undefined,
        state: 'failed',
        errorCode: 'OPERATION_UNKNOWN',
        errorMessage: 'OPERATION_UNKNOWN',
        acceptedAtMs: 0,
        finishedAtMs: 0,
      })),
    },
  }),
  members('status-bare', {
    summary: 'The status of an operation has what is named and no other member.',
    speech: answering(
      'operationStatus',
      inStatus((status) => only(status, ...STATUS)),
    ),
  }),
  members('status-with-more', {
    summary: 'The status of an operation tells its kind, its times in milliseconds and an empty payload besides.',
    speech: answering(
      'operationStatus',
      inStatus((status) => ({ kind: 'order', updated: 1_767_600_000_000, payload: {}, attempts: 1, ...status })),
    ),
  }),
  members('status-without-its-own-id', {
    summary: 'The status of an operation does not repeat its identifier.',
    speech: answering(
      'operationStatus',
      inStatus((status) => without(status, 'operation_id')),
    ),
    stated: stating({ bodies: { operation: { operationId: null } } }),
  }),
  words('status-in-capitals', {
    summary: 'The status of an operation is shown in words of its own.',
    speech: answering(
      'operationStatus',
      inWords({ pending: 'RUNNING', success: 'OK', rejected: 'REFUSED', failed: 'ERROR' }),
    ),
    stated: stating({
      words: { operationState: { pending: 'RUNNING', success: 'OK', rejected: 'REFUSED', failed: 'ERROR' } },
    }),
  }),
  words('status-in-numbers', {
    summary: 'The status of an operation is shown in numbers.',
    speech: answering('operationStatus', inWords({ pending: 0, success: 1, rejected: 2, failed: 3 })),
    stated: stating({ words: { operationState: { pending: 0, success: 1, rejected: 2, failed: 3 } } }),
  }),
  words('status-in-members', {
    summary: 'The status of an operation is told by flags instead of a word.',
    speech: answering('operationStatus', inStatus(inFlags)),
    stated: stating(BY_FLAGS),
  }),
  deadline('results-at-once', {
    summary: 'Results come in the turn after the acceptance.',
    behaviour: { finaliseAfterMs: 0 },
  }),
  deadline('results-after-a-moment', {
    summary: 'Results come a third of a second after the acceptance.',
    behaviour: { finaliseAfterMs: 300 },
  }),
  deadline('results-at-any-time', {
    summary: 'Some results come at once and others after some time.',
    rules: { finaliseDelayMs: instead((_delay, { ordinal }) => ((ordinal * 7919) % 5) * 50) },
  }),
  answer('answers-before-events', {
    summary: 'The answer to a request goes out before its event.',
    behaviour: { answerAfterMs: 0 },
  }),
  answer('answers-after-events', {
    summary: 'The answer to a request goes out well after its event.',
    behaviour: { answerAfterMs: 80 },
  }),
  order('results-out-of-order', {
    summary: 'Of two operations the later one may end first.',
    rules: { finaliseDelayMs: amended((delayMs, _delay, { ordinal }) => delayMs + (ordinal % 2) * 60) },
  }),
  eventOrder('events-out-of-order', {
    summary: 'Of three transaction events of an account one comes at once, one after a moment and one after two.',
    rules: {
      deliveryTimesMs: amended((times, { kind }, { sequence }) =>
        kind === 'transaction_event' ? [(sequence % 3) * BEHIND_MS] : times,
      ),
    },
  }),
  multiplicity('results-told-twice', {
    summary: 'The result of an operation is announced twice.',
    rules: {
      announcements: amended((events) =>
        events.flatMap((event) => (event.clientRequestId === undefined ? [event] : [event, { ...event }])),
      ),
    },
  }),
  multiplicity('results-followed-by-account-state', {
    summary: 'The result of an operation is followed by an event of the operation with the account state alone.',
    rules: {
      announcements: amended((events) =>
        events.flatMap((event) =>
          event.clientRequestId === undefined || event.status !== 'success'
            ? [event]
            : [event, { ...event, payload: { ...event.payload, orders: [], deals: [], positions: [] } }],
        ),
      ),
    },
  }),
  openings('opening-orders-close-with-their-position', {
    summary: 'The order of a market execution counts as closed when its position is.',
    costs: [
      { checks: 'history.*', verdict: 'inconclusive', because: 'the orders show no' },
      { checks: 'history.*', verdict: 'not-applicable', because: 'openings leave no' },
    ],
    rules: sharing(
      () => new Set<string>(),
      (closed) => ({
        positionsOf: amended((positions) => {
          for (const { id, state } of positions) if (state === 'closed') closed.add(id);
          return positions;
        }),
        isHistoric: amended(
          (historic, { type, positionId }) =>
            historic && (type !== 'market' || positionId === undefined || closed.has(positionId)),
        ),
      }),
    ),
  }),
];

/** As the status was before its operation ended. */
export function unfinished(status: OperationStatus): OperationStatus {
  return { ...status, state: 'pending', errorCode: undefined, errorMessage: undefined, finishedAtMs: undefined };
}

function ofUnknown(status: number): (honest: number, refusal: { readonly name: string }) => number {
  return (honest, { name }) => (name === 'OPERATION_NOT_FOUND' ? status : honest);
}

function isWord(name: string): boolean {
  return name === 'status' || name === 'phase';
}

/** The status lies at the top, or under `result`. */
function inStatus(edit: (status: JsonObject) => JsonObject): (body: JsonValue) => JsonValue {
  return (body) => {
    if (!isJsonObject(body)) return body;
    const { result } = body;
    return isJsonObject(result) ? { ...body, result: edit(result) } : edit(body);
  };
}

const UNFINISHED: readonly (JsonValue | undefined)[] = ['pending', 'UNDERWAY'];

function ofUnfinished(edit: (status: JsonObject) => JsonObject): (body: JsonValue) => JsonValue {
  return inStatus((status) => (UNFINISHED.includes(status['status'] ?? status['phase']) ? edit(status) : status));
}

const CONTRARY_WORDS: Readonly<Record<string, string>> = {
  UNDERWAY: 'pending',
  DONE: 'success',
  DECLINED: 'rejected',
  BROKEN: 'failed',
};

/** A word of no end is one of the time before it. */
function stateOf(status: JsonObject): string {
  const word = String(status['status'] ?? status['phase']);
  const state = CONTRARY_WORDS[word] ?? word;
  return isFinalStatus(state) ? state : 'pending';
}

function inWords(spelled: Readonly<Record<string, JsonValue>>): (body: JsonValue) => JsonValue {
  return inStatus((status) => {
    const word = spelled[stateOf(status)] ?? null;
    return Object.fromEntries(Object.entries(status).map(([name, value]) => [name, isWord(name) ? word : value]));
  });
}

function inFlags(status: JsonObject): JsonObject {
  const state = stateOf(status);
  return {
    ...without(status, 'status', 'phase'),
    done: state !== 'pending',
    good: state === 'success',
    broken: state === 'failed',
  };
}
