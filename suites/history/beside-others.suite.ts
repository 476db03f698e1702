// Rows of history beside others (interface 1, rule 5): each comes once, also the deals of what was closed in parts, and also where others
// come while the pages are walked; and a page for one row has one.
import { compare, parseDecimal } from '../../toolkit/decimal/index.js';
import { scenario } from '../runner/registry.js';
import { figureOf } from '../words/figures.js';
import { type Collection, itemsOf, type Page, pageOf, walk, walkUntil } from '../words/pages.js';
import { partedVolume } from '../words/trading/parted-volume.js';
import { COLLECTIONS, traded } from './traded.js';

const DEALS: Collection = 'dealHistory';
/** Further pages that are looked at. */
const MOST_PAGES = 40;

function idsOf(pages: readonly Page[]): readonly string[] {
  return itemsOf(pages).flatMap(({ id }) => id ?? []);
}

function doublesIn(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))];
}

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
      // Another walk may begin in between.
      const { cursor } = await pageOf(t, collection, { limit: 2 });
      await pageOf(t, collection, { limit: 3 });
      if (cursor === undefined) return t.notApplicable('the target returns no cursor although more items are there');
      t.expect.at(await pageOf(t, collection, { cursor, limit: 1 }), '/view/items', 'lengthAtMost', 1);
    },
  });

  scenario({
    id: `history.cursor-continues/${word}-while-others-come`,
    title: `returns each of the ${word} that were there once, while others come between its pages`,
    needs: { claims: ['positions', collection] },
    async run(t) {
      const there = await traded(t, collection, 4);
      const ids = idsOf(there);
      if (itemsOf(there).length === 0) t.notApplicable(`openings leave no ${word} in history, which is open`);
      if (ids.length === 0) t.inconclusive(`the ${word} show no identifiers; bind them in the dialect`, there);
      const limit = Math.max(1, Math.ceil(ids.length / MOST_PAGES));
      const pages = [await pageOf(t, collection, { limit })];
      for (let { cursor } = pages[0] ?? {}; cursor !== undefined && pages.length < 2 * MOST_PAGES; ) {
        if (pages.length <= 3) await t.account.openPosition();
        const page = await pageOf(t, collection, { limit, cursor });
        pages.push(page);
        cursor = page.cursor;
      }
      if (pages.length < 2) return t.notApplicable(`the target returns all ${word} on one page`);
      const seen = idsOf(pages);
      const isLong = pages.at(-1)?.cursor !== undefined;
      t.expect.none(doublesIn(seen), 'no row twice', { evidence: pages });
      if (isLong) t.inconclusive(`${collection} has more than ${pages.length} pages`, pages.slice(-1));
      const lost = ids.filter((id) => !seen.includes(id));
      t.expect.none(lost, `all ${ids.length} ${word} that were there throughout`, { evidence: [...there, ...pages] });
    },
  });
}
