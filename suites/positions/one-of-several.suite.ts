// One of two positions, and one of two orders, on the same instrument (interface 1, rule 2; 3): what ends, or ends in part, is the one that
// is named; the other goes on as it was, in every view, and ends in its turn. Where a target keeps one position for an instrument there
// are no two.
import { readDecimal } from '../../toolkit/decimal/index.js';
import type { OrderView, TradingStateView } from '../../toolkit/profile/dialect/views.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, OrderWish, ReceivedOf } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { differ, same } from '../words/figures.js';
import type { Transactions } from '../words/streams/event-of.js';
import { lastRecord } from '../words/streams/last-record.js';
import { cancelled } from '../words/trading/cancelled.js';
import { partedVolume } from '../words/trading/parted-volume.js';

type Sides = readonly ['buy' | 'sell', 'buy' | 'sell'];

interface Case {
  readonly id: CheckId;
  readonly words: string;
  readonly sides: Sides;
  /** Which of the two is named. */
  readonly named: 0 | 1;
  readonly isPartial?: true;
}

const CASES: readonly Case[] = [
  {
    id: 'positions.closed-not-open/older-of-two-on-one-instrument',
    words: 'the older of two on one instrument',
    sides: ['buy', 'buy'],
    named: 0,
  },
  {
    id: 'positions.closed-not-open/newer-of-two-on-one-instrument',
    words: 'the newer of two on one instrument',
    sides: ['sell', 'sell'],
    named: 1,
  },
  {
    id: 'positions.closed-not-open/one-of-opposite-sides',
    words: 'one of two on opposite sides of one instrument',
    sides: ['buy', 'sell'],
    named: 0,
  },
  {
    id: 'positions.partial-close-volume/one-of-two-on-one-instrument',
    words: 'a part of one of two on one instrument',
    sides: ['buy', 'buy'],
    named: 1,
    isPartial: true,
  },
];

for (const { id, words, sides, named: at, isPartial = false } of CASES) {
  scenario({
    id,
    title: `closes ${words}, and leaves the other as it was until it is closed itself`,
    requirements: ['domain.open-positions-in-snapshot'],
    needs: { claims: ['positions', 'closePosition'] },
    async run(t) {
      const events = await t.account.transactions();
      const { ids, part } = await two(t, sides);
      const [named, other] = at === 0 ? ids : [ids[1], ids[0]];
      const before = await t.account.state();
      const after = lastRecord(events);
      const close = await t.account.closePosition(named, isPartial ? part : undefined);
      const state = await t.account.state();
      const isThere = volumeOf(state, other) !== undefined;
      requireUntouched(t, events, { other, named, after, isThere, by: close?.operationId });
      const had = volumeOf(before, other) ?? t.inconclusive('the snapshot shows no volumes of positions', [before]);
      t.expect.lists(state, 'positions', other, { also: ['domain.open-positions-in-snapshot'] });
      t.expect.that(same(volumeOf(state, other), had), {
        expected: `position ${other} with volume ${had}, as before`,
        actual: String(volumeOf(state, other)),
        evidence: [state, before],
      });
      if (!isPartial) expectGone(t, state, named);
      else t.expect.lists(state, 'positions', named);
      await t.account.closePosition(other);
      expectGone(t, await t.account.state(), other);
    },
  });
}

/** Set-up: two positions that the target keeps apart, each of twice the volume that may be closed of it. */
async function two(
  t: CheckContext,
  sides: Sides,
): Promise<{ readonly ids: readonly [string, string]; readonly part: string }> {
  const part = String((await t.account.order()).volume);
  const volume = partedVolume(await t.account.conditions(), part, 6, 3);
  const open = async (wish: OrderWish): Promise<string> =>
    (await t.account.openPosition({ ...wish, volume })).positionId;
  const ids = [await open({ side: sides[0] }), await open({ side: sides[1] })] as const;
  const state = await t.account.state();
  const isApart = ids[0] !== ids[1] && ids.every((id) => state.positions?.some((one) => one.id === id) === true);
  return isApart ? { ids, part } : t.notApplicable('the target keeps one position for an instrument');
}

