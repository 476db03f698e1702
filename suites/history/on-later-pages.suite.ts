// Rows on pages behind a cursor (interface 1, rules 2 and 5; 6.4, rule 4): they show what the events showed, like those of the first page.
import { scenario } from '../runner/registry.js';
import { pagesWith, rowOf, walk } from '../words/pages.js';

scenario({
  id: 'history.agrees-with-events/deals-on-later-pages',
  title: 'shows deals with the volume and price of their events on every page, the first and those behind a cursor',
  purposes: [27],
  needs: { claims: ['positions', 'dealHistory'] },
  async run(t) {
    const events = await t.account.transactions();
    for (const order of await t.account.orders(3, { type: 'market' })) await t.account.openPosition(order, { events });
    const deals = events.of('transaction_event').flatMap(({ view }) => view.deals ?? []);
    const ids = deals.flatMap(({ id }) => id ?? []);
    if (ids.length === 0) t.inconclusive('the events show no deals with identifiers', [events.snapshot]);
    await pagesWith(t, 'dealHistory', ids);
    const pages = await walk(t, 'dealHistory', { limit: 1 });
    if (pages.length < 2) return t.notApplicable('the target returns all deals on one page');
    let judged = 0;
    for (const { id, volume, price } of deals) {
      const row = id === undefined ? undefined : rowOf(pages, id);
      if (row === undefined) continue;
      judged += 1;
      for (const [member, value] of [
        ['volume', volume],
        ['price', price],
      ] as const) {
        if (typeof value === 'string') t.expect.at(row, `${row.pointer}/${member}`, 'sameDecimal', value);
      }
    }
    if (judged === 0) t.inconclusive('small pages show none of the deals', pages);
  },
});
