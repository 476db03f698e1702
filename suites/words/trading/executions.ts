// How often requests were really executed: the difference that they made to the trading state, seen behind a causal barrier.
// Differences work on accounts that were not empty; openings are counted by net volume, since a target may net its positions.
import {
  add,
  type Decimal,
  equals,
  magnitude,
  multiply,
  parseDecimal,
  subtract,
  toPlainText,
} from '../../../toolkit/decimal/index.js';
import type { JournalRecord } from '../../../toolkit/journal/record.js';
import { memberOf } from '../../../toolkit/payload/json-kind.js';
import { isNegativeStatus } from '../../../toolkit/payload/vocabulary.js';
import type { OrderView, TradingStateView } from '../../../toolkit/profile/dialect/views.js';
import type { Account, CheckContext, ExpectOptions, Fact, Recorded } from '../../runner/context.js';
import { readUntil } from '../../runner/live/patience.js';
import { unlisted } from '../../runner/unlisted.js';
import { sizeOf } from '../figures.js';
import { doneByOthers } from './done-by-others.js';
import { executed } from './executed-words.js';

const ZERO = parseDecimal('0');

export interface Executions {
  /**
   * Judges that since `countFrom` the calls under test were executed this many times. Causes one order, or one position, as the barrier.
   */
  expect(
    executed: { readonly orders?: number; readonly openings?: number; readonly volume?: string },
    options?: ExpectOptions,
  ): Promise<void>;
}

/** Remembers the trading state of the account; the account must be the check's own. */
export async function countFrom(t: CheckContext, account: Account = t.account): Promise<Executions> {
  // What set-up has left under way would be counted with what comes after it.
  await account.settleAll();
  const before = await account.state();
  openOrders(t, before, before.record);
  return {
    async expect({ orders = 0, openings = 0, volume = '0' }, options) {
      await account.settleAll();
      const mark = await account.mark(orders > 0);
      const expected = multiply(parseDecimal(String(openings)), parseDecimal(volume));
      const marked = add(netVolume(t, before, before.record), parseDecimal(mark.bought));
      const count = (after: Recorded<TradingStateView>) => {
        const grown = subtract(netVolume(t, after, after.record), marked);
        const others = doneByOthers(t, account, before);
        const placed = placedSince(t, before, after, others.orders) - mark.orders;
        const opened = openedBeside(others.traded, grown, expected);
        const isMore = placed > orders || subtract(expected, opened).coefficient < 0n;
        // The market may fill an opening in part: less is enough where there is a position for each.
        const isPartly =
          openings > 0 &&
          opened.coefficient !== 0n &&
          openedSince(before, after, others.positions) === openings + Number(mark.bought !== '0');
        const isWhole = isPartly || toPlainText(opened) === toPlainText(expected);
        const { alike, ended } = others;
        return { after, placed, opened, isMore, alike, ended, holds: placed === orders && !isMore && isWhole };
      };
      let counted = count(await account.state());
      if (!counted.holds) {
        // What others did may be in the snapshot before its event has come; once more one read tells that it has.
        await account.state();
        counted = count(counted.after);
      }
      if (!counted.holds) {
        // A market order may be executed by and by, and is open until the last part of it.
        const again = async () => count(await account.state());
        counted = await readUntil(again, ({ holds }) => holds, { withinMs: t.timing.quietMs, signal: t.signal });
      }
      const { after, placed, opened, isMore, alike, ended, holds } = counted;
      if (!holds && alike.length > 0 && account.hasCompany) {
        t.inconclusive('somebody else does the like on the account, under keys of their own or none', alike);
      }
      if (!holds && !isMore && ended.length > 0) {
        t.inconclusive('an order of the check was ended by an operation of somebody else', ended);
      }
      const unsuccessful = holds || isMore ? undefined : unsuccessfulSince(t, account, before);
      if (unsuccessful) t.inconclusive('an operation that was acknowledged ended without success', [unsuccessful.i]);
      t.expect.that(
        holds,
        {
          expected: executed(orders, toPlainText(expected)),
          actual: executed(placed, toPlainText(opened)),
          evidence: [after.record, before.record],
          shown: [
            ...shownOrders(t, before, after, orders + mark.orders),
            shownVolume(t, before, netVolume(t, before, before.record)),
            shownVolume(t, after, add(marked, expected)),
          ],
        },
        options,
      );
    },
  };
}