function volumeOf({ positions = [] }: TradingStateView, id: string): string | undefined {
  const volume = positions.find((one) => one.id === id)?.volume;
  return typeof volume === 'string' && readDecimal(volume)?.coefficient !== 0n ? volume : undefined;
}

/** The target may go on listing it with nothing left. */
function expectGone(t: CheckContext, state: TradingStateView & { readonly record: number }, id: string): void {
  t.expect.that(volumeOf(state, id) === undefined, {
    expected: `position ${id} closed`,
    actual: `open with volume ${volumeOf(state, id)}`,
    evidence: [state],
    shown: [[state, '/view/positions', 'none', { member: 'id', predicate: 'equals', expected: id }]],
  });
}

/** What the market or somebody else closed has an event of its own, which is not of the operation that was to close the named one. */
function requireUntouched(
  t: CheckContext,
  events: Transactions,
  {
    other,
    named,
    after,
    isThere,
    by,
  }: {
    readonly other: string;
    readonly named: string;
    readonly after: number;
    readonly isThere: boolean;
    readonly by: string | undefined;
  },
): void {
  const touches = ({ view }: ReceivedOf<'transaction_event'>, id: string): boolean =>
    view.positions?.some((one) => one.id === id) === true;
  const isOurs = ({ view }: ReceivedOf<'transaction_event'>): boolean => by !== undefined && view.operationId === by;
  const [theirs] = events.of('transaction_event', {
    after,
    where: (event) => touches(event, other) && !touches(event, named) && !isOurs(event),
  });
  if (!isThere && theirs !== undefined) t.inconclusive('something else ended the other position meanwhile', [theirs]);
}

for (const { id, words, wishes } of [
  {
    id: 'domain.open-orders-in-snapshot/one-of-two-cancelled',
    words: 'one of two alike',
    wishes: [{}, {}],
  },
  {
    id: 'domain.open-orders-in-snapshot/one-of-opposite-sides-cancelled',
    words: 'one of two on opposite sides',
    wishes: [{ side: 'sell' }, { side: 'buy' }],
  },
  {
    id: 'domain.open-orders-in-snapshot/one-of-two-types-cancelled',
    words: 'one of a limit and a stop order',
    wishes: [{ type: 'stop' }, { type: 'limit' }],
  },
] as const satisfies readonly { id: CheckId; words: string; wishes: readonly [OrderWish, OrderWish] }[]) {
  scenario({
    id,
    title: `keeps the other order open, as it was, when ${words} on one instrument is cancelled`,
    requirements: ['domain.closed-not-in-snapshot'],
    needs: { claims: ['cancelOrder'], requests: ['cancelOrder'] },
    async run(t) {
      const [first, second] = [await t.account.openOrder(wishes[0]), await t.account.openOrder(wishes[1])];
      const before = await t.account.state();
      await cancelled(t, first.orderId);
      const state = await t.account.state();
      t.expect.lists(state, 'orders', second.orderId);
      const [was, is] = [shownOf(before, second.orderId), shownOf(state, second.orderId)];
      t.expect.that(!(differ(is.price, was.price) || differ(is.volume, was.volume)), {
        expected: `price ${String(was.price)}, volume ${String(was.volume)}`,
        actual: `price ${String(is.price)}, volume ${String(is.volume)}`,
        evidence: [state, before],
      });
      t.expect.listsNot(state, 'orders', first.orderId, { requirement: 'domain.closed-not-in-snapshot' });
      await cancelled(t, second.orderId);
      t.expect.listsNot(await t.account.state(), 'orders', second.orderId, {
        requirement: 'domain.closed-not-in-snapshot',
      });
    },
  });
}

function shownOf({ orders = [] }: TradingStateView, id: string): Pick<OrderView, 'price' | 'volume'> {
  return orders.find((one) => one.id === id) ?? {};
}
