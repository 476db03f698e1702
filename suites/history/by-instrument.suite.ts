// Listings of one instrument (interface 1, rules 4 and 5): where the target takes such a filter, its cursor goes on with the very listing,
// loses none of its rows between rows of other instruments, and stands beside no filter but limit; its rows come in the same order.
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import {
  type Collection,
  doublesIn,
  filterTime,
  type Item,
  idsOf,
  isEachOnce,
  itemsOf,
  latelyOf,
  missingFrom,
  type Page,
  pageOf,
  takesFilter,
  walk,
  walkUntil,
} from '../words/pages.js';
import { readSettled } from '../words/settled.js';
import { followed, MANY_PAGES } from './followed.js';
import { expectInOrder, lastChange, rowsSince } from './in-order.js';
import { COLLECTIONS } from './traded.js';

/** Rows of each of two instruments, in turns. */
const TURNS = 3;
/** Some of what was there before belongs to the listing. */
const HOUR_MS = 3_600_000;

/** Opens positions of two instruments in turns, and waits until history shows them; the pages without a filter. */
async function mixed(t: CheckContext, collection: Collection, names: readonly string[]): Promise<readonly Page[]> {
  const before = itemsOf(await walk(t, collection)).length;
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const instrument of names) await t.account.openPosition({ instrument });
  }
  return walkUntil(t, collection, (pages) => itemsOf(pages).length >= before + TURNS * names.length);
}

/** Under which a service may read another index than for the whole. */
const FILTERS: readonly {
  readonly slug: string;
  readonly words: string;
  readonly filterOf: (t: CheckContext) => Partial<RequestParams>;
}[] = [
  {
    slug: 'of-one-instrument',
    words: 'of one instrument',
    filterOf: (t) => ({ instrument: t.account.instrument().name }),
  },
  { slug: 'since-a-time', words: 'since a time', filterOf: (t) => ({ from: filterTime(t.account.sinceMs - HOUR_MS) }) },
];

for (const { collection, word } of COLLECTIONS) {
  const needs: Needs = { claims: ['positions', collection], instruments: 2 };

  scenario({
    id: `history.cursor-continues/${word}-of-one-instrument`,
    title: `returns each of the ${word} of one instrument once over small pages, and none of another`,
    purposes: [60],
    needs,
    effort: 'standard',
    async run(t) {
      const [name = '', other = ''] = t.account.instruments.map((one) => one.name);
      if (!takesFilter(t.account, collection, { instrument: name })) {
        return t.notApplicable(`the dialect binds no filter for the instrument of ${word}`);
      }
      const whole = await mixed(t, collection, [name, other]);
      const filter = { ...latelyOf(t.account, collection), instrument: name };
      const isOther = (item: Item): boolean => item.instrument === other;
      await requireFilter(t, collection, filter);
      const large = await followed(t, collection, filter, undefined);
      const rows = itemsOf(large);
      if (rows.some(isOther)) t.notApplicable('the target does not filter by the instrument, as it need not');
      // When the order of an opening counts as closed is open.
      if (rows.length === 0) t.notApplicable(`openings leave no ${word} in history, which is open`);
      const ids = idsOf(large);
      if (rows.length < 2 || ids.length < rows.length) {
        t.inconclusive(`no two ${word} with identifiers under the filter`, [...large, ...whole]);
      }
      let judged = 0;
      const least = Math.ceil(ids.length / MANY_PAGES);
      for (const limit of [least, least + 1]) {
        const pages = await readSettled(
          t,
          () => followed(t, collection, filter, limit),
          (found) => found.length < 2 || isEachOnce(found, ids),
        );
        if (pages.length < 2) continue;
        judged += 1;
        const evidence = [...pages, ...large];
        t.expect.none(doublesIn(idsOf(pages)), 'no row twice', { evidence });
        t.expect.none(missingFrom(pages, ids), `each of ${ids.length} ${word} of ${name} over pages of ${limit}`, {
          evidence,
        });
        // What a filter lets through is the target's own; a listing is what its first page shows.
        const leaked = pages.filter(({ items }) => items.some(isOther));
        t.expect.none(leaked, `no ${word} of ${other} behind the cursor`, { evidence: large, level: 'should' });
      }
      if (judged === 0) t.notApplicable(`the target returns all ${word} on one page`);
    },
  });

  for (const { slug, words, filterOf } of FILTERS) {
    scenario({
      id: `history.${word}-ascending/${slug}`,
      title: `returns ${word} ${words} from older to newer, or in the order that the target states`,
      purposes: [60],
      needs: { claims: ['positions', collection] },
      effort: 'standard',
      async run(t) {
        await walk(t, collection);
        const filter = { ...filterOf(t), ...latelyOf(t.account, collection) };
        if (!takesFilter(t.account, collection, filterOf(t))) {
          return t.notApplicable(`the dialect binds no such filter of ${word}`);
        }
        await requireFilter(t, collection, filter);
        const listed = (): Promise<readonly Page[]> => followed(t, collection, filter, undefined);
        const since = rowsSince(t, collection, itemsOf(await listed()).length);
        // Shown times may be whole seconds.
        const pages = await eventually(
          t,
          async () => {
            await t.account.openPosition();
            return await listed();
          },
          (now) => lastChange(since(now)) > 0,
        );
        // When the order of an opening counts as closed is open.
        if (since(pages).length === 0) t.notApplicable(`openings leave no ${word} under the filter, which is open`);
        await expectInOrder(t, collection, listed, since);
      },
    });
  }

  scenario({
    id: `history.cursor-with-filter-refused/${word}-of-one-instrument`,
    title: `refuses a cursor of ${word} together with a filter for the instrument`,
    needs,
    async run(t) {
      if (t.stated(collection).cursorWith === 'any') {
        return t.notApplicable('the target states that a cursor may be combined with filters here');
      }
      const instrument = t.account.instrument().name;
      await mixed(t, collection, [instrument]);
      const { cursor } = await pageOf(t, collection, { ...latelyOf(t.account, collection), limit: 1 });
      if (cursor === undefined) {
        return t.notApplicable('the target returns no cursor although more than one item is there');
      }
      if (!takesFilter(t.account, collection, { instrument }, { cursor })) {
        return t.notApplicable('the dialect binds no such filter of this collection');
      }
      await requireFilter(t, collection, { instrument });
      t.expect.refused(await t.account.request(collection, { cursor, instrument }));
    },
  });
}

/** No such filter is stated, so that it may be refused. */
async function requireFilter(
  t: CheckContext,
  collection: Collection,
  filter: Parameters<typeof pageOf>[2],
): Promise<void> {
  const { answer } = await t.account.request(collection, filter);
  if ((answer?.status ?? 0) >= 400 && (answer?.status ?? 0) <= 499) {
    t.notApplicable('the target takes no filter for the instrument');
  }
}