/** The first record of an operation of the account that ended without success (interface 7.2): its execution is not missing. */
function unsuccessfulSince(
  t: CheckContext,
  { id }: Account,
  { record }: { readonly record: number },
): JournalRecord | undefined {
  return t.records().find(({ i, account, parsed }) => {
    const view = memberOf(parsed, 'view');
    const result = memberOf(view, 'status') ?? memberOf(view, 'state');
    return i > record && account === id && isNegativeStatus(result);
  });
}

/** Orders that have come since then and are nobody else's; by their number where they have no identifiers. */
function placedSince(
  t: CheckContext,
  before: Recorded<TradingStateView>,
  after: Recorded<TradingStateView>,
  others: ReadonlySet<string>,
): number {
  const earlier = openOrders(t, before, before.record);
  const known = new Set(earlier.map(({ id }) => id));
  const later = openOrders(t, after, after.record);
  if (known.has(undefined) || later.some(({ id }) => id === undefined)) return later.length - earlier.length;
  return later.filter(({ id = '' }) => !known.has(id) && !others.has(id)).length;
}

/** The new main orders, told by their identifiers. */
function shownOrders(
  t: CheckContext,
  before: Recorded<TradingStateView>,
  after: Recorded<TradingStateView>,
  count: number,
): readonly Fact[] {
  const earlier = openOrders(t, before, before.record).map(({ id = null }) => id);
  const main = openOrders(t, after, after.record);
  const beside = (after.orders ?? []).filter((order) => !main.includes(order)).map(({ id = null }) => id);
  const others = { member: 'id', predicate: 'notOneOf', expected: [...new Set([...earlier, ...beside])] };
  return [
    ...earlier.map((id): Fact => [before, '/view/orders', 'some', { member: 'id', predicate: 'equals', expected: id }]),
    [after, '/view/orders', 'count', { ...others, count }],
  ];
}

function shownVolume(t: CheckContext, state: Recorded<TradingStateView>, net: Decimal): Fact {
  const sides = (state.positions ?? []).map(({ side = null }) => side);
  const words = [...new Set(sides.filter((side) => t.dialect.meaning('side', side) === 'sell'))];
  const operand = { member: 'volume', less: { member: 'side', words }, expected: toPlainText(net) };
  return [state, '/view/positions', 'netIs', operand];
}

/** Positions that have come since then and are nobody else's. */
function openedSince(before: TradingStateView, after: TradingStateView, others: ReadonlySet<string>): number {
  const known = new Set(before.positions?.map(({ id }) => id));
  return after.positions?.filter(({ id }) => id !== undefined && !known.has(id) && !others.has(id)).length ?? 0;
}

/**
 * Of what the net volume has grown, what is not theirs. Snapshots come on connections of their own, so that the first may show deals whose
 * events come later on another, and the last may have been made before deals whose events came first (interface 6.4): any stretch of them.
 */
function openedBeside(theirs: readonly Decimal[], grown: Decimal, expected: Decimal): Decimal {
  const ownAfter = (deals: readonly Decimal[]): Decimal => magnitude(deals.reduce(subtract, grown));
  const isExpected = (own: Decimal): boolean => equals(own, expected);
  for (let first = 0; first <= theirs.length; first += 1) {
    for (let end = first; end <= theirs.length; end += 1) {
      const own = ownAfter(theirs.slice(first, end));
      if (isExpected(own)) return own;
    }
  }
  return ownAfter(theirs);
}

/** Main orders: whether a snapshot shows stop loss and take profit as orders of their own is open (interface 6.1, rule 3). */
function openOrders(t: CheckContext, state: TradingStateView, record: number): readonly OrderView[] {
  const orders = state.orders ?? t.inconclusive(unlisted('the snapshot', 'orders'), [record]);
  return orders.filter(({ type }) => t.dialect.meaning('orderType', type ?? null) !== 'sltp');
}

/** Sold volume counts against bought volume: an opening makes a netted position of the other side smaller. */
function netVolume(t: CheckContext, state: TradingStateView, record: number): Decimal {
  const positions = state.positions ?? t.inconclusive(unlisted('the snapshot', 'positions'), [record]);
  return positions.reduce<Decimal>((sum, position) => {
    const known =
      sizeOf(position.volume) ??
      t.inconclusive('a position shows no volume as a decimal; bind it in the dialect', [record]);
    const isSold = t.dialect.meaning('side', position.side ?? null) === 'sell';
    return isSold ? subtract(sum, known) : add(sum, known);
  }, ZERO);
}
