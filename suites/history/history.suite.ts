// What Trading History holds (interface 1, rule 2; 6.4, rule 4): nothing that is open, and the deals that events announced, as they were.
import type { Needs } from '../runner/check.js';
import type { CheckContext, Events, Received } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { type Item, itemsOf, type Page, walk } from '../words/pages.js';
import { partedVolume } from '../words/trading/parted-volume.js';

const DEALS: Needs = { claims: ['positions', 'dealHistory'] };

/** Executions of the check that follows every deal: enough to meet a loss of one in seven. */
const MANY = 8;

scenario({
  id: 'history.no-open-orders/resting-order',
  title: 'returns no order that is still open',
  needs: { claims: ['orderHistory'] },
  async run(t) {
    const { orderId } = await t.account.openOrder();
    if (orderId === undefined) return t.inconclusive('the open order shows no identifier; bind it in the dialect');
    expectAbsent(t, await walk(t, 'orderHistory'), ({ id }) => id === orderId, `the open order ${orderId}`);
  },
});

scenario({
  id: 'history.no-open-positions/partly-closed',
  title: 'shows the deals of a partly closed position, but not the position, which is still open',
  requirements: ['history.deals'],
  needs: { claims: ['positions', 'dealHistory', 'closePosition'] },
  async run(t) {
    const least = String((await t.account.order()).volume);
    const earlier = itemsOf(await walk(t, 'dealHistory'));
    const events = await t.account.transactions();
    const { positionId: double } = await t.account.openPosition({
      volume: partedVolume(await t.account.conditions(), least, 2),
    });
    if (double === undefined) return t.inconclusive('the opened position shows no identifier; bind it in the dialect');
    // The deal of the opening must not be taken for that of the close because it shows late.
    const opened = await eventually(
      t,
      () => walk(t, 'dealHistory'),
      (all) => itemsOf(all).length > earlier.length,
    );
    const before = itemsOf(opened).length;
    await t.account.closePosition(double, least);
    const pages = await eventually(
      t,
      () => walk(t, 'dealHistory'),
      (all) => itemsOf(all).length > before,
    );
    await expectNoPosition(t, { pages, earlier, positionId: double, events });
    t.expect.that(
      itemsOf(pages).length > before,
      {
        expected: 'the deal of the partial close in history',
        actual: 'no further deal',
        evidence: pages.map(({ record }) => record),
      },
      { requirement: 'history.deals' },
    );
  },
});

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
    if (event === undefined || deal?.id === undefined)
      return t.inconclusive('the event shows no deal with an identifier');
    const holds = ({ items }: Page): boolean => items.some(({ id }) => id === deal.id);
    const pages = await eventually(
      t,
      () => walk(t, 'dealHistory'),
      (all) => all.some(holds),
    );
    const page = pages.find(holds);
    t.expect.that(page !== undefined, {
      expected: `deal ${deal.id} in history`,
      actual: 'no such deal',
      evidence: [event.record, ...pages.map(({ record }) => record)],
    });
    const index = page?.items.findIndex(({ id }) => id === deal.id) ?? -1;
    for (const member of ['volume', 'price'] as const) {
      const value = deal[member];
      if (typeof value === 'string')
        t.expect.at(page?.record ?? 0, `/view/items/${index}/${member}`, 'sameDecimal', value);
    }
  },
});

scenario({
  id: 'history.agrees-with-events/many-executions',
  title: 'shows every deal that the events of market executions showed',
  purposes: [27, 60],
  needs: DEALS,
  async run(t) {
    const events = await t.account.transactions();
    const orders = await Promise.all(Array.from({ length: MANY }, () => t.account.order({ type: 'market' })));
    for (const order of orders) await t.account.openPosition(order, { events });
    const shown = events
      .of('transaction_event')
      .flatMap(({ view }) => (view.deals ?? []).flatMap(({ id }) => id ?? []));
    if (shown.length === 0)
      return t.inconclusive('the events show no deals with identifiers', [events.snapshot.record]);
    const lost = (pages: readonly Page[]): readonly string[] => {
      const kept = new Set(itemsOf(pages).map(({ id }) => id));
      return shown.filter((id) => !kept.has(id));
    };
    const pages = await eventually(
      t,
      () => walk(t, 'dealHistory'),
      (all) => lost(all).length === 0,
    );
    t.expect.that(lost(pages).length === 0, {
      expected: `all ${shown.length} deals of the events`,
      actual: `without ${lost(pages).join(', ')}`,
      evidence: pages.map(({ record }) => record),
    });
  },
});

function expectAbsent(t: CheckContext, pages: readonly Page[], is: (item: Item) => boolean, what: string): void {
  const page = pages.find(({ items }) => items.some(is));
  t.expect.that(page === undefined, {
    expected: `history without ${what}`,
    actual: 'it is there',
    evidence: page === undefined ? pages.map(({ record }) => record) : [page.record],
  });
}

interface PositionRows {
  readonly pages: readonly Page[];
  /** What history held before the position was opened. */
  readonly earlier: readonly Item[];
  readonly positionId: string;
  readonly events: Events;
}

/**
 * No row of history is the position itself. Identifiers of deals and positions may come from one series or look alike, so a row that
 * was there before, or whose identifier an event gave to a deal, is none.
 */
async function expectNoPosition(t: CheckContext, { pages, earlier, positionId, events }: PositionRows): Promise<void> {
  const isNew = !earlier.some(({ id }) => id === positionId);
  const page = isNew ? pages.find(({ items }) => items.some(({ id }) => id === positionId)) : undefined;
  const isDeal = (message: Received): boolean =>
    message.kind === 'transaction_event' && message.view.deals?.some(({ id }) => id === positionId) === true;
  const announced = page === undefined ? undefined : await events.next(isDeal, { withinMs: t.timing.resultMs });
  t.expect.that(page === undefined || announced !== undefined, {
    expected: `history without the open position ${positionId}`,
    actual: 'a row with its identifier, which no event gave to a deal',
    evidence:
      page === undefined ? pages.map(({ record }) => record) : [page, ...events.received].map(({ record }) => record),
  });
}
