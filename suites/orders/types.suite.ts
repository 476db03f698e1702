// Order types of the orders call (interface 4.1): limit, stop and sltp are placed, a market order never executes there. One that is
// executed later opens what it says (4.1, purpose; 2.2): a bought order a bought position.

import { scenario } from '../runner/registry.js';
import { sltpOf } from '../words/trading/prices.js';
import { expectNotExecuted, expectSuccess } from '../words/trading/refusal.js';

for (const type of ['limit', 'stop'] as const) {
  for (const side of ['buy', 'sell'] as const) {
    scenario({
      id: `orders.${type}-accepted/${side}`,
      title: `accepts a valid ${side} ${type}`,
      async run(t) {
        await expectSuccess(t, await t.account.order({ type, side }));
      },
    });

    scenario({
      id: `orders.parameters-kept/executed-${side}-${type}`,
      title: `opens a position of the side of a ${type} order to ${side} that is executed`,
      needs: { claims: ['positions'], control: ['order.fill'] },
      async run(t) {
        const events = await t.account.transactions();
        const { positions } = events.snapshot.view;
        const instrument =
          t.account.instruments.find((one) =>
            positions?.every((there) => (there.instrument ?? one.name) !== one.name),
          ) ??
          t.inconclusive('the account has positions, with which the executed order may be netted', [events.snapshot]);
        const { orderId, result } = await t.account.openOrder({ type, side, instrument }, { events });
        await t.control('order.fill', { account_id: t.account.id, order_id: orderId });
        const event = await events.await('transaction_event', {
          where: ({ view: { orders = [], positions = [] } }) =>
            orders.some(({ id }) => id === orderId) && positions.length > 0,
          after: result.record,
        });
        const shown =
          event.view.positions?.[0]?.side ?? t.inconclusive('no event showed the side of a position', [event]);
        t.expect.that(t.dialect.meaning('side', shown) === side, {
          expected: `a position to ${side}`,
          actual: JSON.stringify(shown),
          evidence: [event, result],
        });
      },
    });
  }
}

scenario({
  id: 'orders.sltp-accepted/on-open-position',
  title: 'sets the protection of an open position by an order of type sltp',
  needs: { claims: ['sltp', 'positions'] },
  async run(t) {
    const { positionId } = await t.account.openPosition({ side: 'buy' });
    await expectSuccess(t, await sltpOf(t, positionId));
  },
});

scenario({
  id: 'orders.market-not-executed/on-the-orders-call',
  title: 'does not execute a market order that is sent to the orders call',
  async run(t) {
    await expectNotExecuted(t, { spoil: ({ price: _none, ...order }) => ({ ...order, type: 'market' }) });
  },
});
