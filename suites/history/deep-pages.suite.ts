// Deep walks (interface 1, rule 5): behind every row that is there a page may end, and whatever the sizes of the pages, with a filter or
// without one, each row comes once. A cursor that slips far behind the first page, or at one border alone, is seen by no shorter walk.
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { Needs } from '../runner/check.js';
import type { CheckId, JudgedId } from '../runner/check-id.js';
import type { CheckContext, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import {
  besideCursors,
  type Collection,
  filterTime,
  idsOf,
  isEachOnce,
  itemsOf,
  latelyOf,
  missingFrom,
  type Page,
  pagesWith,
  readPage,
  takesFilter,
  walk,
} from '../words/pages.js';
import { readSettled } from '../words/settled.js';
import { lastRecord } from '../words/streams/last-record.js';
import { cancelled } from '../words/trading/cancelled.js';
import { deposit } from '../words/trading/deposit.js';

const DAY_MS = 86_400_000;
/** Clocks are known to the second. */
const SLACK_MS = 5_000;
/** More rows than these are not walked one by one: what was there before the check is then left out by a filter. */
const MOST_ROWS = 400;
const MOST_PAGES = 2 * MOST_ROWS;

/** Sizes of pages, each used in its turn. Pages of one row end behind every row that there is. */
const SIZES: readonly (readonly number[])[] = [[1], [7], [11], [2, 3, 5, 7, 13, 17, 19, 23]];
const FILTERED: readonly (readonly number[])[] = [[5], [3, 1, 7]];

interface Deep {
  readonly id: CheckId;
  readonly collection: Collection;
  readonly words: string;
  /** What is violated where a row is on no page. */
  readonly kept: JudgedId;
  readonly needs: Needs;
  /** How many rows are made: beyond one round number and the next, and none itself. */
  readonly rows: { readonly standard: number; readonly thorough: number };
  /** Makes so many rows at once, and tells which, where that is known by then. */
  readonly make: (t: CheckContext, events: Events, count: number) => Promise<readonly string[]>;
}

const COLLECTIONS: readonly Deep[] = [
  {
    id: 'history.cursor-continues/deals-far-behind-the-first-page',
    collection: 'dealHistory',
    words: 'deals',
    kept: 'history.deals',
    needs: { claims: ['dealHistory'], control: ['account.deposit'] },
    rows: { standard: 67, thorough: 263 },
    async make(t, events, count) {
      const after = lastRecord(events);
      await Promise.all(Array.from({ length: count }, (_, n) => deposit(t, String(n + 1))));
      return events
        .of('transaction_event', { after })
        .flatMap(({ view }) => (view.deals ?? []).flatMap(({ id }) => id ?? []));
    },
  },
  {
    id: 'history.cursor-continues/orders-far-behind-the-first-page',
    collection: 'orderHistory',
    words: 'orders',
    kept: 'history.closed-orders',
    needs: { claims: ['orderHistory', 'cancelOrder'], requests: ['cancelOrder'] },
    rows: { standard: 44, thorough: 131 },
    async make(t, events, count) {
      const orders = await t.account.orders(count);
      const placed = await Promise.all(orders.map((order) => t.account.openOrder(order, { events })));
      await Promise.all(placed.map(({ orderId }) => cancelled(t, orderId, events)));
      return placed.map(({ orderId }) => orderId);
    },
  },
];
const AT_ONCE = 11;

for (const { id, collection, words, kept, needs, rows, make } of COLLECTIONS) {
  scenario({
    id,
    title: `returns each of several dozen ${words} once wherever a page ends, also under a filter`,
    requirements: [kept],
    purposes: [60],
    needs,
    effort: 'standard',
    async run(t) {
      const wanted = t.effort === 'thorough' ? rows.thorough : rows.standard;
      const before = itemsOf(await walk(t, collection)).length;
      const isLong = before > MOST_ROWS || latelyOf(t.account, collection).from !== undefined;
      const events = await t.account.transactions();
      const ids: string[] = [];
      let made = 0;
      for (const missing = isLong ? wanted : wanted - before; made < missing; ) {
        const count = Math.min(AT_ONCE, missing - made);
        ids.push(...(await make(t, events, count)));
        made += count;
      }
      const whole = await pagesWith(t, collection, ids);
      t.expect.none(missingFrom(whole, ids), `all ${ids.length} ${words} of the events`, {
        evidence: whole,
        requirement: kept,
      });
      let judged = isLong ? 0 : await expectEachOnce(t, { collection, filter: {}, made, walks: SIZES });
      for (const filter of [
        { from: filterTime(t.account.sinceMs - SLACK_MS) },
        ...(isLong ? [] : [{ to: filterTime(t.nowMs() + DAY_MS) }]),
      ]) {
        if (!takesFilter(t.account, collection, filter)) continue;
        judged += await expectEachOnce(t, { collection, filter, made, walks: FILTERED });
      }
      if (judged > 0) return;
      t.notApplicable(
        `the target takes no such limits, or returns all ${words} on one page although fewer were asked for`,
      );
    },
  });
}

interface Listing {
  readonly collection: Collection;
  readonly filter: Partial<RequestParams>;
  /** How many rows the check made, each of which it lists. */
  readonly made: number;
  /** The sizes of the pages of each walk over it. */
  readonly walks: readonly (readonly number[])[];
}

/** How many of the walks had pages to follow. */
async function expectEachOnce(t: CheckContext, { collection, filter, made, walks }: Listing): Promise<number> {
  // By pages as large as the target has them. What comes meanwhile may be in the walks after it, but need not.
  const large = await eventually(
    t,
    async () => (await follow(t, collection, [undefined], filter)) ?? [],
    (pages) => itemsOf(pages).length >= made,
  );
  const rows = idsOf(large);
  if (large.every(({ items }) => items.length === 0)) {
    t.inconclusive(`${collection} is empty, so nothing can be paged through`, large);
  }
  if (rows.length === 0) t.inconclusive(`${collection} shows no identifiers; bind them in the dialect`, large);
  let judged = 0;
  for (const sizes of walks) {
    const pages = await readSettled(
      t,
      () => follow(t, collection, sizes, filter),
      (found) => found === undefined || found.length < 2 || isEachOnce(found, rows),
    );
    if (pages === undefined || pages.length < 2) continue;
    judged += 1;
    const counts = new Map<string, number>();
    for (const id of idsOf(pages)) counts.set(id, (counts.get(id) ?? 0) + 1);
    const wrong = rows.filter((id) => counts.get(id) !== 1);
    const filters = Object.keys(filter).length === 0 ? '' : `, asked for by ${Object.keys(filter).join()}`;
    t.expect.that(wrong.length === 0, {
      expected: `each of ${rows.length} rows once over pages of ${sizes.join(', ')}${filters}`,
      actual: `${wrong.length} of them otherwise, such as ${wrong[0]}: ${counts.get(wrong[0] ?? '') ?? 0} times`,
      evidence: [...pages.filter(({ items }) => items.some(({ id }) => wrong.includes(id ?? ''))), ...large].slice(
        0,
        20,
      ),
    });
  }
  return judged;
}

/** Every page, as long as cursors lead on to other rows; undefined where the target refuses such a limit, as it may. */
async function follow(
  t: CheckContext,
  collection: Collection,
  sizes: readonly (number | undefined)[],
  filter: Partial<RequestParams>,
): Promise<readonly Page[] | undefined> {
  const sized = (n: number): Partial<RequestParams> => {
    const limit = sizes[n % sizes.length];
    return limit === undefined ? {} : { limit };
  };
  const pages: Page[] = [];
  for (let cursor: string | undefined; pages.length === 0 || cursor !== undefined; ) {
    if (pages.length > MOST_PAGES) t.inconclusive(`${collection} has more than ${MOST_PAGES} pages`, pages.slice(-1));
    const asked = {
      ...sized(pages.length),
      ...(cursor === undefined ? filter : { ...besideCursors(t, collection, filter), cursor }),
    };
    const exchange = await t.account.request(collection, asked);
    if (exchange.answer?.status === 400) return undefined;
    const page = readPage(t, collection, exchange);
    const shown = new Set(idsOf(pages));
    pages.push(page);
    // Cursors may lead in a circle, whose rows are no others.
    cursor = idsOf([page]).some((id) => shown.has(id)) ? undefined : page.cursor;
  }
  return pages;
}
