// Faults of what looks alike and is not the same (interface 1, rule 2; 2.2; 6; 8): a service that tells things apart
// by too little drops the second of them.
import type { Deal, Order, TransactionEvent } from '../../domain.js';
import type { DeliveryContext } from '../../rules/telling/delivery.js';
import { amended, exceptWhere } from '../algebra/edits.js';
import { type Edits, type Fault, violating } from '../algebra/index.js';

const MOMENT_MS = 1000;

const everyChange = violating('6', [
  'transactions.every-change',
  'domain.every-ack-one-result',
  'domain.result-as-event',
]);

/** Of events of one key those of the first owner alone are delivered. */
function toldToTheFirst(
  ownerOf: (event: TransactionEvent, context: DeliveryContext) => string | undefined,
): Pick<Edits, 'deliversTo'> {
  return {
    deliversTo: (honest) => {
      const owners = new Map<string, string>();
      return (event, subscriptions, context) => {
        if (!honest(event, subscriptions, context)) return false;
        const key = event.kind === 'transaction_event' ? event.clientRequestId : undefined;
        const owner = event.kind === 'transaction_event' ? ownerOf(event, context) : undefined;
        if (key === undefined || owner === undefined) return true;
        if (!owners.has(key)) owners.set(key, owner);
        return owners.get(key) === owner;
      };
    },
  };
}

function nameOf({ instrument, side, volume, price }: Order | Deal): string {
  return JSON.stringify([instrument, side, volume?.coefficient.toString(), price?.coefficient.toString()]);
}

/** Whether the row is like the one before it on any account. */
function likeTheLast(): (row: Order | Deal) => boolean {
  let last: string | undefined;
  return (row) => {
    const name = nameOf(row);
    const isLike = name === last;
    last = isLike ? undefined : name;
    return isLike;
  };
}

export const takenForTheSameFaults: readonly Fault[] = [
  violating('8', ['idempotency.scope-account', 'transactions.every-change'])('events-told-apart-by-key-alone', {
    summary: 'Of a key that two accounts have used only the first account is told the result.',
    ...toldToTheFirst((_event, { accountId }) => accountId),
  }),
  violating('8', ['idempotency.scope-operation-kind', 'transactions.every-change'])('events-of-a-key-told-once', {
    summary: 'Of a key that two kinds of operation have used only the first operation is told.',
    ...toldToTheFirst(({ operationId }) => operationId),
  }),
  everyChange('events-of-equal-orders-told-once', {
    summary: `Of two equal orders that are placed within ${MOMENT_MS} ms the event of the first is told.`,
    announcements: (honest) => {
      const latest = new Map<string, number>();
      return (event, surroundings) => {
        const [order] = event.payload.orders;
        if (order?.state !== 'pending' || event.payload.deals.length > 0) return honest(event, surroundings);
        const name = `${surroundings.accountId} ${nameOf(order)}`;
        const isAgain = event.atMs - (latest.get(name) ?? Number.NEGATIVE_INFINITY) < MOMENT_MS;
        latest.set(name, event.atMs);
        return isAgain ? [] : honest(event, surroundings);
      };
    },
  }),
  everyChange('quick-cancellations-untold', {
    summary: `An order that is cancelled within ${MOMENT_MS} ms of its placement is cancelled in silence.`,
    announcements: (honest) => (event, surroundings) => {
      const [order] = event.payload.orders;
      const isQuick =
        order?.state === 'cancelled' && event.payload.deals.length === 0 && event.atMs - order.createdAtMs < MOMENT_MS;
      return isQuick ? [] : honest(event, surroundings);
    },
  }),
  violating('1', ['history.closed-orders'])('history-of-equal-orders-once', {
    summary: 'Of equal orders that end history shows the first.',
    recordsOrder: (honest) => {
      const known = new Set<string>();
      return (order) => {
        if (order.type === 'market') return honest(order);
        const isLike = known.has(nameOf(order));
        known.add(nameOf(order));
        return !isLike && honest(order);
      };
    },
  }),
  violating('1', ['history.deals', 'history.agrees-with-events'])('history-of-equal-deals-once', {
    summary: 'Of two deals of one instrument, side, volume and price in a row history shows the first.',
    recordsDeal: (honest) => {
      const isLike = likeTheLast();
      return (deal) => (deal.balanceKind === undefined ? !isLike(deal) && honest(deal) : honest(deal));
    },
  }),
  violating('1', ['domain.snapshot-resource'])('snapshot-resource-without-what-is-left', {
    summary: 'The snapshot resource leaves out positions that were closed in part.',
    snapshotOf: (honest) => {
      const first = new Map<string, bigint>();
      return (state, context) => {
        const shown = honest(state, context);
        for (const { id, volume } of shown.positions) if (!first.has(id)) first.set(id, volume.coefficient);
        if (context.surface !== 'resource') return shown;
        return {
          ...shown,
          positions: shown.positions.filter(({ id, volume }) => first.get(id) === volume.coefficient),
        };
      };
    },
  }),
  violating('6.2', ['hmr.incremental-updates', 'hmr.snapshot-complete'])('periods-told-by-their-first-instrument', {
    summary: 'A period of several instruments is told to those alone who subscribed to the first of them.',
    needs: 'hmr.upsert',
    concerns: exceptWhere(({ instruments }, subscribed) => !subscribed.has(instruments[0] ?? '')),
  }),
  violating('1', ['domain.open-orders-in-snapshot', 'subscriptions.transactions-snapshot-orders'])(
    'snapshot-of-equal-orders-once',
    {
      summary: 'Of open orders of one instrument, side, volume and price snapshots show the first.',
      snapshotOf: amended((shown) => ({
        ...shown,
        orders: shown.orders.filter(
          (one, at, all) => one.type === 'sltp' || all.findIndex((other) => nameOf(other) === nameOf(one)) === at,
        ),
      })),
    },
  ),
];
