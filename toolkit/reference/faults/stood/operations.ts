// Faults of what a service remembers of ended operations (interface 4.3; 7.1, rule 1; 8): what comes after them changes what their status
// shows, or loses the key that they were asked for under.
import type { TransactionEvent } from '../../domain.js';
import { amended } from '../algebra/edits.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const keys = violating('8', ['idempotency.duplicate-same-operation', 'idempotency.duplicate-not-executed']);
const stays = violating('4.3', ['operations.final-result-stays', 'operations.agrees-with-event']);

/** The keys of orders or positions that `ended` finds in an event are new ones when they come again. */
function forgottenWith(ended: (event: TransactionEvent) => readonly (string | undefined)[]): Change {
  return sharing(
    () => new Set<string>(),
    (forgotten) => ({
      announcements: (honest) => (event, surroundings) => {
        for (const key of ended(event)) if (key !== undefined) forgotten.add(`${surroundings.accountId} ${key}`);
        return honest(event, surroundings);
      },
      recordName: amended((name, { accountId, idempotencyKey, kind }) =>
        kind !== 'cancelOrder' && forgotten.has(`${accountId} ${idempotencyKey}`) ? `${name}\nended` : name,
      ),
    }),
  );
}

export const stoodOperationFaults: readonly Fault[] = [
  keys('key-forgotten-with-a-cancelled-order', {
    summary: 'The key of an order is forgotten when the order is cancelled.',
    change: forgottenWith(({ payload }) =>
      payload.orders.filter(({ state }) => state === 'cancelled').map(({ clientRequestId }) => clientRequestId),
    ),
  }),
  keys('key-forgotten-with-an-executed-order', {
    summary: 'The key of a pending order is forgotten when the order is executed.',
    needs: 'order.fill',
    change: forgottenWith(({ payload }) =>
      payload.orders
        .filter(({ state, type }) => state === 'filled' && type !== 'market')
        .map(({ clientRequestId }) => clientRequestId),
    ),
  }),
  violating('8', ['positions.duplicate-same-operation', 'positions.duplicate-not-executed'])(
    'key-forgotten-with-a-closed-position',
    {
      summary: 'The key of an opening is forgotten when its position is closed.',
      change: sharing(
        () => ({ keyOf: new Map<string, string>(), forgotten: new Set<string>() }),
        ({ keyOf, forgotten }) => ({
          announcements: (honest) => (event, surroundings) => {
            const { accountId } = surroundings;
            for (const { id, state } of event.payload.positions) {
              const key = keyOf.get(id);
              if (state === 'closed' && key !== undefined) forgotten.add(`${accountId} ${key}`);
              else if (key === undefined && event.clientRequestId !== undefined) keyOf.set(id, event.clientRequestId);
            }
            return honest(event, surroundings);
          },
          recordName: amended((name, { accountId, idempotencyKey, kind }) =>
            kind === 'openPosition' && forgotten.has(`${accountId} ${idempotencyKey}`) ? `${name}\nclosed` : name,
          ),
        }),
      ),
    },
  ),
  keys('keys-forgotten-by-a-failure', {
    summary: 'What fails makes the account forget the keys of all that ended before.',
    needs: 'operation.fail',
    change: sharing(
      () => new Map<string, number>(),
      (failed) => ({
        announcements: (honest) => (event, surroundings) => {
          if (event.status === 'failed') failed.set(surroundings.accountId, Date.now());
          return honest(event, surroundings);
        },
        recognises: (honest) => (context) => {
          const atMs = failed.get(context.accountId);
          return honest(context) && !(atMs !== undefined && context.succeeded && Date.now() - context.ageMs < atMs);
        },
      }),
    ),
  }),
  violating('4.3', ['operations.error-agrees-with-event', 'operations.final-result-stays'])(
    'status-error-of-the-latest-rejection',
    {
      summary: 'Operation status of a rejection shows the error of the latest rejection of the account.',
      change: sharing(
        () => new Map<string, string | undefined>(),
        (latest) => ({
          announcements: (honest) => (event, surroundings) => {
            if (event.status === 'rejected') latest.set(surroundings.accountId, event.errorCode);
            return honest(event, surroundings);
          },
          shownStatus: amended((shown, _status, _ageMs, { accountId }) => {
            const code = latest.get(accountId) ?? shown.errorCode;
            return shown.state === 'rejected' ? { ...shown, errorCode: code, errorMessage: code } : shown;
          }),
        }),
      ),
    },
  ),
  violating('4.3', ['operations.client-request-id-echo'])('status-key-kept-for-eight-operations', {
    summary: 'Operation status shows the key of the last eight operations of the account alone.',
    change: sharing(
      () => new Map<string, number>(),
      (newest) => ({
        finishes: amended((finishes, { accountId, ordinal }) => {
          newest.set(accountId, ordinal);
          return finishes;
        }),
        shownStatus: amended((shown, _status, _ageMs, { accountId, ordinal }) =>
          (newest.get(accountId) ?? 0) - ordinal >= 8 ? { ...shown, clientRequestId: undefined } : shown,
        ),
      }),
    ),
  }),
  stays('status-of-openings-rejected-once-closed', {
    summary: 'Operation status of an opening turns to rejected when its position is closed.',
    change: sharing(
      () => ({ openedBy: new Map<string, string>(), closed: new Set<string>() }),
      ({ openedBy, closed }) => ({
        announcements: (honest) => (event, surroundings) => {
          for (const { id, state } of event.payload.positions) {
            const operation = openedBy.get(id);
            if (state === 'closed' && operation !== undefined) closed.add(operation);
            else if (operation === undefined && event.operationId !== undefined) openedBy.set(id, event.operationId);
          }
          return honest(event, surroundings);
        },
        shownStatus: amended((shown, _status, _ageMs, { operationId }) =>
          closed.has(operationId) ? { ...shown, state: 'rejected', errorCode: 'EXECUTION_REJECTED' } : shown,
        ),
      }),
    ),
  }),
  stays('status-of-orders-pending-again-while-another-is-cancelled', {
    summary: 'Operation status of all placements is pending again once an order of the account was cancelled.',
    change: sharing(
      () => new Set<string>(),
      (cancelled) => ({
        announcements: (honest) => (event, surroundings) => {
          if (event.payload.orders.some(({ state }) => state === 'cancelled')) cancelled.add(surroundings.accountId);
          return honest(event, surroundings);
        },
        shownStatus: amended((shown, _status, ageMs, { accountId, kind }) =>
          kind === 'placeOrder' && cancelled.has(accountId) && shown.state === 'success' && (ageMs ?? 0) > 20
            ? { ...shown, state: 'pending' }
            : shown,
        ),
      }),
    ),
  }),
];
