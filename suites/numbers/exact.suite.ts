// Volumes and prices come back with exactly the value that was sent (interface 1, rule 6), with the digits of their instrument and not
// those of the account currency, at every magnitude. Padding and spelling are open, so values are compared as decimals.
import {
  add,
  compare,
  type Decimal,
  increment,
  parseDecimal,
  rescale,
  toPlainText,
  toText,
} from '../../toolkit/decimal/index.js';
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { Account, CheckContext, Events } from '../runner/context.js';
import { property, scenario } from '../runner/registry.js';
import { onAccountOf } from '../words/account-of-currency.js';
import { onFinerInstrument } from '../words/finer-instrument.js';
import { mainOrderIndex } from '../words/trading/main-order.js';
import { mayPlaceLargeOrders } from '../words/trading/order-load.js';
import { digitsOf, withDigits } from '../words/trading/price-digits.js';
import { type Grid, gridOf, isOnGrid } from '../words/trading/volumes.js';

type Figure = 'volume' | 'price';

/** Places the order; where it succeeds and shows the figure, the figure must be the one that was sent. Tells whether it was judged. */
async function expectSame(
  t: CheckContext,
  account: Account,
  events: Events,
  params: RequestParams,
  figures: readonly Figure[] = ['volume', 'price'],
): Promise<boolean> {
  const submission = await account.submit(params);
  const event = submission.accepted ? await events.resultOf(submission) : undefined;
  if (event?.view.status !== 'success') return false;
  const orders = event.view.orders ?? [];
  const index = mainOrderIndex(t, orders);
  const shown = figures.filter((member) => typeof orders[index]?.[member] === 'string');
  for (const member of shown)
    t.expect.at(event, `/view/orders/${index}/${member}`, 'sameDecimal', params[member] ?? null);
  return shown.length > 0;
}

const JUDGED = 'an order with such a figure succeeded and showed it';

property({
  id: 'numbers.decimals-exact/orders-at-any-magnitude',
  title: 'shows the very volume and price that were sent, whatever their magnitude',
  needs: { accounts: 0 },
  sometimes: [JUDGED],
  async run(t) {
    await t.property(
      (fc) => [
        fc.nat(),
        // Where between the bounds, in parts of a million: both ends come often.
        fc.oneof(fc.constantFrom(0, 1, 999_999, 1_000_000), fc.integer({ min: 0, max: 1_000_000 })),
        fc.bigInt({ min: 1n, max: 999_999n }),
        fc.boolean(),
      ],
      async ({ account }, pick, share, points, isTiny) => {
        const instrument = account.instrument(pick % account.instruments.length);
        const conditions = await account.conditions(instrument.name);
        const [grid, digits] = [gridOf(conditions), digitsOf(conditions)];
        if (grid === undefined || digits === undefined) {
          return t.inconclusive('the conditions show no bounds, step and digits', [conditions]);
        }
        const base = await account.order({ instrument });
        // Below the market a buy limit rests at any price; the smallest has as many digits as there can be.
        const price = isTiny
          ? toText({ ...increment(digits), coefficient: points })
          : toText(add(parseDecimal(String(base.price)), { ...increment(digits), coefficient: -(points % 997n) }));
        const volume = volumeAt(mayPlaceLargeOrders(t) ? share : share % 1000, grid);
        if (!isResting(price, base.price)) return;
        const events = await account.transactions();
        if (await expectSame(t, account, events, { ...base, price, volume })) t.occurred(JUDGED);
        else if (await expectSame(t, account, events, { ...base, price })) t.occurred(JUDGED);
      },
      { runs: 8, examples: [[0, 0, 1n, false]] },
    );
  },
});

/** A volume on the grid by both readings of its origin, at that share of the way from the minimum to the maximum. */
function volumeAt(share: number, grid: Grid): string {
  const { min, max, step } = grid;
  const scale = Math.max(min.scale, max.scale, step.scale);
  const units = (value: Decimal): bigint => rescale(value, scale);
  const steps = (((units(max) - units(min)) / units(step)) * BigInt(share)) / 1_000_000n;
  const volume = { coefficient: units(min) + steps * units(step), scale };
  return toPlainText(isOnGrid(volume, grid) === true && compare(volume, max) <= 0 ? volume : min);
}

function isResting(price: string, limit: unknown): boolean {
  const [value, most] = [parseDecimal(price), parseDecimal(String(limit))];
  return value.coefficient > 0n && compare(value, most) <= 0;
}

scenario({
  id: 'numbers.price-precision-by-instrument/last-digit',
  title: 'keeps the last digit of a price that has more digits than the account currency',
  needs: { accounts: 0 },
  async run(t) {
    await onFinerInstrument(t, async ({ account, instrument, digits }) => {
      const order = await account.order({ instrument });
      const price = withDigits(order.price, digits, 7);
      const events = await account.transactions();
      if (!(await expectSame(t, account, events, { ...order, price }, ['price']))) {
        t.inconclusive('the order did not succeed, or its event shows no price');
      }
    });
  },
});

scenario({
  id: 'numbers.volume-precision-by-instrument/every-instrument',
  title: 'keeps the volume of an order on each instrument, whatever digits its steps have',
  async run(t) {
    const events = await t.account.transactions();
    let judged = 0;
    for (const instrument of t.account.instruments) {
      const grid = gridOf(await t.account.conditions(instrument.name));
      if (grid === undefined) continue;
      const order = { ...(await t.account.order({ instrument })), volume: volumeAt(200, grid) };
      if (await expectSame(t, t.account, events, order, ['volume'])) judged += 1;
    }
    if (judged === 0) t.inconclusive('no order succeeded and showed its volume');
  },
});

scenario({
  id: 'numbers.money-rounded/currency-without-decimals',
  title: 'shows no decimals in an account whose currency has none',
  needs: { accounts: 0, readOnly: true },
  async run(t) {
    await onAccountOf(t, { code: 'JPY', digits: 0 }, async (account) => {
      const state = await account.state();
      t.expect.at(state, '/view/accountState/balance', 'fractionDigitsAtMost', 0);
      t.expect.at(state, '/view/accountState/equity', 'fractionDigitsAtMost', 0);
    });
  },
});
