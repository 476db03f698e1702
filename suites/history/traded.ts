// Something to page through (interface 1, rules 2 and 5): what each collection of Trading History shows of positions that were opened.
import type { Account, CheckContext } from '../runner/context.js';
import { type Collection, itemsOf, type Page, walk, walkUntil } from '../words/pages.js';

/** A market execution leaves an order and a deal at least. */
export const COLLECTIONS = [
  { collection: 'orderHistory', word: 'orders', requirement: 'history.closed-orders' },
  { collection: 'dealHistory', word: 'deals', requirement: 'history.deals' },
] as const;

/** So many walks in a row show what is new: of servers that answer in turn, one may list it a moment after another. */
const AGREEING = 3;

/** Opens positions, and waits until history shows as many more items, whoever answers; returns all pages. */
export async function traded(
  t: CheckContext,
  collection: Collection,
  times: number,
  account: Account = t.account,
): Promise<readonly Page[]> {
  const before = itemsOf(await walk(t, collection, { account })).length;
  for (let n = 0; n < times; n += 1) await account.openPosition();
  let agreeing = 0;
  const holds = (pages: readonly Page[]): boolean => {
    agreeing = itemsOf(pages).length >= before + times ? agreeing + 1 : 0;
    return agreeing >= AGREEING;
  };
  return walkUntil(t, collection, holds, account);
}
