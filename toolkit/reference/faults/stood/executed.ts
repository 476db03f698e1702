// Faults of positions that a pending order opened when it was executed (interface 3; 6.1, rule 2): what is done to those that were opened
// at the market is done to them in part only, or not told.
import type { Order } from '../../domain.js';
import { amended } from '../algebra/edits.js';
import { type Change, type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

/** The positions that executed orders opened, and the one that a close is of. */
interface Executed {
  readonly ids: Set<string>;
  closing: string;
}

function ofExecutedOrders(edits: (executed: Executed) => Edits): Change {
  return sharing<Executed>(
    () => ({ ids: new Set(), closing: '' }),
    (executed) => ({
      recordsOrder: amended((records, { state, type, positionId }) => {
        if (state === 'filled' && (type === 'limit' || type === 'stop') && positionId !== undefined) {
          executed.ids.add(positionId);
        }
        return records;
      }),
      closes: amended((position) => {
        executed.closing = position.id;
        return position;
      }),
      ...edits(executed),
    }),
  );
}

/** Of one type and side, as it was while it was pending. */
const staysInTheResource: Change = sharing(
  () => new Map<string, readonly Order[]>(),
  (executed) => ({
    ordersOf: amended((orders, { kind }, { accountId }) => {
      const sold = orders.filter(({ type, side }) => kind === 'fill' && type === 'stop' && side === 'sell');
      const pending = sold.map((order): Order => ({ ...order, state: 'pending', closedAtMs: undefined }));
      if (pending.length > 0) executed.set(accountId, [...(executed.get(accountId) ?? []), ...pending]);
      return orders;
    }),
    snapshotOf: amended((shown, _state, { surface, accountId }) =>
      surface === 'resource' ? { ...shown, orders: [...shown.orders, ...(executed.get(accountId) ?? [])] } : shown,
    ),
  }),
);

export const executedOrderFaults: readonly Fault[] = [
  violating('1', ['domain.closed-not-in-snapshot'])('resource-keeps-executed-sold-stops', {
    summary: 'The snapshot resource goes on to show stop orders to sell that were executed.',
    needs: 'order.fill',
    change: staysInTheResource,
  }),
  violating('3', ['positions.partial-close-volume', 'transactions.partial-close-position'])(
    'partial-close-of-an-executed-order-keeps-its-volume',
    {
      summary: 'A position that a pending order opened keeps its volume when a part of it is closed.',
      needs: 'order.fill',
      change: ofExecutedOrders((executed) => ({
        volumeAfterClose: amended((left, open) => (left > 0n && executed.ids.has(executed.closing) ? open : left)),
      })),
    },
  ),
  violating('6.1', ['transactions.close-deal'])('close-event-of-an-executed-order-without-deal', {
    summary: 'The close of a position that a pending order opened is told without its deal.',
    needs: 'order.fill',
    change: ofExecutedOrders(({ ids }) => ({
      dealsOf: amended((deals, { kind, positions }) =>
        kind === 'close' && positions.some(({ id }) => ids.has(id)) ? [] : deals,
      ),
    })),
  }),
];
