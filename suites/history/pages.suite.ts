// The collections of Trading History (interface 1, rules 2, 4 and 5): what was executed is there, ascending, over all pages of an opaque
// cursor. Their paths are the target's own; without them in the dialect these checks are not applicable.
import type { Needs } from '../runner/check.js';
import type { Account, CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { type Collection, itemsOf, type Page, readPage, takesFilter, walk } from '../words/pages.js';

const CLAIM = { orderHistory: 'orderHistory', dealHistory: 'dealHistory' } as const;

/** Positions opened so that there is something to page through; each leaves at least one deal. */
async function trade(account: Account, times: number): Promise<readonly string[]> {
  const positions: string[] = [];
  for (let n = 0; n < times; n++) {
    const { positionId } = await account.openPosition();
    if (positionId !== undefined) positions.push(positionId);
  }
  return positions;
}

/** Trades, and waits until history shows as many more items, since it may lag behind; returns all pages. */
async function tradeAndSee(t: CheckContext, collection: Collection, times: number): Promise<readonly Page[]> {
  const before = itemsOf(await walk(t, collection)).length;
  await trade(t.account, times);
  return eventually(
    t,
    () => walk(t, collection),
    (pages) => itemsOf(pages).length >= before + times,
  );
}

/** Closed orders come from executed and cancelled ones; a market execution leaves one as well. */
const PREPARE = 5;

/**
 * Shown times may be whole seconds, and items of one second may come in any order: trades go on until history shows a later time
 * behind three items or more, so that some page after the first can hold both times. Returns all pages.
 */
function tradeUntilTimesDiffer(t: CheckContext, collection: Collection): Promise<readonly Page[]> {
  return eventually(
    t,
    async () => {
      await trade(t.account, 1);
      return await walk(t, collection);
    },
    (pages) => lastChange(pages) >= 3,
  );
}

/** The last item that shows another time than the one before it; -1 when all show the same. */
function lastChange(pages: readonly Page[]): number {
  return itemsOf(pages).findLastIndex(({ time }, index, all) => index > 0 && time !== all[index - 1]?.time);
}

/** A page size by which that item is not the first of a page, nor on the first page. */
function pageAcross(whole: readonly Page[]): number {
  const change = lastChange(whole);
  let size = smallPage(whole);
  while (size < change - 1 && change % size === 0) size += 1;
  return size;
}

/** Items of a page, so that walking all of them takes a few dozen pages, however long the history of the account is. */
function smallPage(whole: readonly Page[]): number {
  return Math.max(2, Math.ceil(itemsOf(whole).length / 40));
}

for (const collection of ['orderHistory', 'dealHistory'] as const) {
  const needs: Needs = { claims: ['positions', CLAIM[collection]] };
  const word = collection === 'orderHistory' ? 'orders' : 'deals';

  scenario({
    id: `${collection === 'orderHistory' ? 'history.closed-orders' : 'history.deals'}/after-market-executions`,
    title: `shows ${word} after positions were opened`,
    needs,
    async run(t) {
      const before = itemsOf(await walk(t, collection)).length;
      await trade(t.account, 1);
      const pages = await eventually(
        t,
        () => walk(t, collection),
        (all) => itemsOf(all).length > before,
      );
      const now = itemsOf(pages).length;
      t.expect.that(now > before, {
        expected: `more than ${before} ${word}`,
        actual: `${now}`,
        evidence: pages.map(({ record }) => record),
      });
    },
  });

  scenario({
    id: `history.${word}-ascending/over-all-pages`,
    title: `returns ${word} from older to newer, over all pages`,
    purposes: [60],
    needs,
    async run(t) {
      const whole = await tradeUntilTimesDiffer(t, collection);
      for (const pages of [whole, await walk(t, collection, pageAcross(whole))]) {
        const evidence = pages.map(({ record }) => record);
        const times = itemsOf(pages).map(({ time }) => (typeof time === 'string' ? Date.parse(time) : Number.NaN));
        if (times.length < 2 || times.some(Number.isNaN)) {
          return t.inconclusive(`the ${word} show no readable times; bind them in the dialect`, evidence);
        }
        const fall = times.findIndex((time, index) => index > 0 && time < (times[index - 1] ?? time));
        t.expect.that(fall < 0, {
          expected: 'times that never decrease',
          actual: `item ${fall} is older than the one before it`,
          evidence,
        });
      }
    },
  });

  scenario({
    id: `history.cursor-continues/${word}`,
    title: `returns each of the ${word} once over small pages, the same as over large ones`,
    purposes: [60],
    needs,
    async run(t) {
      // What the earlier walk shows must be in the later one, not the reverse.
      const whole = await tradeAndSee(t, collection, PREPARE);
      const pages = await walk(t, collection, smallPage(whole));
      const [paged, all] = [pages, whole].map((list) => itemsOf(list).map(({ id }) => id));
      if (paged === undefined || all === undefined || all.includes(undefined))
        return t.inconclusive(`the ${word} show no identifiers; bind them in the dialect`);
      if (pages.length < 2)
        return t.notApplicable(
          `the target returns all ${all.length} ${word} on one page although fewer were asked for`,
        );
      const evidence = [...pages, ...whole].map(({ record }) => record);
      t.expect.that(new Set(paged).size === paged.length, {
        expected: 'no item twice',
        actual: `${paged.length - new Set(paged).size} doubles`,
        evidence,
      });
      const lost = all.filter((id) => !paged.includes(id));
      t.expect.that(lost.length === 0, {
        expected: 'no item lost between pages',
        actual: `${lost.length} of ${all.length} lost`,
        evidence,
      });
    },
  });

  scenario({
    id: `history.limit-respected/${word}`,
    title: `returns no more than the two ${word} that were asked for`,
    needs,
    async run(t) {
      await tradeAndSee(t, collection, 3);
      const page = readPage(t, collection, await t.account.request(collection, { limit: 2 }));
      t.expect.that(page.items.length <= 2, {
        expected: 'at most 2 items',
        actual: `${page.items.length} items`,
        evidence: [page.record],
      });
    },
  });

  scenario({
    id: `history.limit-respected/${word}-beside-a-cursor`,
    title: `returns no more ${word} than were asked for on the page after a cursor either`,
    needs,
    async run(t) {
      const { cursor } = await pagedCursor(t, collection);
      const page = readPage(t, collection, await t.account.request(collection, { cursor, limit: 1 }));
      t.expect.that(page.items.length <= 1, {
        expected: 'at most 1 item',
        actual: `${page.items.length} items`,
        evidence: [page.record],
      });
    },
  });

  scenario({
    id: `history.cursor-with-limit/${word}`,
    title: `accepts a cursor of ${word} together with limit`,
    needs,
    async run(t) {
      const { cursor } = await pagedCursor(t, collection);
      t.expect.accepted(await t.account.request(collection, { cursor, limit: 3 }));
    },
  });

  for (const filter of ['from', 'to'] as const) {
    scenario({
      id: `history.cursor-with-filter-refused/${word}${filter === 'from' ? '' : '-until'}`,
      title: `refuses a cursor of ${word} together with ${filter === 'from' ? 'a time filter' : 'a filter for their latest time'}`,
      needs,
      async run(t) {
        const { cursor } = await pagedCursor(t, collection);
        const day = filter === 'from' ? -86_400_000 : 86_400_000;
        const time = new Date(t.nowMs() + day).toISOString().replace(/\.\d+Z$/, '+00:00');
        const beside = { [filter]: time };
        if (!takesFilter(t.account, collection, beside, { cursor }))
          return t.notApplicable('the dialect binds no such filter of this collection');
        const alone = await t.account.request(collection, beside);
        if (alone.answer?.status !== 200) t.inconclusive('the filter by itself was not accepted', [alone.record]);
        t.expect.refused(await t.account.request(collection, { cursor, ...beside }));
      },
    });
  }
}

async function pagedCursor(
  t: CheckContext,
  collection: Collection,
): Promise<{ readonly cursor: string; readonly page: Page }> {
  await tradeAndSee(t, collection, 3);
  const page = readPage(t, collection, await t.account.request(collection, { limit: 1 }));
  return page.cursor === undefined
    ? t.notApplicable('the target returns no cursor although more than one item is there')
    : { cursor: page.cursor, page };
}
