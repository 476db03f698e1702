// Turns of the calendar (interface 1, rules 2, 3 and 4): what was open before midnight is open after it, what has ended stands in history
// in the order in which it ended, and every moment is that of UTC: late in the evening, after midnight, at the end of a year, in summer.
// A target whose clock cannot be moved shows all that once a day at most.
import { isSuccessful } from '../../toolkit/base/is-successful.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { expectNow, momentOf } from '../words/moment.js';
import { type Collection, itemsOf, pagesWith } from '../words/pages.js';
import { openingOn, type Transactions } from '../words/streams/event-of.js';
import { cancelled } from '../words/trading/cancelled.js';
import { mainOrderIndex } from '../words/trading/main-order.js';
import { expectInHistory } from './aftermath/lenient-expectations.js';
import { expectPositionsKept, openAndClosedPositions } from './standing/open-positions.js';
import { expectStillOpen, restingOrders } from './standing/resting-orders.js';

const DAY_MS = 86_400_000;
/** As long before the turn, and behind it, as what is done on either side takes at most. */
const BESIDE_MS = 20_000;

const TURNS: readonly { readonly id: CheckId; readonly words: string; readonly next: (now: Date) => number }[] = [
  {
    id: 'time.moment-is-utc/turn-of-the-day',
    words: 'the turn of a day',
    next: (now) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()) + DAY_MS,
  },
  {
    id: 'time.moment-is-utc/turn-of-the-year',
    words: 'the turn of a year',
    next: (now) => Date.UTC(now.getUTCFullYear() + 1, 0, 1),
  },
  {
    id: 'time.moment-is-utc/in-summer',
    words: 'the turn of a month in summer',
    next: (now) => Date.UTC(now.getUTCFullYear() + (now.getUTCMonth() < 6 ? 0 : 1), 6, 1),
  },
];

/** Identifiers of what has ended or was dealt on one side of the turn. */
type Ended = Readonly<Record<Collection, readonly string[]>>;

for (const { id, words, next } of TURNS) {
  scenario({
    id,
    title: `shows the moment in UTC on both sides of ${words}, and keeps what is open and what has ended`,
    requirements: [
      'domain.open-orders-in-snapshot',
      'domain.open-positions-in-snapshot',
      'domain.closed-not-in-snapshot',
      'orders.parameters-kept',
      'history.closed-orders',
      'history.deals',
      'history.orders-ascending',
      'history.deals-ascending',
    ],
    needs: {
      claims: ['positions', 'closePosition', 'cancelOrder'],
      requests: ['cancelOrder'],
      control: ['clock.advance'],
    },
    effort: 'standard',
    async run(t) {
      const turnMs = next(new Date(t.nowMs() + BESIDE_MS));
      await moveTo(t, turnMs - BESIDE_MS);
      const events = await t.account.transactions();
      const orders = await restingOrders(t, events);
      const positions = await openAndClosedPositions(t, events);
      const before = await endedNow(t, events);
      await moveTo(t, turnMs + BESIDE_MS);
      const after = await endedNow(t, events);
      await expectStillOpen(t, events, orders, { requirement: 'domain.open-orders-in-snapshot' });
      await expectPositionsKept(t, events, positions, { requirement: 'domain.open-positions-in-snapshot' });
      await expectInTurn(t, 'orderHistory', before, after);
      await expectInTurn(t, 'dealHistory', before, after);
    },
  });
}

/** A key may have an end, and the clock that requests are verified by may stay where it is: nothing can be judged by such a target then. */
async function moveTo(t: CheckContext, ms: number): Promise<void> {
  const byMs = Math.round(ms - t.nowMs());
  if (byMs > 0) await t.control('clock.advance', { ms: String(byMs) });
  const read = await t.account.request('account');
  const isRead = isSuccessful(read.answer?.status ?? 0);
  if (!isRead) t.inconclusive('a signed read is refused once the clock has moved', [read]);
}

/** An order that is placed and cancelled, and a deal; judges the moments that are told of them. */
async function endedNow(t: CheckContext, events: Transactions): Promise<Ended> {
  const { orderId, submission } = await t.account.openOrder({}, { events });
  const placed = await events.awaitResultOf(submission, 'success');
  expectNow(t, placed.view.orders?.[mainOrderIndex(t, placed.view.orders, orderId)]?.time, placed);
  // Where positions are netted it would change the one that stays open, on the same instrument.
  const instrument = t.account.instrument(t.account.instruments.length - 1);
  const { opened } = await openingOn(t, events, { instrument });
  const { deals = [] } = opened.view;
  expectNow(t, deals[0]?.time, opened);
  await cancelled(t, orderId, events);
  return { orderHistory: [orderId], dealHistory: deals.flatMap((deal) => deal.id ?? []) };
}

/** Judges that history has what ended on either side, in that order, and shows when: within the minutes around the turn. */
async function expectInTurn(t: CheckContext, collection: Collection, before: Ended, after: Ended): Promise<void> {
  if (!t.dialect.has(collection)) return;
  const word = collection === 'orderHistory' ? 'orders' : 'deals';
  const ids = [...before[collection], ...after[collection]];
  const requirement = collection === 'orderHistory' ? 'history.closed-orders' : 'history.deals';
  await expectInHistory(t, collection, ids, { requirement });
  const pages = await pagesWith(t, collection, ids);
  const rows = itemsOf(pages).filter(({ id }) => id !== undefined && ids.includes(id));
  for (const { time } of rows) {
    if (momentOf(time) !== undefined) expectNow(t, time, pages[0]?.record ?? 0);
  }
  const isLater = ({ id }: { readonly id?: string }): boolean => after[collection].includes(id ?? '');
  const isAscending = t.stated(collection).order === 'ascending';
  const inTurn = isAscending ? rows : rows.toReversed();
  t.expect.that(
    inTurn.findLastIndex((row) => !isLater(row)) < inTurn.findIndex(isLater),
    {
      expected: `the ${word} from before midnight ${isAscending ? 'before' : 'behind'} those after it`,
      actual: `${rows.map((row) => `${row.id} ${isLater(row) ? 'after' : 'before'} it`).join(', ')}`,
      evidence: pages,
    },
    { requirement: `history.${word}-ascending` },
  );
}
