// History shows what the events showed (interface 1, rule 2; 6.4, rule 4): the deals of executions and bookings, the order of a close.
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { OrderView } from '../../toolkit/profile/dialect/views.js';
import type { Needs } from '../runner/check.js';
import { scenario } from '../runner/registry.js';
import { figureOf } from '../words/figures.js';
import { itemsOf, missingFrom, pagesWith, rowOf, shownItems } from '../words/pages.js';
import { balanceEventOf } from '../words/streams/balance-event.js';
import { closeEventOf, openingOn } from '../words/streams/event-of.js';
import { cancelled } from '../words/trading/cancelled.js';
import { protectedOrder } from '../words/trading/prices.js';

const DEALS: Needs = { claims: ['positions', 'dealHistory'] };

/** Executions of the check that follows every deal: enough to meet a loss of one in seven. */
const MANY = 8;

scenario({
  id: 'history.agrees-with-events/market-execution',
  title: 'shows the deal of a market execution with the volume and price of its event',
  purposes: [27],
  needs: DEALS,
  async run(t) {
    const events = await t.account.transactions();
    const { submission } = await t.account.openPosition();
    const event = await events.resultOf(submission);
    const deal = event?.view.deals?.[0];
    if (deal?.id === undefined) return t.inconclusive('the event shows no deal with an identifier', [event]);
    const pages = await pagesWith(t, 'dealHistory', [deal.id]);
    const row = t.expect.arrived(rowOf(pages, deal.id), `deal ${deal.id} in history`, {
      evidence: [event, ...pages],
      withinMs: t.timing.resultMs,
    });
    for (const member of ['volume', 'price'] as const) {
      const value = deal[member];
      if (typeof value === 'string') t.expect.at(row, `${row.pointer}/${member}`, 'sameDecimal', value);
    }
  },
});

scenario({
  id: 'history.deals/many-executions',
  title: 'shows every deal that the events of market executions showed',
  purposes: [27, 60],
  needs: DEALS,
  async run(t) {
    const events = await t.account.transactions();
    for (const order of await t.account.orders(MANY, { type: 'market' }))
      await t.account.openPosition(order, { events });
    const shown = events
      .of('transaction_event')
      .flatMap(({ view }) => (view.deals ?? []).flatMap(({ id }) => id ?? []));
    if (shown.length === 0) return t.inconclusive('the events show no deals with identifiers', [events.snapshot]);
    const pages = await pagesWith(t, 'dealHistory', shown);
    t.expect.none(missingFrom(pages, shown), `all ${shown.length} deals of the events`, { evidence: pages });
  },
});

scenario({
  id: 'history.closed-orders/of-a-close',
  title: 'shows the order that closed a position',
  needs: { claims: ['positions', 'closePosition', 'orderHistory'] },
  async run(t) {
    const events = await t.account.transactions();
    const event = await closeEventOf(t, events, await openingOn(t, events));
    const order = event.view.orders?.find(
      ({ id, state }) => id !== undefined && t.dialect.meaning('orderState', state ?? null) === 'filled',
    );
    if (order?.id === undefined) return t.notApplicable('the event of the close shows no executed order');
    const pages = await pagesWith(t, 'orderHistory', [order.id]);
    t.expect.none(missingFrom(pages, [order.id]), `order ${order.id} in history`, {
      shown: shownItems(pages, [order.id]),
      actual: `${itemsOf(pages).length} items without it`,
      evidence: [event, ...pages],
    });
  },
});

scenario({
  id: 'history.agrees-with-events/withdrawal',
  title: 'shows a withdrawal with the amount of its event',
  // An amount may be written with a sign in one place, and without one beside a kind in the other.
  level: 'should',
  needs: { claims: ['dealHistory'], control: ['account.deposit'] },
  async run(t) {
    const event = await balanceEventOf(t, await t.account.transactions(), { kind: 'balance', amount: '-3' });
    const deal = event.view.deals?.[0];
    if (deal?.id === undefined || typeof deal.amount !== 'string') {
      return t.inconclusive('the deal shows no identifier or no amount; bind them in the dialect', [event]);
    }
    const pages = await pagesWith(t, 'dealHistory', [deal.id]);
    const row = rowOf(pages, deal.id) ?? t.inconclusive('history does not show the deal', [event, ...pages]);
    t.expect.at(row, `${row.pointer}/amount`, 'sameDecimal', deal.amount);
  },
});

const LEVELS = ['stopLossPrice', 'takeProfitPrice'] as const;

/** Zero is how some write that there is none. */
function isLevel(value: JsonValue | undefined): value is string {
  const figure = figureOf(value);
  return typeof value === 'string' && figure !== undefined && figure.coefficient !== 0n;
}

scenario({
  id: 'history.agrees-with-events/levels-of-cancelled-orders',
  title: 'shows the levels of cancelled orders as their events showed them',
  purposes: [27],
  needs: { claims: ['orderHistory', 'cancelOrder'], requests: ['cancelOrder'] },
  effort: 'standard',
  async run(t) {
    const events = await t.account.transactions();
    const ids: string[] = [];
    for (const type of ['limit', 'stop'] as const) {
      const { accountId: _account, instrument, ...order } = await protectedOrder(t.account, { type });
      const { orderId } = await t.account.openOrder({ ...order, ...(instrument && { instrument }) }, { events });
      await cancelled(t, orderId, events);
      ids.push(orderId);
    }
    const pages = await pagesWith(t, 'orderHistory', ids);
    let judged = 0;
    for (const id of ids) {
      const row = rowOf(pages, id) ?? t.inconclusive(`history does not show order ${id}`, pages);
      const item = itemsOf(pages).find((one): one is OrderView => one.id === id);
      for (const member of LEVELS) {
        // A later event may show an order without its levels, as the earlier one may beside an sltp order.
        const shown = events.of('transaction_event').flatMap(({ view }) => view.orders ?? []);
        const level = shown.findLast((one) => one.id === id && isLevel(one[member]))?.[member];
        if (!isLevel(level) || !isLevel(item?.[member])) continue;
        judged += 1;
        t.expect.at(row, `${row.pointer}/${member}`, 'sameDecimal', level);
      }
    }
    if (judged === 0) t.notApplicable('events and history do not both show the levels of a cancelled order');
  },
});
