// Stop loss and take profit of orders to sell (interface 4.1; 7.2): on which side of its price each of them has to lie is said by no more
// than their names, and a target may want some distance. But one that refuses an order with its stop loss above and its take profit below,
// and takes it once the two are exchanged, holds sales to the sides of purchases.
import { scenario } from '../runner/registry.js';
import { protectedOrder } from '../words/trading/prices.js';
import { submitToEnd } from '../words/trading/refusal.js';

/** A market may refuse an order now and then for reasons of its own. */
const TRIES = 3;

for (const { id, type } of [
  { id: 'orders.limit-accepted/protected-sale', type: 'limit' },
  { id: 'orders.stop-accepted/protected-sale', type: 'stop' },
] as const) {
  scenario({
    id,
    title: `does not refuse a protected ${type} order to sell whose levels it takes when they are exchanged`,
    level: 'should',
    needs: { claims: ['sltp'] },
    async run(t) {
      const order = await protectedOrder(t.account, { type, side: 'sell' });
      let right = await submitToEnd(t, order);
      for (let more = 1; more < TRIES && right.result?.status !== 'success'; more += 1) {
        right = await submitToEnd(t, order);
      }
      const { stopLossPrice, takeProfitPrice } = order;
      const exchanged = { ...order, stopLossPrice: takeProfitPrice, takeProfitPrice: stopLossPrice };
      const wrong = await submitToEnd(t, exchanged);
      const [isTaken, isTakenWrong] = [right, wrong].map(({ result }) => result?.status === 'success');
      t.expect.that(isTaken === true || isTakenWrong === false, {
        expected: `success with stop loss ${stopLossPrice} and take profit ${takeProfitPrice}`,
        actual: 'a refusal, and success with the two exchanged',
        evidence: [right.submission, wrong.submission],
      });
    },
  });
}
