// Collections of Trading History, page by page (interface 1, rules 4 and 5): the cursor is handed back as it came.

import { isSuccessful } from '../../toolkit/base/is-successful.js';
import { kept } from '../../toolkit/base/kept.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { DealView, OrderView } from '../../toolkit/profile/dialect/views.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { Account, CheckContext, Fact } from '../runner/context.js';
import { unlisted } from '../runner/unlisted.js';
import { eventually } from './eventually.js';

export type Collection = 'orderHistory' | 'dealHistory';
export type Item = OrderView | DealView;

export interface Page {
  readonly items: readonly Item[];
  /** The token of the next page; undefined on the last one. */
  readonly cursor: string | undefined;
  readonly record: number;
}

/** More pages than this are not walked; what happened since the check has the account is then asked for, where the dialect has a filter. */
const MOST_PAGES = 60;
/** Of a target whose pages are so short that these are no more rows, as many more. */
const MOST_ROWS = 900;
/** After so many pages of a size that nobody asked for, a walk begins again with large ones. */
const MANY_PAGES = 8;
/** Sizes of pages to ask for then, the largest that is accepted; none is stated, so that each may be refused. */
const LARGE = [100, 50, 20] as const;
/** Clocks are known to the second, and times may be shown so. */
const SLACK_MS = 5_000;

/** Whether the dialect writes this filter, be it into the query or into the body of a read that is a POST. */
export function takesFilter(
  account: Account,
  collection: Collection,
  filter: Partial<RequestParams>,
  beside: Partial<RequestParams> = {},
): boolean {
  const [plain, filtered] = [beside, { ...beside, ...filter }].map((params) => account.spec(collection, params));
  return plain?.path !== filtered?.path || String(plain?.body) !== String(filtered?.body);
}

export function readPage(t: CheckContext, collection: Collection, exchange: HttpExchange): Page {
  const { answer, error, record } = exchange;
  if (answer === undefined || !isSuccessful(answer.status) || answer.body === undefined) {
    const why = answer === undefined ? error?.message : `HTTP ${answer.status}`;
    return t.inconclusive(`${collection} could not be read: ${why}`, [record]);
  }
  const view =
    collection === 'orderHistory' ? t.dialect.readOrderHistory(answer.body) : t.dialect.readDealHistory(answer.body);
  const items = view.items ?? t.inconclusive(unlisted(collection, 'items'), [record]);
  const { cursor } = view;
  return {
    items,
    cursor:
      typeof cursor === 'string' && cursor !== '' ? cursor : typeof cursor === 'number' ? String(cursor) : undefined,
    record,
  };
}

/** One page, by the parameters that ask for it. */
export async function pageOf(
  t: CheckContext,
  collection: Collection,
  params: Partial<RequestParams>,
  account: Account = t.account,
): Promise<Page> {
  return readPage(t, collection, await account.request(collection, params));
}

/** A date-time as the time filters take it. */
export function filterTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, '+00:00');
}

/** Rows that an account may have for each walk to begin with the first of them, where the dialect has a filter for later ones. */
const LONG_ROWS = 400;

/** Since when a check walks a collection of an account: from its beginning or, when that has too many rows, the same time in all walks. */
const since = new WeakMap<Account, Map<Collection, string | 'ever'>>();
/** The accounts of a target that are known to be long, by collection: no later check walks them from their beginning. */
const long = new WeakMap<CheckContext['dialect'], Map<Collection, Set<string>>>();
/** Where so many accounts are long, no other is walked to find out. */
const MANY_LONG = 4;

/** The filter under which a check walks what it made itself, where the account has a long past; none where it walks everything. */
export function latelyOf(account: Account, collection: Collection): Partial<RequestParams> {
  const from = since.get(account)?.get(collection);
  return from === undefined || from === 'ever' ? {} : { from };
}

function sinceWhen(t: CheckContext, account: Account, collection: Collection): string | undefined {
  const known = since.get(account)?.get(collection);
  const accounts = longOnes(t, collection);
  const isLong = accounts.size >= MANY_LONG || accounts.has(account.id);
  if (known !== undefined || !isLong) return known;
  return begin(account, collection, filterTime(account.sinceMs - SLACK_MS));
}

function longOnes(t: CheckContext, collection: Collection): Set<string> {
  const ofTarget = kept(long, t.dialect, () => new Map<Collection, Set<string>>());
  return kept(ofTarget, collection, () => new Set());
}

function begin(account: Account, collection: Collection, from: string): string {
  kept(since, account, () => new Map<Collection, string>()).set(collection, from);
  return from;
}

/** What of the filters of a listing stands beside its cursors: nothing, unless the target states that they go together and may need it. */
export function besideCursors(
  t: CheckContext,
  collection: Collection,
  filter: Partial<RequestParams>,
): Partial<RequestParams> {
  return t.stated(collection).cursorWith === 'any' ? filter : {};
}

export interface WalkOptions {
  readonly limit?: number;
  readonly account?: Account;
}

/** What was found out about large pages of a target: the size to ask for, or 'refused'. */
const large = new WeakMap<CheckContext['dialect'], number | 'refused'>();

async function largePage(
  t: CheckContext,
  collection: Collection,
  account: Account,
  rows: number,
): Promise<number | undefined> {
  const known = large.get(t.dialect);
  if (known !== undefined) return known === 'refused' || known <= rows ? undefined : known;
  for (const limit of LARGE) {
    if (!takesFilter(account, collection, { limit })) break;
    const exchange = await account.request(collection, { limit });
    const { status = 0 } = exchange.answer ?? {};
    if (!isSuccessful(status)) continue;
    // A target may take any size, and give fewer rows.
    if (readPage(t, collection, exchange).items.length <= rows) break;
    large.set(t.dialect, limit);
    return limit;
  }
  large.set(t.dialect, 'refused');
  return undefined;
}

