// A listing goes on where it was, whatever comes between two of its pages (interface 1, rule 5): new rows, other listings, another size of
// page, an answer that was lost. How long a cursor holds is open: where one is refused then, nothing is judged.
import type { Needs } from '../runner/check.js';
import type { Account, CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import {
  besideCursors,
  type Collection,
  doublesIn,
  idsOf,
  itemsOf,
  latelyOf,
  missingFrom,
  type Page,
  pageOf,
  readPage,
} from '../words/pages.js';
import { readSettled } from '../words/settled.js';
import { COLLECTIONS, traded } from './traded.js';

/** Further pages that are looked at. */
const MOST_PAGES = 40;
/** Openings that come between pages. */
const OPENINGS = 3;

interface Listing {
  readonly collection: Collection;
  /** Of a page, unless what comes between says otherwise. */
  readonly limit: number;
  /** A second account, where what comes between needs one. */
  readonly other: Account | undefined;
  readonly pages: readonly Page[];
  /** The pages of a second walk that goes on meanwhile. */
  readonly second: Page[];
}

type Ask = (limit?: number) => Promise<Page>;

interface Between {
  readonly slug:
    | 'while-others-come'
    | 'beside-a-second-walk'
    | 'beside-the-other-collection'
    | 'beside-another-account'
    | 'of-changing-size'
    | 'asked-for-twice';
  readonly words: string;
  readonly needs?: Needs;
  /** Does what comes between, and asks for the next page. */
  readonly next: (t: CheckContext, listing: Listing, ask: Ask) => Promise<Page>;
}

const BETWEEN: readonly Between[] = [
  {
    slug: 'while-others-come',
    words: 'while others come between its pages',
    async next(t, { pages }, ask) {
      if (pages.length <= OPENINGS) await t.account.openPosition();
      return ask();
    },
  },
  {
    slug: 'beside-a-second-walk',
    words: 'while the same listing is walked a second time with pages of another size',
    async next(t, { collection, limit, second }, ask) {
      const cursor = second.at(-1)?.cursor;
      const where = cursor === undefined ? latelyOf(t.account, collection) : { cursor };
      second.push(await pageOf(t, collection, { ...where, limit: limit + 1 }));
      return ask();
    },
  },
  {
    slug: 'beside-the-other-collection',
    words: 'while the other collection is read between its pages',
    needs: { claims: ['orderHistory', 'dealHistory'] },
    async next(t, { collection, limit }, ask) {
      await pageOf(t, collection === 'dealHistory' ? 'orderHistory' : 'dealHistory', { limit });
      return ask();
    },
  },
  {
    slug: 'beside-another-account',
    words: 'while the same is read of another account between its pages',
    needs: { accounts: 2 },
    async next(t, { collection, limit, other, pages }, ask) {
      if (other !== undefined && pages.length === 1) await traded(t, collection, 2, other);
      await pageOf(t, collection, { limit }, other);
      return ask();
    },
  },
  {
    slug: 'of-changing-size',
    words: 'over pages of changing size',
    next: (_t, { limit, pages }, ask) => ask(limit + (pages.length % 3)),
  },
  {
    slug: 'asked-for-twice',
    words: 'where each page is asked for twice, as after an answer that was lost',
    async next(t, { pages }, ask) {
      const { cursor } = await ask();
      // One for the whole walk goes on with each use.
      const isKept = cursor !== undefined && cursor === pages.at(-1)?.cursor;
      if (isKept) t.notApplicable('the target has one cursor for all pages');
      return ask();
    },
  },
];

for (const { collection, word } of COLLECTIONS) {
  for (const between of BETWEEN) {
    const { slug, words, needs = {} } = between;
    const judged = (t: CheckContext, other?: Account): Promise<void> => judge(t, { collection, word, between, other });
    scenario({
      id: `history.cursor-continues/${word}-${slug}`,
      title: `returns each of the ${word} that were there once, ${words}`,
      needs: { ...needs, claims: ['positions', collection, ...(needs.claims ?? [])] },
      run: needs.accounts === 2 ? (t, _own, other) => judged(t, other) : (t) => judged(t),
    });
  }
}

interface Trial {
  readonly collection: Collection;
  readonly word: string;
  readonly between: Between;
  readonly other: Account | undefined;
}

async function judge(t: CheckContext, trial: Trial): Promise<void> {
  const { collection, word, between } = trial;
  const there = await traded(t, collection, 4);
  const ids = idsOf(there);
  if (itemsOf(there).length === 0) t.notApplicable(`openings leave no ${word} in history, which is open`);
  if (ids.length === 0) t.inconclusive(`the ${word} show no identifiers; bind them in the dialect`, there);
  // What comes in front pushes the rest along where a cursor counts rows, which nothing forbids.
  const isPushed = between.slug === 'while-others-come' && t.stated(collection).order === 'descending';
  const limit = Math.max(1, Math.ceil(ids.length / MOST_PAGES));
  const pages = await readSettled(
    t,
    () => walkBetween(t, trial, limit),
    (found) =>
      found.length < 2 || missingFrom(found, ids).length + (isPushed ? 0 : doublesIn(idsOf(found)).length) === 0,
  );
  if (pages.length < 2) return t.notApplicable(`the target returns all ${word} on one page`);
  if (!isPushed) t.expect.none(doublesIn(idsOf(pages)), 'no row twice', { evidence: pages });
  if (pages.at(-1)?.cursor !== undefined) {
    t.inconclusive(`${collection} has more than ${pages.length} pages`, pages.slice(-1));
  }
  const lost = missingFrom(pages, ids);
  t.expect.none(lost, `all ${ids.length} ${word} that were there throughout`, { evidence: [...there, ...pages] });
}

/** All pages, each asked for as the trial says. */
async function walkBetween(
  t: CheckContext,
  { collection, between, other }: Trial,
  limit: number,
): Promise<readonly Page[]> {
  const lately = latelyOf(t.account, collection);
  const pages = [await pageOf(t, collection, { ...lately, limit })];
  const listing: Listing = { collection, limit, other, pages, second: [] };
  for (let { cursor } = pages[0] ?? {}; cursor !== undefined && pages.length < 2 * MOST_PAGES; ) {
    const continued = { ...besideCursors(t, collection, lately), cursor };
    const page = await between.next(t, listing, async (size = limit) => {
      const exchange = await t.account.request(collection, { ...continued, limit: size });
      const status = exchange.answer?.status ?? 0;
      if (status >= 400 && status <= 499 && between.slug !== 'while-others-come') {
        return t.notApplicable(`the target takes no cursor ${between.words}, and how long one holds is open`);
      }
      return readPage(t, collection, exchange);
    });
    pages.push(page);
    cursor = page.cursor;
  }
  return pages;
}
