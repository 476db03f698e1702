// The collections of Trading History (interface 1, rules 2, 4 and 5): what was executed is there, ascending, over all pages of an opaque
// cursor. Their paths are the target's own; without them in the dialect these checks are not applicable.
import type { Needs } from '../runner/check.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import {
  type Collection,
  type Item,
  idsOf,
  isEachOnce,
  itemsOf,
  type Page,
  pageOf,
  walk,
  walkUntil,
} from '../words/pages.js';
import { readSettled } from '../words/settled.js';
import { expectInOrder, lastChange, rowsSince } from './in-order.js';
import { COLLECTIONS, traded } from './traded.js';

for (const { collection, word, requirement } of COLLECTIONS) {
  const needs: Needs = { claims: ['positions', collection] };

  scenario({
    id: `${requirement}/after-market-executions`,
    title: `shows ${word} after positions were opened`,
    needs,
    async run(t) {
      const before = itemsOf(await walk(t, collection)).length;
      const { positionId } = await t.account.openPosition();
      const isMore = (all: readonly Page[]): boolean => itemsOf(all).length > before;
      let pages = await walkUntil(t, collection, isMore);
      // When the order of an opening counts as closed is open; it may do so with its position.
      if (collection === 'orderHistory' && !isMore(pages)) {
        await t.account.closePosition(positionId);
        pages = await walkUntil(t, collection, isMore);
      }
      const now = itemsOf(pages).length;
      t.expect.that(now > before, { expected: `more than ${before} ${word}`, actual: `${now}`, evidence: pages });
    },
  });

  scenario({
    id: `history.${word}-ascending/over-all-pages`,
    title: `returns ${word} from older to newer, or in the order that the target states, over all pages`,
    purposes: [60],
    needs,
    async run(t) {
      const since = rowsSince(t, collection, itemsOf(await walk(t, collection)).length);
      const whole = await tradedUntilTimesDiffer(t, collection, since);
      for (const size of [{}, { limit: pageAcross(whole) }]) {
        await expectInOrder(t, collection, () => walk(t, collection, size), since);
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
      const whole = await traded(t, collection, 5);
      const pages = await readSettled(
        t,
        () => walk(t, collection, { limit: smallPage(whole) }),
        (found) => found.length < 2 || isEachOnce(found, idsOf(whole)),
      );
      const [paged, all] = [itemsOf(pages), itemsOf(whole)].map((items) => items.map(({ id }) => id));
      if (paged === undefined || all === undefined || all.includes(undefined)) {
        return t.inconclusive(`the ${word} show no identifiers; bind them in the dialect`);
      }
      if (pages.length < 2)
        return t.notApplicable(
          `the target returns all ${all.length} ${word} on one page although fewer were asked for`,
        );
      const evidence = [...pages, ...whole];
      const doubles = paged.length - new Set(paged).size;
      t.expect.that(doubles === 0, { expected: 'no item twice', actual: `${doubles} doubles`, evidence });
      const lost = all.filter((id) => !paged.includes(id)).length;
      t.expect.that(lost === 0, {
        expected: 'no item lost between pages',
        actual: `${lost} of ${all.length} lost`,
        evidence,
      });
    },
  });

  scenario({
    id: `history.limit-respected/${word}`,
    title: `returns no more than the two ${word} that were asked for`,
    needs,
    async run(t) {
      await traded(t, collection, 3);
      t.expect.at(await pageOf(t, collection, { limit: 2 }), '/view/items', 'lengthAtMost', 2);
    },
  });
}

/**
 * Shown times may be whole seconds, and items of one second may come in any order: trades go on until history shows a later time
 * behind three items or more, so that some page after the first can hold both times. Returns all pages.
 */
function tradedUntilTimesDiffer(
  t: CheckContext,
  collection: Collection,
  since: (pages: readonly Page[]) => readonly Item[],
): Promise<readonly Page[]> {
  return eventually(
    t,
    async () => {
      await t.account.openPosition();
      return await walk(t, collection);
    },
    (pages) => lastChange(since(pages)) >= 3,
  );
}

/** A page size by which the last item of another time is not the first of a page, nor on the first page. */
function pageAcross(whole: readonly Page[]): number {
  const change = lastChange(itemsOf(whole));
  let size = smallPage(whole);
  while (size < change - 1 && change % size === 0) size += 1;
  return size;
}

/** Items of a page, so that walking all of them takes a few dozen pages, however long the history of the account is. */
function smallPage(whole: readonly Page[]): number {
  return Math.max(2, Math.ceil(itemsOf(whole).length / 40));
}
