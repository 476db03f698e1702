// Volumes and prices come back with exactly the value that was sent (interface 1, rule 6), with the digits of their instrument and not
// those of the account currency, at every magnitude. Padding and spelling are open, so values are compared as decimals.
import {
  add,
  compare,
  type Decimal,
  increment,
  isMultipleOf,
  multiply,
  parseDecimal,
  readDecimal,
  toText,
} from '../../toolkit/decimal/index.js';
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { ConditionsView } from '../../toolkit/profile/dialect/views.js';
import type { Account, CheckContext, Events } from '../runner/context.js';
import { property, scenario } from '../runner/registry.js';
import { onAccountOf } from '../words/account-of-currency.js';
import { mayPlaceLargeOrders } from '../words/trading/large-orders.js';
import { mainOrderIndex } from '../words/trading/main-order.js';

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
    t.expect.at(event.record, `/view/orders/${index}/${member}`, 'sameDecimal', params[member] ?? null);
  return shown.length > 0;
}

function decimalOf(value: unknown): Decimal | undefined {
  const read = typeof value === 'string' ? readDecimal(value) : undefined;
  return read !== undefined && read.coefficient > 0n ? read : undefined;
}

function digitsOf({ pointDigits }: ConditionsView): number | undefined {
  const digits = Number(pointDigits ?? Number.NaN);
  return Number.isInteger(digits) && digits >= 0 && digits <= 20 ? digits : undefined;
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
        const [min, max, step] = [conditions.volumeMin, conditions.volumeMax, conditions.volumeStep].map(decimalOf);
        const digits = digitsOf(conditions);
        if (min === undefined || max === undefined || step === undefined || digits === undefined)
          return t.inconclusive('the conditions show no bounds, step and digits', [conditions.record]);
        const base = await account.order({ instrument });
        // Below the market a buy limit rests at any price; the smallest has as many digits as there can be.
        const price = isTiny
          ? toText({ ...increment(digits), coefficient: points })
          : toText(add(parseDecimal(String(base.price)), { ...increment(digits), coefficient: -(points % 997n) }));
        const volume = volumeAt(mayPlaceLargeOrders(t) ? share : share % 1000, min, max, step);
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
function volumeAt(share: number, min: Decimal, max: Decimal, step: Decimal): string {
  const scale = Math.max(min.scale, max.scale, step.scale);
  const units = (value: Decimal): bigint =>
    multiply(value, { coefficient: 10n ** BigInt(scale - value.scale), scale: 0 }).coefficient;
  const steps = (((units(max) - units(min)) / units(step)) * BigInt(share)) / 1_000_000n;
  const volume = { coefficient: units(min) + steps * units(step), scale };
  const fits = isMultipleOf(volume, step) && isMultipleOf(volume, step, min) && compare(volume, max) <= 0;
  return toText(fits ? volume : min);
}

function isResting(price: string, limit: unknown): boolean {
  const [value, most] = [parseDecimal(price), parseDecimal(String(limit))];
  return value.coefficient > 0n && compare(value, most) <= 0;
}

/** The most digits beyond those of the currency that any instrument of the profile has. */
async function finest(
  t: CheckContext,
): Promise<{ readonly instrument: Account['instruments'][number]; readonly digits: number } | undefined> {
  const read = await Promise.all(
    t.account.instruments.map(async (instrument) => ({
      instrument,
      digits: digitsOf(await t.account.conditions(instrument.name)) ?? 0,
    })),
  );
  return read.sort((a, b) => b.digits - a.digits)[0];
}

scenario({
  id: 'numbers.price-precision-by-instrument/last-digit',
  title: 'keeps the last digit of a price that has more digits than the account currency',
  async run(t) {
    const found = await finest(t);
    if (found === undefined || found.digits <= (t.account.currencyDigits ?? 2))
      return t.notApplicable('no instrument of the profile has more digits than the currency');
    const order = await t.account.order({ instrument: found.instrument });
    const [whole = '0', fraction = ''] = String(order.price).split('.');
    const price = `${whole}.${fraction.padEnd(found.digits, '0').slice(0, found.digits - 1)}7`;
    const events = await t.account.transactions();
    if (!(await expectSame(t, t.account, events, { ...order, price }, ['price'])))
      t.inconclusive('the order did not succeed, or its event shows no price');
  },
});

scenario({
  id: 'numbers.volume-precision-by-instrument/every-instrument',
  title: 'keeps the volume of an order on each instrument, whatever digits its steps have',
  async run(t) {
    const events = await t.account.transactions();
    let judged = 0;
    for (const instrument of t.account.instruments) {
      const { volumeMin, volumeMax, volumeStep } = await t.account.conditions(instrument.name);
      const [min, max, step] = [volumeMin, volumeMax, volumeStep].map(decimalOf);
      if (min === undefined || max === undefined || step === undefined) continue;
      const order = await t.account.order({ instrument });
      if (await expectSame(t, t.account, events, { ...order, volume: volumeAt(200, min, max, step) }, ['volume']))
        judged += 1;
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
      t.expect.at(state.record, '/view/accountState/balance', 'fractionDigitsAtMost', 0);
      t.expect.at(state.record, '/view/accountState/equity', 'fractionDigitsAtMost', 0);
    });
  },
});
