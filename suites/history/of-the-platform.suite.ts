// What the platform does of its own stands in Trading History like what was asked for, and once (interface 1, rules 2 and 5; 2.2): pending
// orders that are executed, and closes by stop loss and take profit.
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, OrderWish } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { doublesIn, idsOf, missingFrom, pagesWith } from '../words/pages.js';
import type { Transactions } from '../words/streams/event-of.js';
import { lastRecord } from '../words/streams/last-record.js';
import { sltpOf } from '../words/trading/prices.js';
import { beyond, oddQuotes, quote } from '../words/trading/quotes.js';

/** Makes ready; what it returns lets the platform act, and waits for it. */
type Act = (t: CheckContext, events: Transactions) => Promise<() => Promise<unknown>>;

function executed(wish: OrderWish): Act {
  return async (t, events) => {
    const { orderId, result } = await t.account.openOrder(wish, { events });
    return async () => {
      await t.control('order.fill', { account_id: t.account.id, order_id: orderId });
      await events.await('transaction_event', {
        where: ({ view: { deals = [] } }) => deals.length > 0,
        after: result.record,
      });
    };
  };
}

function closedBy(level: 'stopLossPrice' | 'takeProfitPrice'): Act {
  return async (t, events) => {
    const instrument = t.account.instrument();
    const [, , middle = ''] = await oddQuotes(t, t.account, instrument);
    await quote(t, t.account, instrument, middle);
    const { positionId } = await t.account.openPosition({ instrument }, { events });
    const params = await sltpOf(t, positionId);
    await t.account.complete(params, { events });
    t.cleanup(() => quote(t, t.account, instrument, middle));
    return async () => {
      const after = lastRecord(events);
      await quote(t, t.account, instrument, beyond(String(params[level]), middle));
      const isGone = async (): Promise<boolean> =>
        !(await t.account.state()).positions?.some(({ id }) => id === positionId);
      if (!(await eventually(t, isGone, (gone) => gone))) {
        t.notApplicable('the target closes no position at this level, or not by the price of the control action');
      }
      await events.await('transaction_event', { where: ({ view: { deals = [] } }) => deals.length > 0, after });
    };
  };
}

const FILLS: Needs = { claims: ['positions', 'dealHistory'], control: ['order.fill'] };
const LEVELS: Needs = { claims: ['positions', 'sltp', 'dealHistory'], control: ['market.price'] };

for (const { id, words, needs, act } of [
  {
    id: 'history.deals/of-an-executed-limit',
    words: 'a limit order that was executed',
    needs: FILLS,
    act: executed({ type: 'limit' }),
  },
  {
    id: 'history.deals/of-an-executed-stop',
    words: 'a stop order to sell that was executed',
    needs: FILLS,
    act: executed({ type: 'stop', side: 'sell' }),
  },
  {
    id: 'history.deals/of-a-stop-loss',
    words: 'a close by stop loss',
    needs: LEVELS,
    act: closedBy('stopLossPrice'),
  },
  {
    id: 'history.deals/of-a-take-profit',
    words: 'a close by take profit',
    needs: LEVELS,
    act: closedBy('takeProfitPrice'),
  },
] as const satisfies readonly {
  readonly id: CheckId;
  readonly words: string;
  readonly needs: Needs;
  readonly act: Act;
}[]) {
  scenario({
    id,
    title: `shows the deals that the events of ${words} told, once each`,
    requirements: ['history.cursor-continues'],
    purposes: [27],
    needs,
    effort: 'standard',
    async run(t) {
      const events = await t.account.transactions();
      const go = await act(t, events);
      const after = lastRecord(events);
      await go();
      const deals = events.of('transaction_event', { after }).flatMap(({ view }) => view.deals ?? []);
      const told = deals.flatMap((deal) => deal.id ?? []);
      if (told.length === 0) t.inconclusive('the events show no deals with identifiers', [events.snapshot]);
      const pages = await pagesWith(t, 'dealHistory', told);
      t.expect.none(missingFrom(pages, told), `all ${told.length} deals of the events`, { evidence: pages });
      t.expect.none(
        doublesIn(idsOf(pages)).filter((one) => told.includes(one)),
        'no deal of them twice',
        { evidence: pages, requirement: 'history.cursor-continues' },
      );
    },
  });
}

for (const type of ['limit', 'stop'] as const) {
  scenario({
    id: `history.cursor-continues/executed-${type}-once`,
    title: `shows a ${type} order that was executed once`,
    needs: { claims: ['positions', 'orderHistory'], control: ['order.fill'] },
    effort: 'standard',
    async run(t) {
      const events = await t.account.transactions();
      const { orderId } = await t.account.openOrder({ type }, { events });
      await t.control('order.fill', { account_id: t.account.id, order_id: orderId });
      const pages = await pagesWith(t, 'orderHistory', [orderId]);
      if (missingFrom(pages, [orderId]).length > 0) t.inconclusive('history does not show the order', pages);
      t.expect.none(
        doublesIn(idsOf(pages)).filter((one) => one === orderId),
        `order ${orderId} once`,
        { evidence: pages },
      );
    },
  });
}
