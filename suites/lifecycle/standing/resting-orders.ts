// Orders that stand while something else happens on the account (interface 1, rule 2; 3): an order that no event and no history has ended
// is open still, as it was asked for. A market that reaches its price, or an operator who ends it, is seen by either.
import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { TradingStateView } from '../../../toolkit/profile/dialect/views.js';
import type { CheckContext, ExpectOptions, Recorded } from '../../runner/context.js';
import { expectKept } from '../../words/calls/kept-parameters.js';
import { itemsOf, walk } from '../../words/pages.js';
import type { Transactions } from '../../words/streams/event-of.js';
import { mainOrderIndex } from '../../words/trading/main-order.js';
import { ORDER_KINDS } from '../../words/trading/order-kinds.js';

interface RestingOrder {
  readonly orderId: string;
  readonly params: RequestParams;
  readonly told: number;
}

export async function restingOrders(t: CheckContext, events: Transactions): Promise<readonly RestingOrder[]> {
  const resting: RestingOrder[] = [];
  for (const wish of ORDER_KINDS) {
    const params = await t.account.order(wish);
    const { orderId, result } = await t.account.openOrder(params, { events });
    resting.push({ orderId, params, told: result.record });
  }
  return resting;
}

/** Judges that a fresh snapshot shows each of them that has not ended, as it was asked for. */
export async function expectStillOpen(
  t: CheckContext,
  events: Transactions,
  resting: readonly RestingOrder[],
  options: ExpectOptions = {},
): Promise<void> {
  const state = await t.account.state();
  const missing = resting.filter(({ orderId }) => !isListed(state, orderId));
  const ended = missing.length === 0 ? new Set() : await endedOf(t, events, missing);
  if (missing.length > 0 && !events.isOpen && !t.dialect.has('orderHistory')) {
    t.inconclusive('the connection has ended, and without history nobody can tell whether the orders have, too', [
      state,
    ]);
  }
  const left = resting.filter(({ orderId }) => !ended.has(orderId));
  if (left.length === 0) t.inconclusive('every order has ended meanwhile', [state]);
  const { record, orders = [] } = state;
  for (const { orderId, params } of left) {
    t.expect.lists(state, 'orders', orderId, options);
    const index = mainOrderIndex(t, orders, orderId);
    expectKept(t, params, { record, orders, index }, { requirement: 'orders.parameters-kept' });
  }
}

function isListed({ orders = [] }: Recorded<TradingStateView>, orderId: string): boolean {
  return orders.some(({ id }) => id === orderId);
}

/** Which of them a later event names, or history shows: these may have ended. */
async function endedOf(
  t: CheckContext,
  events: Transactions,
  orders: readonly RestingOrder[],
): Promise<ReadonlySet<string>> {
  const inHistory = t.dialect.has('orderHistory') ? itemsOf(await walk(t, 'orderHistory')).map(({ id }) => id) : [];
  return new Set(
    orders
      .filter(({ orderId, told }) => {
        const later = events.of('transaction_event', { after: told });
        return inHistory.includes(orderId) || later.some(({ view }) => view.orders?.some(({ id }) => id === orderId));
      })
      .map(({ orderId }) => orderId),
  );
}
