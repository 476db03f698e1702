// Something to page through (interface 1, rules 2 and 5): what each collection of Trading History shows of positions that were opened.
import type { Account, CheckContext } from '../runner/context.js';
import { type Collection, itemsOf, type Page, walk, walkUntil } from '../words/pages.js';

/** A market execution leaves an order and a deal at least. */
export const COLLECTIONS = [
  { collection: 'orderHistory', word: 'orders', requirement: 'history.closed-orders' },
  { collection: 'dealHistory', word: 'deals', requirement: 'history.deals' },
] as const;

/** Opens positions, and waits until history shows as many more items; returns all pages. */
export async function traded(
  t: CheckContext,
  collection: Collection,
  times: number,
  account: Account = t.account,
): Promise<readonly Page[]> {
  const before = itemsOf(await walk(t, collection, { account })).length;
  for (let n = 0; n < times; n += 1) await account.openPosition();
  return walkUntil(t, collection, (pages) => itemsOf(pages).length >= before + times, account);
}
