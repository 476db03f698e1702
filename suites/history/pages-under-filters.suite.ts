// The order of rows on every page of a listing with a filter (interface 1, rules 4 and 5): a service may read another index than for the
// whole, and another one behind a cursor. Times may be kept in whole seconds, so that the rows come over several of them.
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import { pause } from '../../toolkit/wire/pause.js';
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { type Collection, filterTime, idsOf, itemsOf, latelyOf, type Page, takesFilter } from '../words/pages.js';
import { cancelled } from '../words/trading/cancelled.js';
import { followed, MANY_PAGES } from './followed.js';
import { expectInOrder, lastChange, rowsSince } from './in-order.js';

const SECOND_MS = 1100;
/** With two rows on a page, some later page has rows of two seconds. */
const SECONDS = 5;
const HOUR_MS = 3_600_000;

interface Listing {
  readonly id: CheckId;
  readonly collection: Collection;
  readonly word: string;
  readonly needs: Needs;
  /** Makes a row of the first instrument, which is at its end before the next begins. */
  readonly make: (t: CheckContext) => Promise<unknown>;
}

const LISTINGS: readonly Listing[] = [
  {
    id: 'history.deals-ascending/pages-under-a-filter',
    collection: 'dealHistory',
    word: 'deals',
    needs: { claims: ['positions', 'dealHistory'] },
    make: (t) => t.account.openPosition({ instrument: t.account.instrument() }),
  },
  {
    id: 'history.orders-ascending/pages-under-a-filter',
    collection: 'orderHistory',
    word: 'orders',
    needs: { claims: ['orderHistory', 'cancelOrder'], requests: ['cancelOrder'] },
    async make(t) {
      const events = await t.account.transactions();
      const { orderId } = await t.account.openOrder({ instrument: t.account.instrument() }, { events });
      await cancelled(t, orderId, events);
    },
  },
];

for (const { id, collection, word, needs, make } of LISTINGS) {
  scenario({
    id,
    title: `returns ${word} under a filter from older to newer on every page, or in the order that the target states`,
    purposes: [60],
    needs,
    waitMs: SECONDS * SECOND_MS,
    effort: 'standard',
    async run(t) {
      const filters = [
        { instrument: t.account.instrument().name },
        { from: filterTime(t.account.sinceMs - HOUR_MS) },
      ].map((filter) => ({ filter, before: 0 }));
      for (const one of filters) one.before = itemsOf(await listed(t, collection, one.filter)).length;
      for (let second = 0; second < SECONDS; second += 1) {
        await make(t);
        await pause(SECOND_MS, t.signal);
      }
      let judged = 0;
      for (const { filter, before } of filters) {
        const since = rowsSince(t, collection, before);
        const read = (): Promise<readonly Page[]> => listed(t, collection, filter);
        const pages = await read();
        if (pages.length < 2 || lastChange(since(pages)) < 0) continue;
        judged += 1;
        await expectInOrder(t, collection, read, since);
      }
      if (judged === 0) t.notApplicable(`the target returns no pages of ${word} under a filter`);
    },
  });
}

/** Nothing where the target takes no such filter, which it need not. */
async function listed(
  t: CheckContext,
  collection: Collection,
  filter: Partial<RequestParams>,
): Promise<readonly Page[]> {
  if (!takesFilter(t.account, collection, filter)) return [];
  const first = { ...latelyOf(t.account, collection), ...filter };
  const { answer } = await t.account.request(collection, first);
  if ((answer?.status ?? 0) >= 400 && (answer?.status ?? 0) <= 499) return [];
  const { length } = idsOf(await followed(t, collection, first, undefined));
  return followed(t, collection, first, Math.max(2, Math.ceil(length / MANY_PAGES)));
}
