// Results that come together are still told apart (interface 2.2; 6.1, rule 2): the event of an operation holds what that operation made.
import { concurrent } from '../runner/registry.js';
import { figureOf, same } from '../words/figures.js';

/** Enough for several of them to come to their results at once. */
const ORDERS = 6;

concurrent({
  id: 'transactions.placement-order/orders-at-once',
  title: 'shows in the event of each of several simultaneous placements the order of that placement',
  purposes: [23],
  async run(t) {
    const events = await t.account.transactions();
    const orders = await t.account.orders(ORDERS);
    const results = await Promise.all(
      orders.map(async (order) => {
        const submission = await t.account.submit(order);
        return {
          price: String(order.price),
          event: submission.accepted ? await events.resultOf(submission) : undefined,
        };
      }),
    );
    const judged = results.flatMap(({ price, event }) => {
      // A related order may have no price of its own.
      const shown = (event?.view.orders ?? []).flatMap((order) => (figureOf(order.price) ? [order.price] : []));
      if (event?.view.status !== 'success' || shown.length === 0) return [];
      return [{ price, record: event.record, holds: shown.some((one) => same(one, price)) }];
    });
    if (new Set(judged.map(({ price }) => price)).size < 2) {
      return t.inconclusive('fewer than two orders of different prices succeeded and showed a price', judged);
    }
    const wrong = judged.filter(({ holds }) => !holds);
    t.expect.none(wrong, 'an order of the price that was asked for in every event', {
      actual: `${wrong.length} of ${judged.length} events show orders of other prices alone`,
      evidence: judged.filter(({ holds }) => holds),
    });
  },
});
