// What has ended stands in Trading History (interface 1, rule 2; 2.2): orders that were cancelled or ended with their position, and deals
// of balance transactions. When an order of type sltp ends is open, so such orders count once an event announced their end.
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { type Collection, itemsOf, walk } from '../words/pages.js';
import { balanceEventOf } from '../words/streams/balance-event.js';
import { sltpOf } from '../words/trading/prices.js';

const ENDED: readonly (string | undefined)[] = ['filled', 'cancelled', 'expired'];

/** Judges that these are found in the collection, which may lag behind. */
async function expectShown(t: CheckContext, collection: Collection, ids: readonly JsonValue[]): Promise<void> {
  const missing = (items: ReturnType<typeof itemsOf>): readonly JsonValue[] =>
    ids.filter((id) => !items.some((item) => item.id === id));
  const pages = await eventually(
    t,
    () => walk(t, collection),
    (all) => missing(itemsOf(all)).length === 0,
  );
  const items = itemsOf(pages);
  const evidence = pages.map(({ record }) => record);
  if (items.length > 0 && items.every(({ id }) => id === undefined))
    t.inconclusive('history shows no identifiers; bind them in the dialect', evidence);
  const lost = missing(items);
  t.expect.that(lost.length === 0, {
    expected: `${ids.join(', ')} in history`,
    actual: `${items.length} items without ${lost.join(', ')}`,
    evidence,
  });
}

async function cancelled(t: CheckContext): Promise<string> {
  const { orderId, result } = await t.account.openOrder();
  if (orderId === undefined)
    return t.inconclusive('the open order shows no identifier; bind it in the dialect', [result.record]);
  const submission = await t.account.submit({ accountId: t.account.id, orderId }, { request: 'cancelOrder' });
  if (!submission.accepted) t.inconclusive('the cancellation was refused', [submission.exchange.record]);
  const { status, record } = await t.account.settle(submission);
  return status === 'success' ? orderId : t.inconclusive(`the cancellation ended ${status}`, [record]);
}

scenario({
  id: 'history.closed-orders/cancelled',
  title: 'shows an order that was cancelled',
  needs: { claims: ['cancelOrder', 'orderHistory'] },
  async run(t) {
    await expectShown(t, 'orderHistory', [await cancelled(t)]);
  },
});

scenario({
  id: 'history.closed-orders/sltp-order',
  title: 'shows an sltp order whose end an event announced when its position was closed',
  needs: { claims: ['positions', 'sltp', 'closePosition', 'orderHistory'] },
  async run(t) {
    const events = await t.account.transactions();
    const { positionId } = await t.account.openPosition({}, { events });
    if (positionId === undefined)
      return t.inconclusive('the opened position shows no identifier; bind it in the dialect');
    const placed = await t.account.submit(await sltpOf(t, positionId));
    if (!placed.accepted) t.inconclusive('the sltp order was refused', [placed.exchange.record]);
    const { status, record } = await t.account.settle(placed, events);
    if (status !== 'success') t.inconclusive(`the sltp order ended ${status}`, [record]);
    await t.account.closePosition(positionId);
    // What the close ended is in its event or in one before the next result.
    await t.account.openOrder({}, { events });
    const ended = events
      .of('transaction_event')
      .filter(({ view }) => view.status === 'success')
      .flatMap(({ view }) => view.orders ?? [])
      .filter(
        ({ type, state }) =>
          t.dialect.meaning('orderType', type ?? null) === 'sltp' &&
          ENDED.includes(t.dialect.meaning('orderState', state ?? null)),
      )
      .flatMap(({ id }) => id ?? []);
    if (ended.length === 0) return t.notApplicable('no event announces the end of the sltp order');
    await expectShown(t, 'orderHistory', ended);
  },
});

for (const { slug, amounts, title } of [
  { slug: 'deposit', amounts: ['7.01'], title: 'shows the deal of a deposit that its event showed' },
  {
    slug: 'several-deposits',
    amounts: ['7.02', '7.03', '7.03'],
    title: 'shows the deal of each of several deposits that their events showed, two of them of one amount',
  },
]) {
  scenario({
    id: `history.deals/${slug}`,
    title,
    requirements: ['history.agrees-with-events'],
    needs: { claims: ['dealHistory'], control: ['account.deposit'] },
    async run(t) {
      const events = await t.account.transactions();
      const ids: string[] = [];
      for (const amount of amounts) {
        const event = await balanceEventOf(t, events, 'balance', amount);
        const id = event.view.deals?.[0]?.id;
        if (id === undefined)
          return t.inconclusive('the deal of the deposit shows no identifier; bind it in the dialect', [event.record]);
        ids.push(id);
      }
      await expectShown(t, 'dealHistory', ids);
    },
  });
}
