// Faults of one place among several (interface 1, rule 6; 3; 4.1, rule 1; 6, table; 7.1, rule 1; 8): one surface, one
// connection, one kind of operation.
import type { DomainEvent } from '../../domain.js';
import type { DeliveryContext } from '../../rules/telling/delivery.js';
import { amended, exceptWhere } from '../algebra/edits.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';
import { afterLeavingAll } from '../algebra/wildcard-leavers.js';
import { on } from '../numbers/surfaces.js';

const allConnectionsServed = violating('6', ['subscriptions.all-connections-served', 'transactions.every-change']);

const isLater = ({ ordinal, others }: DeliveryContext): boolean => others > 0 && ordinal % 2 === 0;

function isBooking(event: DomainEvent): boolean {
  return event.kind === 'transaction_event' && event.payload.deals.some(({ balanceKind }) => balanceKind !== undefined);
}

function isExecutionOfPending(event: DomainEvent): boolean {
  if (event.kind !== 'transaction_event') return false;
  return event.payload.orders.some(({ state, type }) => state === 'filled' && type !== 'market');
}

/** On the connection of an account that was opened last, where there are several. */
function onTheNewestOnly(isMeant: (event: DomainEvent) => boolean): Change {
  return sharing(
    () => new Map<string, string>(),
    (newest) => ({
      initial: amended((initial, _previous, { accountId, id, stream }) => {
        if (stream === 'events') newest.set(accountId, id);
        return initial;
      }),
      deliversTo: exceptWhere(
        (event, _subscriptions, { accountId, id, others }) =>
          isMeant(event) && others > 0 && newest.get(accountId) !== id,
      ),
    }),
  );
}

/** What gives hmr up once every instrument is given up. */
function endingHmr(): Change {
  return afterLeavingAll((hasLeft) => ({
    deliversTo: exceptWhere((event, _subscriptions, { id }) => event.kind === 'hmr_update' && hasLeft(id)),
  }));
}

export const onePlaceFaults: readonly Fault[] = [
  allConnectionsServed('bookings-on-the-first-connection-only', {
    summary: 'Of several connections of an account the later ones get no events of bookings.',
    needs: 'account.deposit',
    deliversTo: exceptWhere((event, _subscriptions, context) => isBooking(event) && isLater(context)),
  }),
  allConnectionsServed('fills-on-the-first-connection-only', {
    summary: 'Of several connections of an account the later ones get no events of pending orders that are executed.',
    needs: 'order.fill',
    deliversTo: exceptWhere((event, _subscriptions, context) => isExecutionOfPending(event) && isLater(context)),
  }),
  violating('6', ['subscriptions.all-connections-served', 'transactions.negative-results-delivered'])(
    'rejections-on-the-newest-connection-only',
    {
      summary: 'Rejections are told to the connection of the account that was opened last.',
      change: onTheNewestOnly((event) => event.kind === 'transaction_event' && event.status !== 'success'),
    },
  ),
  violating('1', ['numbers.price-precision-by-instrument', 'orders.parameters-kept'])(
    'snapshot-prices-cut-to-four-digits',
    {
      summary: 'Prices in snapshots have four digits at most, those of events have five.',
      renderPrice: amended((text, _price, digits, place) =>
        digits > 4 && on('snapshots')(place) ? String(text).replace(/(\.\d{4})\d+$/, '$1') : text,
      ),
    },
  ),
  violating('1', ['history.agrees-with-events'])('history-volumes-cut-to-one-digit', {
    summary: 'Volumes in history are cut to one digit.',
    renderVolume: amended((text, _volume, _digits, place) =>
      on('history')(place) ? String(text).replace(/(\.\d)\d+$/, '$1') : text,
    ),
  }),
  violating('8', ['transactions.client-request-id-echo'])('cancellations-told-with-the-key-of-their-order', {
    summary: 'The event of a cancellation bears the key of the order that it cancelled.',
    announcements: amended((events) =>
      events.map((event) => {
        const [order] = event.payload.orders;
        const isCancelled = order?.state === 'cancelled' && event.payload.deals.length === 0;
        return isCancelled ? { ...event, clientRequestId: order?.clientRequestId ?? event.clientRequestId } : event;
      }),
    ),
  }),
  violating('4.3', ['operations.client-request-id-echo'])('status-of-closes-and-cancellations-without-key', {
    summary: 'Operation status of closes and cancellations shows no key.',
    echo: (honest) => (key, surface, context) =>
      surface === 'status' && context.kind !== 'placeOrder' && context.kind !== 'openPosition'
        ? undefined
        : honest(key, surface, context),
  }),
  violating('7.1', ['idempotency.conflict-refused', 'idempotency.conflict-any-member'])(
    'conflict-unnoticed-after-the-end',
    {
      summary: 'Once an operation has ended, its key is taken with any payload.',
      samePayload: amended((same, _remembered, _incoming, { inFlight }) => same || !inFlight),
    },
  ),
  violating('6.2', ['hmr.incremental-updates'])('unsubscribing-all-instruments-ends-hmr', {
    summary: 'A connection that unsubscribes from all instruments gets no hmr updates any more.',
    needs: 'hmr.upsert',
    change: endingHmr(),
  }),
  violating('4.1', ['orders.volume-on-step-accepted'])('volume-steps-counted-by-doubles', {
    summary: 'Whether a volume is on its step is found out by the remainder of two doubles.',
    onStep: (honest) => (volume, conditions, order) => {
      const number = ({ coefficient, scale }: typeof volume): number => Number(coefficient) / 10 ** scale;
      return honest(volume, conditions, order) && number(volume) % number(conditions.volumeStep) === 0;
    },
  }),
  violating('6', ['subscriptions.transactions-snapshot-orders', 'domain.open-orders-in-snapshot'])(
    'snapshot-without-orders-while-close-only',
    {
      summary: 'While an account is close only its snapshots hold no open orders.',
      needs: 'account.restrict',
      change: sharing(
        () => new Set<string>(),
        (restricted) => ({
          restricted: amended((after) => {
            if (after.accountStatus === 'close_only') restricted.add(after.id);
            else restricted.delete(after.id);
            return after;
          }),
          snapshotOf: amended((shown, _state, { accountId }) =>
            restricted.has(accountId) ? { ...shown, orders: [] } : shown,
          ),
        }),
      ),
    },
  ),
  violating('8', ['transactions.client-request-id-echo'])('keys-of-digits-told-as-numbers', {
    summary: 'A key of digits alone is told without the zeros that it begins with.',
    echo: (honest) => (key, surface, context) => {
      const told = honest(key, surface, context);
      return surface === 'event' ? told?.replace(/^0+(?=\d+$)/, '') : told;
    },
  }),
];
