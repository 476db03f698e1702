// Results that come together are still told apart (interface 2.2; 6.1, rule 2): the event of an operation holds what that operation made.
import { equals, parseDecimal, readDecimal } from '../../toolkit/decimal/index.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { CheckContext, Submission } from '../runner/context.js';
import { concurrent } from '../runner/registry.js';

/** Enough for several of them to come to their results at once. */
const ORDERS = 6;

/** Undefined where no decimal is shown, as on a related order that has no price of its own. */
function isPrice(shown: JsonValue | undefined, price: string): boolean | undefined {
  const value = typeof shown === 'string' ? readDecimal(shown) : undefined;
  return value && equals(value, parseDecimal(price));
}

async function placed(t: CheckContext, params: RequestParams): Promise<{ price: string; submission: Submission }> {
  return { price: String(params.price), submission: await t.account.submit(params) };
}

concurrent({
  id: 'transactions.placement-order/orders-at-once',
  title: 'shows in the event of each of several simultaneous placements the order of that placement',
  requirements: ['transactions.only-changed-entities'],
  purposes: [23],
  async run(t) {
    const events = await t.account.transactions();
    const orders: RequestParams[] = [];
    for (let n = 0; n < ORDERS; n++) orders.push(await t.account.order());
    const sent = (await Promise.all(orders.map((params) => placed(t, params)))).filter(
      ({ submission }) => submission.accepted,
    );
    const results = await Promise.all(
      sent.map(async ({ price, submission }) => ({ price, event: await events.resultOf(submission) })),
    );
    const judged = results.flatMap(({ price, event }) => {
      const shown = (event?.view.orders ?? []).map((order) => isPrice(order.price, price));
      return event?.view.status === 'success' && shown.some((one) => one !== undefined)
        ? [{ price, record: event.record, holds: shown.includes(true) }]
        : [];
    });
    const evidence = judged.map(({ record }) => record);
    if (new Set(judged.map(({ price }) => price)).size < 2)
      return t.inconclusive('fewer than two orders of different prices succeeded and showed a price', evidence);
    const wrong = judged.filter(({ holds }) => !holds);
    t.expect.that(wrong.length === 0, {
      expected: 'an order of the price that was asked for in every event',
      actual: `${wrong.length} of ${judged.length} events show orders of other prices alone`,
      evidence: wrong.length === 0 ? evidence : wrong.map(({ record }) => record),
    });
  },
});
