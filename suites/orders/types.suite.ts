// Order types of the orders call (interface 4.1): limit, stop and sltp are placed, a market order never executes there.

import { scenario } from '../runner/registry.js';
import { expectNotExecuted } from '../words/trading/not-executed.js';
import { sltpOf } from '../words/trading/prices.js';

for (const type of ['limit', 'stop'] as const) {
  for (const side of ['buy', 'sell'] as const) {
    scenario({
      id: `orders.${type}-accepted/${side}`,
      title: `accepts a valid ${side} ${type}`,
      async run(t) {
        const submission = await t.account.submit(await t.account.order({ type, side }));
        t.expect.accepted(submission.exchange);
        const result = await t.account.settle(submission);
        t.expect.that(result.status === 'success', {
          expected: 'result success',
          actual: `result ${result.status}`,
          evidence: [result.record, submission.exchange.record],
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
    if (positionId === undefined)
      return t.inconclusive('the opened position shows no identifier; bind it in the dialect');
    const submission = await t.account.submit(await sltpOf(t, positionId));
    t.expect.accepted(submission.exchange);
    const result = await t.account.settle(submission);
    t.expect.that(result.status === 'success', {
      expected: 'result success',
      actual: `result ${result.status}`,
      evidence: [result.record, submission.exchange.record],
    });
  },
});

scenario({
  id: 'orders.market-not-executed/on-the-orders-call',
  title: 'does not execute a market order that is sent to the orders call',
  async run(t) {
    const good = await t.account.order();
    const { price: _none, ...market } = await t.account.order();
    await expectNotExecuted(t, { good, bad: { ...market, type: 'market' } });
  },
});
