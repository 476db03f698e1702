// Snapshots of what is equal in everything but its identifier (interface 1, rule 2; 6, table): each of two orders or positions is in them.
import { scenario } from '../runner/registry.js';

for (const { id, type, side, words } of [
  {
    id: 'subscriptions.transactions-snapshot-orders/two-equal-limits',
    type: 'limit',
    side: 'buy',
    words: 'limit orders to buy',
  },
  {
    id: 'subscriptions.transactions-snapshot-orders/two-equal-stops',
    type: 'stop',
    side: 'sell',
    words: 'stop orders to sell',
  },
] as const) {
  scenario({
    id,
    title: `shows each of two ${words} of one volume and price in the snapshot`,
    requirements: ['domain.open-orders-in-snapshot'],
    purposes: [40],
    async run(t) {
      const events = await t.account.transactions();
      const { accountId: _account, instrument, ...order } = await t.account.order({ type, side });
      const wish = { ...order, ...(instrument && { instrument }) };
      const opened = [await t.account.openOrder(wish, { events }), await t.account.openOrder(wish, { events })];
      const state = await t.account.state();
      for (const { orderId } of opened) {
        t.expect.lists(state, 'orders', orderId, { also: ['domain.open-orders-in-snapshot'] });
      }
    },
  });
}