/**
 * Every page from the first on; `limit` is asked for on each, since a cursor may be combined with it. Without one the pages are as the
 * target likes them, or large where these are many.
 */
export async function walk(
  t: CheckContext,
  collection: Collection,
  { limit, account = t.account }: WalkOptions = {},
): Promise<readonly Page[]> {
  const size = limit === undefined ? {} : { limit };
  const from = sinceWhen(t, account, collection);
  const filter = latelyOf(account, collection);
  // An account that could be walked whole may grow a little in the meantime.
  const pages = [await pageOf(t, collection, { ...size, ...filter }, account)];
  const most = mostPages(pages[0]?.items.length ?? 0, limit) * (from === 'ever' ? 2 : 1);
  let rows = pages[0]?.items.length ?? 0;
  for (let cursor = pages[0]?.cursor; cursor !== undefined; cursor = pages.at(-1)?.cursor) {
    const lately = filterTime(account.sinceMs - SLACK_MS);
    if (from === undefined && rows > LONG_ROWS && takesFilter(account, collection, { from: lately })) {
      longOnes(t, collection).add(account.id);
      begin(account, collection, lately);
      return walk(t, collection, { ...size, account });
    }
    if (limit === undefined && pages.length === MANY_PAGES) {
      const larger = await largePage(t, collection, account, pages[0]?.items.length ?? 0);
      if (larger !== undefined) return walk(t, collection, { limit: larger, account });
    }
    if (pages.length >= most) {
      if (from !== undefined || !takesFilter(account, collection, { from: lately })) {
        t.inconclusive(`${collection} has more than ${most} pages`, [pages.at(-1)?.record ?? 0]);
      }
      begin(account, collection, lately);
      return walk(t, collection, { ...size, account });
    }
    const page = await pageOf(t, collection, { ...size, ...besideCursors(t, collection, filter), cursor }, account);
    pages.push(page);
    rows += page.items.length;
  }
  if (from === undefined) begin(account, collection, 'ever');
  return pages;
}

/** Pages of one row may be what the check asks for. */
function mostPages(rows: number, limit: number | undefined): number {
  const isShortByItself = rows > 0 && (limit === undefined || rows < limit);
  return isShortByItself ? Math.max(MOST_PAGES, Math.ceil(MOST_ROWS / rows)) : MOST_PAGES;
}

export function itemsOf(pages: readonly Page[]): readonly Item[] {
  return pages.flatMap(({ items }) => items);
}

export function idsOf(pages: readonly Page[]): readonly string[] {
  return itemsOf(pages).flatMap(({ id }) => id ?? []);
}

/** Whether the pages show each of these items, and none twice. */
export function isEachOnce(pages: readonly Page[], ids: readonly string[]): boolean {
  return missingFrom(pages, ids).length === 0 && doublesIn(idsOf(pages)).length === 0;
}

export function doublesIn(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))];
}

/** Every page once that holds of them, or as they are when patience has ended: history may lag behind. */
export function walkUntil(
  t: CheckContext,
  collection: Collection,
  holds: (pages: readonly Page[]) => boolean,
  account: Account = t.account,
): Promise<readonly Page[]> {
  return eventually(t, () => walk(t, collection, { account }), holds);
}

/** The same, until every one of these items is there; undecided where rows show no identifiers, which need not be there at all (2.2). */
export async function pagesWith(
  t: CheckContext,
  collection: Collection,
  ids: readonly string[],
  account: Account = t.account,
): Promise<readonly Page[]> {
  const holds = (pages: readonly Page[]): boolean => missingFrom(pages, ids).length === 0 || isNameless(pages);
  const pages = await walkUntil(t, collection, holds, account);
  requireIdentified(t, pages);
  return pages;
}

/** Ends the check undecided where the rows show no identifiers. */
export function requireIdentified(t: CheckContext, pages: readonly Page[]): void {
  if (isNameless(pages)) t.inconclusive('history shows no identifiers; bind them in the dialect', pages);
}

function isNameless(pages: readonly Page[]): boolean {
  const items = itemsOf(pages);
  return items.length > 0 && items.every(({ id }) => id === undefined);
}

export function missingFrom(pages: readonly Page[], ids: readonly string[]): readonly string[] {
  const shown = new Set(itemsOf(pages).map(({ id }) => id));
  return ids.filter((id) => !shown.has(id));
}

/** Facts of items that pages show; none where one is missing, which nothing shows. */
export function shownItems(pages: readonly Page[], ids: readonly string[]): readonly Fact[] {
  const rows = ids.flatMap((id) => {
    const row = rowOf(pages, id);
    return row === undefined ? [] : [[row, `${row.pointer}/id`, 'equals', id] as const];
  });
  return rows.length === ids.length ? rows : [];
}

/** That a member of the item has this value; nothing where no page shows the item. */
export function shownItem(
  pages: readonly Page[],
  id: string,
  member: string,
  value: JsonValue | undefined,
): readonly Fact[] {
  const row = rowOf(pages, id);
  return row === undefined ? [] : [[row, `${row.pointer}/${member}`, 'equals', value]];
}

/** Where an item is shown: the record of its page, and the pointer to it there. */
export interface Row {
  readonly record: number;
  readonly pointer: string;
}

export function rowOf(pages: readonly Page[], id: string): Row | undefined {
  for (const { items, record } of pages) {
    const index = items.findIndex((item) => item.id === id);
    if (index >= 0) return { record, pointer: `/view/items/${index}` };
  }
  return undefined;
}
