// What Trading History does not hold (interface 1, rule 2): nothing that is still open, neither orders nor positions.
import type { Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { itemsOf, rowOf, walk, walkUntil } from '../words/pages.js';
import type { TransactionEvent } from '../words/streams/event-of.js';
import { partedVolume } from '../words/trading/parted-volume.js';

scenario({
  id: 'history.no-open-orders/resting-order',
  title: 'returns no order that is still open',
  needs: { claims: ['orderHistory'] },
  async run(t) {
    const { orderId } = await t.account.openOrder();
    const pages = await walk(t, 'orderHistory');
    t.expect.that(rowOf(pages, orderId) === undefined, {
      expected: `history without the open order ${orderId}`,
      actual: 'it is there',
      evidence: pages,
    });
  },
});

scenario({
  id: 'history.no-open-positions/partly-closed',
  title: 'shows the deals of a partly closed position, but not the position, which is still open',
  requirements: ['history.deals'],
  needs: { claims: ['positions', 'dealHistory', 'closePosition'] },
  async run(t) {
    const part = String((await t.account.order()).volume);
    const earlier = await walk(t, 'dealHistory');
    const events = await t.account.transactions();
    const { positionId } = await t.account.openPosition({
      volume: partedVolume(await t.account.conditions(), part, 2),
    });
    // The deal of the opening must not be taken for that of the close because it shows late.
    const opened = await walkUntil(t, 'dealHistory', (pages) => itemsOf(pages).length > itemsOf(earlier).length);
    const before = itemsOf(opened).length;
    await t.account.closePosition(positionId, part);
    const pages = await walkUntil(t, 'dealHistory', (all) => itemsOf(all).length > before);
    // Identifiers of deals and positions may come from one series or look alike, so a row that was there before is no position.
    const row = rowOf(earlier, positionId) === undefined ? rowOf(pages, positionId) : undefined;
    const isPosition = row !== undefined && !(await isAnnouncedDeal(events, positionId, t.timing.resultMs));
    t.expect.none(isPosition ? [row] : [], `history without the open position ${positionId}`, {
      actual: 'a row with its identifier, which no event gave to a deal',
      evidence: row === undefined ? pages : events.received,
    });
    t.expect.that(
      itemsOf(pages).length > before,
      { expected: 'the deal of the partial close in history', actual: 'no further deal', evidence: pages },
      { requirement: 'history.deals' },
    );
  },
});

for (const { id, collection, member, words } of [
  { id: 'history.no-open-positions/among-orders', collection: 'orderHistory', member: 'orders', words: 'orders' },
  { id: 'history.no-open-positions/among-deals', collection: 'dealHistory', member: 'deals', words: 'deals' },
] as const) {
  scenario({
    id,
    title: `does not list an open position among the ${words} of history`,
    needs: { claims: ['positions', collection] },
    async run(t) {
      const earlier = await walk(t, collection);
      const events = await t.account.transactions();
      const { positionId, submission } = await t.account.openPosition({}, { events });
      const pages = await walkUntil(t, collection, (all) => itemsOf(all).length > itemsOf(earlier).length);
      await events.awaitResultOf(submission);
      // A position may have the identifier of the order or deal that opened it, and identifiers may come from one series.
      const isTaken = events
        .of('transaction_event')
        .some(({ view }) => (view[member] ?? []).some((one) => one.id === positionId));
      if (isTaken || rowOf(earlier, positionId) !== undefined) {
        t.notApplicable(`a position has an identifier that one of the ${words} has too`);
      }
      const row = rowOf(pages, positionId);
      const state = await t.account.state();
      if (row !== undefined && !state.positions?.some((position) => position.id === positionId)) {
        t.inconclusive('the position is no longer open', [state]);
      }
      t.expect.none(row === undefined ? [] : [row], `history without the open position ${positionId}`, {
        actual: 'a row with its identifier, which no event gave to anything else',
        evidence: [...pages, submission],
      });
    },
  });
}

/** An event gave the identifier to a deal, so that a row which has it shows that deal. */
async function isAnnouncedDeal(events: Events, id: string, withinMs: number): Promise<boolean> {
  const where = ({ view }: TransactionEvent): boolean => view.deals?.some((deal) => deal.id === id) === true;
  return (await events.next('transaction_event', { where, withinMs })) !== undefined;
}
