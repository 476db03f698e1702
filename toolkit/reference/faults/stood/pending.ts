// Faults of pending orders on their way (interface 1, rule 2; 6.1): one type or side whose end is told in one place and not in another.
import type { Order } from '../../domain.js';
import { amended, exceptWhere } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const agrees = violating('1', ['history.agrees-with-events']);

function isExecuted({ state, type }: Order): boolean {
  return state === 'filled' && type !== 'market' && type !== 'sltp';
}

export const pendingOrderFaults: readonly Fault[] = [
  agrees('history-of-sold-stops-cancelled', {
    summary: 'History shows a sell stop that was executed as cancelled.',
    needs: 'order.fill',
    shownOrder: amended((shown) =>
      isExecuted(shown) && shown.type === 'stop' && shown.side === 'sell' ? { ...shown, state: 'cancelled' } : shown,
    ),
  }),
  agrees('history-of-cancelled-orders-filled', {
    summary: 'History shows orders that were cancelled as executed.',
    shownOrder: amended((shown) =>
      shown.state === 'cancelled' && shown.type !== 'sltp' ? { ...shown, state: 'filled' } : shown,
    ),
  }),
  agrees('history-sides-of-sold-stops-turned', {
    summary: 'History shows sell stops as orders to buy.',
    shownOrder: amended((shown) =>
      shown.type === 'stop' && shown.side === 'sell' ? { ...shown, side: 'buy' } : shown,
    ),
  }),
  violating('1', ['history.closed-orders'])('history-without-cancelled-sold-stops', {
    summary: 'Sell stops that were cancelled do not come into history.',
    recordsOrder: exceptWhere(({ state, type, side }) => state === 'cancelled' && type === 'stop' && side === 'sell'),
  }),
  violating('1', ['history.deals', 'history.agrees-with-events'])('history-without-deals-of-executed-stops', {
    summary: 'The deal of a stop order that was executed does not come into history.',
    needs: 'order.fill',
    change: sharing(
      () => new Set<string>(),
      (executed) => ({
        recordsOrder: amended((records, order) => {
          if (isExecuted(order) && order.type === 'stop') executed.add(order.id);
          return records;
        }),
        recordsDeal: exceptWhere(({ orderId }) => orderId !== undefined && executed.has(orderId)),
      }),
    ),
  }),
  violating('1', ['domain.closed-not-in-snapshot'])('executed-sold-limits-stay-in-snapshots', {
    summary: 'Sell limits that were executed are still in the snapshots.',
    needs: 'order.fill',
    change: sharing(
      () => new Map<string, Order[]>(),
      (executed) => ({
        ordersOf: amended((orders, _transaction, { accountId }) => {
          const limits = orders.filter((one) => isExecuted(one) && one.type === 'limit' && one.side === 'sell');
          executed.set(accountId, [...(executed.get(accountId) ?? []), ...limits]);
          return orders;
        }),
        snapshotOf: amended((shown, _state, { accountId }) => ({
          ...shown,
          orders: [
            ...shown.orders,
            ...(executed.get(accountId) ?? []).map((one) => ({ ...one, state: 'pending' as const })),
          ],
        })),
      }),
    ),
  }),
  violating('1', ['domain.open-positions-in-snapshot'])('snapshots-without-positions-of-executed-stops', {
    summary: 'Positions that an executed stop order opened are not in the snapshots.',
    needs: 'order.fill',
    change: sharing(
      () => new Set<string>(),
      (opened) => ({
        ordersOf: amended((orders) => {
          for (const one of orders) if (isExecuted(one) && one.type === 'stop') opened.add(one.positionId ?? '');
          return orders;
        }),
        snapshotOf: amended((shown) => ({ ...shown, positions: shown.positions.filter(({ id }) => !opened.has(id)) })),
      }),
    ),
  }),
  violating('1', ['domain.snapshot-resource', 'domain.open-orders-in-snapshot'])(
    'snapshot-resource-without-sold-stops',
    {
      summary: 'The snapshot resource lacks sell stops; that of the stream has them.',
      snapshotOf: amended((shown, _state, { surface }) =>
        surface === 'resource'
          ? { ...shown, orders: shown.orders.filter(({ type, side }) => !(type === 'stop' && side === 'sell')) }
          : shown,
      ),
    },
  ),
];
