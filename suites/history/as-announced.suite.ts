// History shows what the events showed (interface 1, rule 2): the order of a close, a withdrawal with its amount.
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { type Collection, itemsOf, type Page, walk } from '../words/pages.js';
import { balanceEventOf } from '../words/streams/balance-event.js';
import { closeEventOf } from '../words/streams/event-of.js';

/** The pages of a walk once they hold the item, which may take a while. */
function pagesWith(t: CheckContext, collection: Collection, id: JsonValue): Promise<readonly Page[]> {
  return eventually(
    t,
    () => walk(t, collection),
    (pages) => itemsOf(pages).some((item) => item.id === id),
  );
}

scenario({
  id: 'history.closed-orders/of-a-close',
  title: 'shows the order that closed a position',
  requirements: ['history.agrees-with-events'],
  needs: { claims: ['positions', 'closePosition', 'orderHistory'] },
  async run(t) {
    const events = await t.account.transactions();
    const { positionId, submission } = await t.account.openPosition();
    const opened = await events.awaitResultOf(submission, 'success');
    if (positionId === undefined)
      return t.inconclusive('the opened position shows no identifier; bind it in the dialect', [opened.record]);
    const event = await closeEventOf(t, events, { opened, positionId });
    const order = event.view.orders?.find(
      ({ id, state }) => id !== undefined && t.dialect.meaning('orderState', state ?? null) === 'filled',
    );
    if (order?.id === undefined) return t.notApplicable('the event of the close shows no executed order');
    const pages = await pagesWith(t, 'orderHistory', order.id);
    t.expect.that(
      itemsOf(pages).some(({ id }) => id === order.id),
      {
        expected: `order ${order.id} in history`,
        actual: `${itemsOf(pages).length} items without it`,
        evidence: [event.record, ...pages.map(({ record }) => record)],
      },
    );
  },
});

scenario({
  id: 'history.agrees-with-events/withdrawal',
  title: 'shows a withdrawal with the amount of its event',
  // An amount may be written with a sign in one place, and without one beside a kind in the other.
  level: 'should',
  needs: { claims: ['dealHistory'], control: ['account.deposit'] },
  async run(t) {
    const event = await balanceEventOf(t, await t.account.transactions(), 'balance', '-3');
    const deal = event.view.deals?.[0];
    if (deal?.id === undefined || typeof deal.amount !== 'string')
      return t.inconclusive('the deal shows no identifier or no amount; bind them in the dialect', [event.record]);
    const pages = await pagesWith(t, 'dealHistory', deal.id);
    const page = pages.find(({ items }) => items.some(({ id }) => id === deal.id));
    if (page === undefined)
      return t.inconclusive('history does not show the deal', [event.record, ...pages.map(({ record }) => record)]);
    const index = page.items.findIndex(({ id }) => id === deal.id);
    t.expect.at(page.record, `/view/items/${index}/amount`, 'sameDecimal', deal.amount);
  },
});
