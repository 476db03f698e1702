// The order of many rows (interface 1, rule 4): older to newer, also beyond the number of rows at which identifiers become longer, so that
// a listing which is sorted by their text is seen. Times may be kept in whole seconds, so that the rows come over several of them.
import { pause } from '../../toolkit/wire/pause.js';
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { type Collection, idsOf, missingFrom, pagesWith } from '../words/pages.js';
import { lastRecord } from '../words/streams/last-record.js';
import { cancelled } from '../words/trading/cancelled.js';
import { deposit } from '../words/trading/deposit.js';

const SECOND_MS = 1100;
const SECONDS = 5;
/** Of orders so many rounds of so many, few enough for any account. */
const ROUNDS = 4;
const PENDING = 3;
const AT_ONCE: number = ROUNDS * PENDING;

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
      const told = async (): Promise<readonly string[]> =>
        events
          .of('transaction_event', { after })
          .flatMap(({ view }) => (view.deals ?? []).flatMap(({ id }) => id ?? []));
      return eventually(t, told, (ids) => ids.length >= AT_ONCE);
    },
  },
  {
    id: 'history.orders-ascending/many-over-several-seconds',
    collection: 'orderHistory',
    words: 'orders',
    needs: { claims: ['orderHistory', 'cancelOrder'], requests: ['cancelOrder'] },
    async make(t, events) {
      const ids: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const orders = await t.account.orders(PENDING);
        const placed = await Promise.all(orders.map((order) => t.account.openOrder(order, { events })));
        await Promise.all(placed.map(({ orderId }) => cancelled(t, orderId, events)));
        ids.push(...placed.map(({ orderId }) => orderId));
      }
      return ids;
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
      const made: (readonly string[])[] = [];
      for (let second = 0; second < SECONDS; second += 1) {
        // A stream need not stay open for so long.
        const events = await t.account.transactions();
        made.push(await make(t, events));
        await events.close();
        await pause(SECOND_MS, t.signal);
      }
      if (made.some((ids) => ids.length === 0)) t.inconclusive('the events show none of them');
      const pages = await pagesWith(t, collection, made.flat());
      if (missingFrom(pages, made.flat()).length > 0) t.inconclusive('history does not show all of them', pages);
      const rows = idsOf(pages);
      const places = made.map((ids) => ids.map((one) => rows.indexOf(one)));
      const inTurn = t.stated(collection).order === 'ascending' ? places : places.toReversed();
      // What came at once may stand in any order, as may the two times that an order has.
      const wrong = inTurn.findIndex((some, at) => Math.max(...(inTurn[at - 1] ?? [])) > Math.min(...some));
      t.expect.that(wrong < 0, {
        expected: `the ${AT_ONCE} ${words} of a second before all that came later`,
        actual: `one of those of the first ${wrong} seconds behind one that came later`,
        evidence: pages,
      });
    },
  });
}
