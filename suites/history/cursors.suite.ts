// What a cursor continues (interface 1, rule 5): the very listing that it came from, with its filter, for its account.
import { pause } from '../../toolkit/wire/pause.js';
import type { Needs } from '../runner/check.js';
import type { Account, CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { type Item, itemsOf, type Page, readPage, takesFilter, walk } from '../words/pages.js';

const COLLECTION = 'dealHistory';
const NEEDS: Needs = { claims: ['positions', 'dealHistory'] };

/** Further pages that are looked at. */
const MOST_PAGES = 20;

/** Shown times may be cut to whole seconds. */
const CUT_MS = 1000;
/** Later by more than the cut of either time, by a clock that is known to the second. */
const LATER_MS = 5 * CUT_MS;

function timeOf({ time }: Item): number {
  return typeof time === 'string' ? Date.parse(time) : Number.NaN;
}

async function dealsAfter(t: CheckContext, account: Account, count: number): Promise<readonly Item[]> {
  const before = itemsOf(await walk(t, COLLECTION, undefined, account)).length;
  for (let made = 0; made < count; made += 1) await account.openPosition();
  const pages = await eventually(
    t,
    () => walk(t, COLLECTION, undefined, account),
    (all) => itemsOf(all).length >= before + count,
  );
  return itemsOf(pages);
}

scenario({
  id: 'history.cursor-continues/filtered',
  title: 'keeps to the filter for the latest time on the pages after the first one, too',
  level: 'should',
  needs: NEEDS,
  waitMs: LATER_MS,
  effort: 'standard',
  async run(t) {
    const early = await dealsAfter(t, t.account, 3);
    const latest = Math.max(...early.map(timeOf));
    if (Number.isNaN(latest)) t.inconclusive('the deals show no readable times; bind them in the dialect');
    const to = new Date(latest + CUT_MS).toISOString().replace(/\.\d+Z$/, '+00:00');
    const withFilter = (limit?: number): Promise<Page> =>
      t.account
        .request(COLLECTION, { to, ...(limit !== undefined && { limit }) })
        .then((read) => readPage(t, COLLECTION, read));
    if (!takesFilter(t.account, COLLECTION, { to }))
      return t.notApplicable('the dialect binds no filter for the latest time of deals');
    const isLate = (item: Item): boolean => timeOf(item) > latest + 2 * CUT_MS;
    // The seconds by which a later deal must differ pass first, so that one is enough.
    await pause(Math.min(Math.max(latest + LATER_MS - t.nowMs(), 0), LATER_MS), t.signal);
    await t.account.openPosition();
    const whole = await eventually(
      t,
      () => walk(t, COLLECTION),
      (pages) => itemsOf(pages).some(isLate),
    );
    if (!itemsOf(whole).some(isLate)) t.inconclusive('no deal was seen to be later than the others');
    const limit = Math.max(1, Math.floor(early.length / (MOST_PAGES / 2)));
    const first = await withFilter(limit);
    if (first.cursor === undefined) return t.notApplicable('the target returns no cursor with a limit and a filter');
    const pages = [first];
    for (
      let cursor: string | undefined = first.cursor;
      cursor !== undefined && pages.length < MOST_PAGES;
      cursor = pages.at(-1)?.cursor
    )
      pages.push(readPage(t, COLLECTION, await t.account.request(COLLECTION, { cursor, limit })));
    const unfiltered = itemsOf([await withFilter()]).some(isLate);
    if (unfiltered) t.inconclusive('the filter lets later deals through without a cursor as well', [first.record]);
    const late = pages.find(({ items }) => items.some(isLate));
    t.expect.that(late === undefined, {
      expected: `no deal that is later than ${to} and its second`,
      actual: 'a later deal on a page behind the cursor',
      evidence: (late === undefined ? pages : [first, late]).map(({ record }) => record),
    });
  },
});

scenario({
  id: 'history.own-account/cursor-of-another-account',
  title: 'shows no deals of one account under the path of another that its cursor is used on',
  needs: { ...NEEDS, accounts: 2 },
  async run(t) {
    const [owner, other] = t.accounts;
    if (owner === undefined || other === undefined) return t.inconclusive('two accounts are needed');
    await dealsAfter(t, owner, 3);
    const { cursor, record } = readPage(t, COLLECTION, await owner.request(COLLECTION, { limit: 1 }));
    if (cursor === undefined)
      return t.notApplicable('the target returns no cursor although more than one item is there');
    const own = itemsOf(await walk(t, COLLECTION, undefined, owner));
    if (own.some(({ id }) => id === undefined))
      t.inconclusive('the deals show no identifiers; bind them in the dialect', [record]);
    const strange = await other.request(COLLECTION, { cursor });
    const status = strange.answer?.status ?? 0;
    if (status >= 400 && status <= 499) return t.expect.refused(strange);
    const page = readPage(t, COLLECTION, strange);
    // Identifiers may be counted per account, so what the other account has as well is its own.
    const others = new Set(itemsOf(await walk(t, COLLECTION, undefined, other)).map(({ id }) => id));
    const shown = page.items.filter(({ id }) => !others.has(id) && own.some((deal) => deal.id === id));
    t.expect.that(shown.length === 0, {
      expected: `a refusal, or deals of account ${other.id}`,
      actual: `${shown.length} deals of account ${owner.id}`,
      evidence: [page.record, record],
    });
  },
});
