// How often requests were really executed: the difference that they made to the trading state, seen behind a causal barrier.
// Differences work on accounts that were not empty; openings are counted by volume, since a target may net its positions.
import {
  add,
  type Decimal,
  multiply,
  parseDecimal,
  readDecimal,
  subtract,
  toText,
} from '../../toolkit/decimal/index.js';
import type { TradingStateView } from '../../toolkit/profile/views.js';
import type { Account, CheckContext, ExpectOptions } from './context.js';

const ZERO = parseDecimal('0');

export interface Executions {
  /** Judges that since `countFrom` the calls under test were executed this many times. Places one order as the barrier. */
  expect(
    executed: { readonly orders?: number; readonly openings?: number; readonly volume?: string },
    options?: ExpectOptions,
  ): Promise<void>;
}

/** Remembers the trading state of the account; the account must be the check's own. */
export async function countFrom(t: CheckContext, account: Account = t.account): Promise<Executions> {
  const before = await account.state();
  const ordersBefore = openOrders(t, before, before.record);
  return {
    async expect({ orders = 0, openings = 0, volume = '0' }, options) {
      await account.openOrder();
      const after = await account.state();
      const placed = openOrders(t, after, after.record) - ordersBefore - 1;
      const opened = subtract(openVolume(t, after, after.record), openVolume(t, before, before.record));
      const expected = multiply(parseDecimal(String(openings)), parseDecimal(volume));
      t.expect.that(
        placed === orders && toPlain(opened) === toPlain(expected),
        {
          expected: `${orders} more open orders and ${toPlain(expected)} more open volume`,
          actual: `${placed} more open orders and ${toPlain(opened)} more open volume`,
          evidence: [after.record, before.record],
        },
        options,
      );
    },
  };
}

/** Main orders: whether a snapshot shows stop loss and take profit as orders of their own is open (interface 6.1, rule 3). */
function openOrders(t: CheckContext, state: TradingStateView, record: number): number {
  const orders =
    state.orders ?? t.inconclusive('the snapshot shows no list of open orders; bind it in the dialect', [record]);
  return orders.filter(({ type }) => t.dialect.meaning('orderType', type ?? null) !== 'sltp').length;
}

function openVolume(t: CheckContext, state: TradingStateView, record: number): Decimal {
  const positions =
    state.positions ?? t.inconclusive('the snapshot shows no list of positions; bind it in the dialect', [record]);
  return positions.reduce<Decimal>((sum, position) => {
    const volume = typeof position.volume === 'string' ? readDecimal(position.volume) : undefined;
    return add(
      sum,
      volume ?? t.inconclusive('a position shows no volume as a decimal; bind it in the dialect', [record]),
    );
  }, ZERO);
}

/** Without trailing zeros, so that sums of different spellings compare equal. */
function toPlain(value: Decimal): string {
  const text = toText(value);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
