// What has ended stands in Trading History (interface 1, rule 2; 2.2): orders that were cancelled or ended with their position, and deals
// of balance transactions. When an order of type sltp ends is open, so such orders count once an event announced their end.
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { type Collection, itemsOf, missingFrom, pagesWith, rowOf, shownItems } from '../words/pages.js';
import { balanceEventOf } from '../words/streams/balance-event.js';
import type { Transactions } from '../words/streams/event-of.js';
import { cancelled } from '../words/trading/cancelled.js';
import { typeOf } from '../words/trading/main-order.js';
import { protectedOrder, sltpOf } from '../words/trading/prices.js';

const ENDED: readonly (string | undefined)[] = ['filled', 'cancelled', 'expired'];

/** Judges that these are found in the collection, which may lag behind. */
async function expectShown(t: CheckContext, collection: Collection, ids: readonly string[]): Promise<void> {
  const pages = await pagesWith(t, collection, ids);
  const lost = missingFrom(pages, ids);
  t.expect.none(lost, `${ids.join(', ')} in history`, {
    actual: `${itemsOf(pages).length} items without ${lost.join(', ')}`,
    evidence: pages,
  });
}

scenario({
  id: 'history.closed-orders/cancelled',
  title: 'shows an order that was cancelled',
  needs: { claims: ['cancelOrder', 'orderHistory'] },
  async run(t) {
    const { orderId } = await t.account.openOrder();
    await cancelled(t, orderId);
    await expectShown(t, 'orderHistory', [orderId]);
  },
});

scenario({
  id: 'history.closed-orders/two-alike',
  title: 'shows each of two equal orders that were cancelled one after the other',
  needs: { claims: ['cancelOrder', 'orderHistory'] },
  async run(t) {
    const order = await t.account.order();
    const ids: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      const { orderId } = await t.account.openOrder(order);
      await cancelled(t, orderId);
      ids.push(orderId);
    }
    await expectShown(t, 'orderHistory', ids);
  },
});

scenario({
  id: 'history.closed-orders/sltp-order',
  title: 'shows an sltp order whose end an event announced when its position was closed',
  needs: { claims: ['positions', 'sltp', 'closePosition', 'orderHistory'] },
  async run(t) {
    const events = await t.account.transactions();
    const { positionId } = await t.account.openPosition({}, { events });
    await t.account.complete(await sltpOf(t, positionId), { events });
    await t.account.closePosition(positionId);
    // What the close ended is in its event or in one before the next result.
    await t.account.openOrder({}, { events });
    const ended = endedProtections(t, events);
    if (ended.length === 0) return t.notApplicable('no event announces the end of the sltp order');
    await expectShown(t, 'orderHistory', ended);
  },
});

for (const type of ['limit', 'stop'] as const) {
  scenario({
    id: `history.closed-orders/sltp-order-of-a-cancelled-${type}`,
    title: `shows an sltp order whose end an event announced when its ${type} order was cancelled`,
    purposes: [27],
    needs: { claims: ['sltp', 'cancelOrder', 'orderHistory'], requests: ['cancelOrder'] },
    async run(t) {
      const events = await t.account.transactions();
      const { accountId: _account, instrument, ...order } = await protectedOrder(t.account, { type });
      const { orderId } = await t.account.openOrder({ ...order, ...(instrument && { instrument }) }, { events });
      await cancelled(t, orderId, events);
      // What the cancellation ended is in its event or in one before the next result.
      await t.account.openOrder({}, { events });
      const ended = endedProtections(t, events);
      if (ended.length === 0) return t.notApplicable('no event announces the end of the sltp order');
      await expectShown(t, 'orderHistory', ended);
    },
  });
}

/** The sltp orders whose end the events announced. */
function endedProtections(t: CheckContext, events: Transactions): readonly string[] {
  return events
    .of('transaction_event', { where: ({ view }) => view.status === 'success' })
    .flatMap(({ view }) => view.orders ?? [])
    .filter((order) => typeOf(t, order) === 'sltp')
    .filter(({ state }) => ENDED.includes(t.dialect.meaning('orderState', state ?? null)))
    .flatMap(({ id }) => id ?? []);
}

for (const { id, amounts, title } of [
  { id: 'history.deals/deposit', amounts: ['7.01'], title: 'shows the deal of a deposit that its event showed' },
  {
    id: 'history.deals/several-deposits',
    amounts: ['7.02', '7.03', '7.03'],
    title: 'shows the deal of each of several deposits that their events showed, two of them of one amount',
  },
] as const) {
  scenario({
    id,
    title,
    needs: { claims: ['dealHistory'], control: ['account.deposit'] },
    async run(t) {
      const events = await t.account.transactions();
      const ids: string[] = [];
      for (const amount of amounts) {
        const event = await balanceEventOf(t, events, { kind: 'balance', amount });
        const id = event.view.deals?.[0]?.id;
        ids.push(id ?? t.inconclusive('the deal of the deposit shows no identifier; bind it in the dialect', [event]));
      }
      await expectShown(t, 'dealHistory', ids);
    },
  });
}

/** Each kind with the sign that it may have, and an amount of its own. */
const BOOKINGS = [
  ['balance', '8.01'],
  ['null_compensation', '8.02'],
  ['swap_fee', '-1.03'],
  ['admin_fee', '-1.04'],
  ['dividend', '8.05'],
  ['svc_dollar', '8.06'],
] as const;

scenario({
  id: 'history.deals/bookings-of-every-kind',
  title: 'shows the deal of a booking of every kind, as the kind that its event named',
  requirements: ['history.agrees-with-events'],
  needs: { claims: ['dealHistory'], control: ['account.deposit'] },
  async run(t) {
    const events = await t.account.transactions();
    const deals: { readonly id: string; readonly kind: JsonValue | undefined }[] = [];
    for (const [kind, amount] of BOOKINGS) {
      const event = await balanceEventOf(t, events, { kind, amount });
      const { id, balanceKind } = event.view.deals?.[0] ?? {};
      deals.push({
        id: id ?? t.inconclusive('the deal of a booking shows no identifier; bind it in the dialect', [event]),
        kind: balanceKind,
      });
    }
    const ids = deals.map(({ id }) => id);
    const pages = await pagesWith(t, 'dealHistory', ids);
    t.expect.none(missingFrom(pages, ids), `all ${ids.length} deals of the events`, {
      shown: shownItems(pages, ids),
      evidence: pages,
    });
    for (const { id, kind } of deals) {
      const row = rowOf(pages, id);
      if (row === undefined || typeof kind !== 'string') continue;
      t.expect.at(
        row,
        `${row.pointer}/balanceKind`,
        'optional',
        { predicate: 'equals', expected: kind },
        {
          requirement: 'history.agrees-with-events',
        },
      );
    }
  },
});
