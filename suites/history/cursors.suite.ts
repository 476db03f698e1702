// What a cursor continues (interface 1, rule 5): the very listing that it came from, with its filter, for its account.
import { pause } from '../../toolkit/wire/pause.js';
import type { Needs } from '../runner/check.js';
import type { Account, CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { isAnswered } from '../words/calls/answered.js';
import {
  besideCursors,
  type Collection,
  filterTime,
  type Item,
  itemsOf,
  latelyOf,
  type Page,
  pageOf,
  readPage,
  takesFilter,
  walk,
  walkUntil,
} from '../words/pages.js';
import { COLLECTIONS, traded } from './traded.js';

const DEALS = 'dealHistory';
const NEEDS: Needs = { claims: ['positions', 'dealHistory'] };

/** Further pages that are looked at. */
const MOST_PAGES = 20;

/** Shown times may be cut to whole seconds. */
const CUT_MS = 1000;
/** Two times farther apart than this differ, although both may be cut to seconds and the clock is known to the second. */
const LATER_MS = 5 * CUT_MS;

function timeOf({ time }: Item): number {
  return typeof time === 'string' ? Date.parse(time) : Number.NaN;
}

for (const { collection, word } of COLLECTIONS) {
  const needs: Needs = { claims: ['positions', collection] };

  scenario({
    id: `history.limit-respected/${word}-beside-a-cursor`,
    title: `returns no more ${word} than were asked for on the page after a cursor either`,
    needs,
    async run(t) {
      const cursor = await cursorOf(t, collection);
      t.expect.at(await pageOf(t, collection, { cursor, limit: 1 }), '/view/items', 'lengthAtMost', 1);
    },
  });

  scenario({
    id: `history.cursor-with-limit/${word}`,
    title: `accepts a cursor of ${word} together with limit`,
    needs,
    async run(t) {
      const cursor = await cursorOf(t, collection);
      t.expect.accepted(await t.account.request(collection, { cursor, limit: 3 }));
    },
  });

  for (const { filter, slug, words, days } of [
    { filter: 'from', slug: word, words: 'a time filter', days: -1 },
    { filter: 'to', slug: `${word}-until`, words: 'a filter for their latest time', days: 1 },
  ] as const) {
    scenario({
      id: `history.cursor-with-filter-refused/${slug}`,
      title: `refuses a cursor of ${word} together with ${words}`,
      needs,
      async run(t) {
        if (t.stated(collection).cursorWith === 'any') {
          return t.notApplicable('the target states that a cursor may be combined with filters here');
        }
        const cursor = await cursorOf(t, collection);
        const beside = { [filter]: filterTime(t.nowMs() + days * 86_400_000) };
        if (!takesFilter(t.account, collection, beside, { cursor })) {
          return t.notApplicable('the dialect binds no such filter of this collection');
        }
        const alone = await t.account.request(collection, beside);
        if (!isAnswered(alone)) t.inconclusive('the filter by itself was not accepted', [alone]);
        t.expect.refused(await t.account.request(collection, { cursor, ...beside }));
      },
    });
  }
}

/** That of the page after one item. */
async function cursorOf(t: CheckContext, collection: Collection, account: Account = t.account): Promise<string> {
  await traded(t, collection, 3, account);
  const { cursor } = await pageOf(t, collection, { ...latelyOf(account, collection), limit: 1 }, account);
  return cursor ?? t.notApplicable('the target returns no cursor although more than one item is there');
}

scenario({
  id: 'history.cursor-continues/filtered',
  title: 'keeps to the filter for the latest time on the pages after the first one, too',
  level: 'should',
  needs: NEEDS,
  waitMs: LATER_MS,
  effort: 'standard',
  async run(t) {
    const early = itemsOf(await traded(t, DEALS, 3));
    const latest = Math.max(...early.map(timeOf));
    if (Number.isNaN(latest)) t.inconclusive('the deals show no readable times; bind them in the dialect');
    const to = filterTime(latest + CUT_MS);
    if (!takesFilter(t.account, DEALS, { to })) {
      return t.notApplicable('the dialect binds no filter for the latest time of deals');
    }
    const isLate = (item: Item): boolean => timeOf(item) > latest + 2 * CUT_MS;
    // The seconds by which a later deal must differ pass first, so that one is enough.
    await pause(Math.min(Math.max(latest + LATER_MS - t.nowMs(), 0), LATER_MS), t.signal);
    await t.account.openPosition();
    const whole = await walkUntil(t, DEALS, (all) => itemsOf(all).some(isLate));
    if (!itemsOf(whole).some(isLate)) t.inconclusive('no deal was seen to be later than the others');
    const lately = latelyOf(t.account, DEALS);
    const limit = Math.max(1, Math.floor(early.length / (MOST_PAGES / 2)));
    const first = await pageOf(t, DEALS, { ...lately, to, limit });
    if (first.cursor === undefined) return t.notApplicable('the target returns no cursor with a limit and a filter');
    const pages = [first];
    for (let last: Page = first; last.cursor !== undefined && pages.length < MOST_PAGES; pages.push(last))
      last = await pageOf(t, DEALS, { ...besideCursors(t, DEALS, { ...lately, to }), cursor: last.cursor, limit });
    const { items } = await pageOf(t, DEALS, { ...lately, to });
    if (items.some(isLate)) t.inconclusive('the filter lets later deals through without a cursor as well', [first]);
    const late = pages.filter((page) => page.items.some(isLate));
    t.expect.none(late, `no deal that is later than ${to} and its second`, {
      actual: 'a later deal on a page behind the cursor',
      evidence: late.length === 0 ? pages : [first],
    });
  },
});

scenario({
  id: 'history.own-account/cursor-of-another-account',
  title: 'shows no deals of one account under the path of another that its cursor is used on',
  needs: { ...NEEDS, accounts: 2 },
  async run(t, owner, other) {
    const cursor = await cursorOf(t, DEALS, owner);
    const pages = await walk(t, DEALS, { account: owner });
    const own = itemsOf(pages).map(({ id }) => id);
    if (own.includes(undefined)) t.inconclusive('the deals show no identifiers; bind them in the dialect', pages);
    const strange = await other.request(DEALS, { cursor });
    const status = strange.answer?.status ?? 0;
    if (status >= 400 && status <= 499) return t.expect.refused(strange);
    const page = readPage(t, DEALS, strange);
    // Identifiers may be counted per account, so what the other account has as well is its own.
    const others = new Set(itemsOf(await walk(t, DEALS, { account: other })).map(({ id }) => id));
    const leaked = page.items.filter(({ id }) => !others.has(id) && own.includes(id));
    t.expect.that(leaked.length === 0, {
      expected: `a refusal, or deals of account ${other.id}`,
      actual: `${leaked.length} deals of account ${owner.id}`,
      evidence: [page, ...pages],
    });
  },
});
