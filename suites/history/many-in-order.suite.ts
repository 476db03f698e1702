// The order of many rows (interface 1, rule 4): older to newer, also beyond the number of rows at which identifiers become longer, so that
// a listing which is sorted by their text is seen. Shown times may be whole seconds, so that the rows come over several of them.
import { pause } from '../../toolkit/wire/pause.js';
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { type Collection, idsOf, itemsOf, missingFrom, pagesWith, walk } from '../words/pages.js';
import { lastRecord } from '../words/streams/last-record.js';
import { cancelled } from '../words/trading/cancelled.js';
import { deposit } from '../words/trading/deposit.js';
import { expectInOrder, rowsSince } from './in-order.js';

const SECOND_MS = 1100;
const SECONDS = 5;
const AT_ONCE = 11;

interface Many {
  readonly id: CheckId;
  readonly collection: Collection;
  readonly words: string;
  readonly needs: Needs;
  /** Makes as many rows as are made at once, and tells which. */
  readonly make: (t: CheckContext, events: Events) => Promise<readonly string[]>;
}

const COLLECTIONS: readonly Many[] = [
  {
    id: 'history.deals-ascending/many-over-several-seconds',
    collection: 'dealHistory',
    words: 'deals',
    needs: { claims: ['dealHistory'], control: ['account.deposit'] },
    async make(t, events) {
      const after = lastRecord(events);
      await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => deposit(t, String(n + 1))));
      const told = events.of('transaction_event', { after }).flatMap(({ view }) => view.deals ?? []);
      return told.flatMap(({ id }) => id ?? []);
    },
  },
  {
    id: 'history.orders-ascending/many-over-several-seconds',
    collection: 'orderHistory',
    words: 'orders',
    needs: { claims: ['orderHistory', 'cancelOrder'], requests: ['cancelOrder'] },
    async make(t, events) {
      // One after the other, since what is placed later may end earlier, and by which of both a row is sorted is open.
      const orders = await t.account.orders(AT_ONCE);
      const placed = await Promise.all(orders.map((order) => t.account.openOrder(order, { events })));
      await Promise.all(placed.map(({ orderId }) => cancelled(t, orderId, events)));
      return placed.map(({ orderId }) => orderId);
    },
  },
];

for (const { id, collection, words, needs, make } of COLLECTIONS) {
  scenario({
    id,
    title: `returns several dozen ${words} of several seconds from older to newer, or as the target states`,
    purposes: [60],
    needs,
    waitMs: SECONDS * SECOND_MS,
    effort: 'standard',
    async run(t) {
      const events = await t.account.transactions();
      const earlier = await walk(t, collection);
      const since = rowsSince(t, collection, itemsOf(earlier).length);
      const made: string[] = [];
      for (let second = 0; second < SECONDS; second += 1) {
        made.push(...(await make(t, events)));
        await pause(SECOND_MS, t.signal);
      }
      const pages = await pagesWith(t, collection, made);
      if (missingFrom(pages, made).length > 0) t.inconclusive('history does not show all of them', pages);
      const there = new Set(idsOf(pages));
      // Where what was there before is not there any more, nobody knows where it ended.
      if (idsOf(earlier).some((one) => !there.has(one))) t.inconclusive('history has forgotten rows meanwhile', pages);
      expectInOrder(t, collection, pages, since(pages));
    },
  });
}
