// Rows of history beside others (interface 1, rule 5): each comes once, also the deals of what was closed in parts; and a page for one row
// has one. What comes between two pages is in `between-pages.suite.ts`.
import { compare, parseDecimal } from '../../toolkit/decimal/index.js';
import { scenario } from '../runner/registry.js';
import { figureOf } from '../words/figures.js';
import { type Collection, doublesIn, idsOf, itemsOf, pageOf, walk, walkUntil } from '../words/pages.js';
import { partedVolume } from '../words/trading/parted-volume.js';
import { COLLECTIONS, traded } from './traded.js';

const DEALS: Collection = 'dealHistory';
/** Further pages that are looked at. */
const MOST_PAGES = 40;

scenario({
  id: 'history.cursor-continues/deals-of-partial-closes',
  title: 'shows each deal of a position that was closed in parts once, on large pages and on small ones',
  needs: { claims: ['positions', 'closePosition', 'dealHistory'] },
  async run(t) {
    const before = itemsOf(await walk(t, DEALS)).length;
    const part = String((await t.account.order()).volume);
    const volume = partedVolume(await t.account.conditions(), part, 4);
    const { positionId, result } = await t.account.openPosition({ volume });
    const filled = figureOf(result.event?.positions?.[0]?.volume);
    if (filled !== undefined && compare(filled, parseDecimal(volume)) < 0) {
      return t.notApplicable('the market filled the opening in part');
    }
    for (const one of [part, part, undefined]) await t.account.closePosition(positionId, one);
    const whole = await walkUntil(t, DEALS, (pages) => itemsOf(pages).length >= before + 4);
    const limit = Math.max(2, Math.ceil(itemsOf(whole).length / MOST_PAGES));
    for (const pages of [whole, await walk(t, DEALS, { limit })]) {
      const ids = idsOf(pages);
      if (ids.length === 0) t.inconclusive('the deals show no identifiers; bind them in the dialect', pages);
      t.expect.none(doublesIn(ids), 'no deal twice', { evidence: pages });
    }
  },
});

for (const { collection, word } of COLLECTIONS) {
  scenario({
    id: `history.limit-respected/one-row-of-${word}`,
    title: `returns one of the ${word} where one was asked for`,
    needs: { claims: ['positions', collection] },
    async run(t) {
      await traded(t, collection, 2);
      t.expect.at(await pageOf(t, collection, { limit: 1 }), '/view/items', 'lengthAtMost', 1);
    },
  });

  scenario({
    id: `history.limit-respected/fewer-${word}-behind-a-cursor`,
    title: `returns no more ${word} behind a cursor than are asked for there, where more were asked for before`,
    needs: { claims: ['positions', collection] },
    async run(t) {
      await traded(t, collection, 4);
      await pageOf(t, collection, { limit: 3 });
      const { cursor } = await pageOf(t, collection, { limit: 2 });
      if (cursor === undefined) return t.notApplicable('the target returns no cursor although more items are there');
      t.expect.at(await pageOf(t, collection, { cursor, limit: 1 }), '/view/items', 'lengthAtMost', 1);
    },
  });
}
