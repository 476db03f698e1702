// Fractional digits of prices (interface 4.1, rule 2): at most point_digits, for each of the three prices by itself. Whether extra
// zeros count is open, so the excess digit is never zero; which phase refuses it and by which price code is open as well.
import type { CheckContext, OrderWish } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { cutTo, PRICE_CODES, pointDigits, withDigits } from '../words/trading/price-digits.js';
import { protectedOrder, sltpOf } from '../words/trading/prices.js';
import {
  expectAcknowledged,
  expectNamed,
  expectNotExecuted,
  expectNotNamed,
  expectRefused,
  type Refusal,
  submitToEnd,
} from '../words/trading/refusal.js';

const LEVELS = [
  { of: 'orders.stop-loss-digits-refused', member: 'stopLossPrice', words: 'stop loss' },
  { of: 'orders.take-profit-digits-refused', member: 'takeProfitPrice', words: 'take profit' },
] as const;

const PRICES = [
  { of: 'orders.price-digits-refused', member: 'price', words: 'price', needs: {} },
  ...LEVELS.map((level) => ({ ...level, needs: { claims: ['sltp'] } }) as const),
] as const;

type PriceMember = (typeof PRICES)[number]['member'];

/** Judges that no order is executed whose price has so many digits more, and after them what is given. */
async function expectDigitsRefused(
  t: CheckContext,
  member: PriceMember,
  { wish = {}, more = 0, tail = '' }: { readonly wish?: OrderWish; readonly more?: number; readonly tail?: string },
): Promise<Refusal> {
  const digits = (await pointDigits(t)) + more;
  const point = tail !== '' && digits === 0 ? '.' : '';
  return expectNotExecuted(t, {
    make: () => (member === 'price' ? t.account.order(wish) : protectedOrder(t.account, wish)),
    spoil: (order) => ({ ...order, [member]: `${withDigits(order[member], digits)}${point}${tail}` }),
  });
}

/** Behind what a double can tell from the same price without them. */
const FAR = '1'.padStart(24, '0');

for (const { of, member, words, needs } of PRICES) {
  scenario({
    id: `${of}/one-digit-too-many`,
    title: `does not execute an order whose ${words} has one non-zero digit too many`,
    needs,
    async run(t) {
      await expectDigitsRefused(t, member, { more: 1 });
    },
  });

  scenario({
    id: `${of}/far-behind-the-point`,
    title: `does not execute an order whose ${words} has a non-zero digit far behind the point`,
    needs,
    async run(t) {
      await expectDigitsRefused(t, member, { tail: FAR });
    },
  });
}

for (const { type, side } of [
  { type: 'limit', side: 'sell' },
  { type: 'stop', side: 'buy' },
  { type: 'stop', side: 'sell' },
] as const) {
  scenario({
    id: `orders.price-digits-refused/${side}-${type}`,
    title: `does not execute a ${type} order to ${side} whose price has one non-zero digit too many`,
    async run(t) {
      await expectDigitsRefused(t, 'price', { more: 1, wish: { type, side } });
    },
  });
}

for (const { of, member, words } of LEVELS) {
  scenario({
    id: `${of}/without-the-other`,
    title: `does not execute an order that has a ${words} alone, with one non-zero digit too many`,
    needs: { claims: ['sltp'] },
    async run(t) {
      const digits = await pointDigits(t);
      await expectNotExecuted(t, {
        make: async () => {
          const { stopLossPrice, takeProfitPrice, ...order } = await protectedOrder(t.account);
          return member === 'stopLossPrice' ? { ...order, stopLossPrice } : { ...order, takeProfitPrice };
        },
        spoil: (order) => ({ ...order, [member]: withDigits(order[member], digits + 1) }),
      });
    },
  });

  scenario({
    id: `${of}/sltp-order`,
    title: `does not execute an order of type sltp whose ${words} has one non-zero digit too many`,
    needs: { claims: ['positions', 'sltp'] },
    async run(t) {
      const digits = await pointDigits(t);
      const { positionId } = await t.account.openPosition();
      const order = await sltpOf(t, positionId);
      await t.account.complete(order);
      expectRefused(t, await submitToEnd(t, { ...order, [member]: withDigits(order[member], digits + 1) }));
    },
  });
}

scenario({
  id: 'errors.price-digits-code/one-digit-too-many',
  title: 'names a price code for a price with one digit too many',
  async run(t) {
    expectNamed(t, await expectDigitsRefused(t, 'price', { more: 1 }), PRICE_CODES);
  },
});

scenario({
  id: 'orders.price-digits-accepted/exactly-point-digits',
  title: 'accepts a price with exactly point_digits digits, the last one not zero',
  async run(t) {
    const digits = await pointDigits(t);
    const order = await t.account.order();
    const price = withDigits(order.price, digits);
    expectNotNamed(t, await expectAcknowledged(t, { ...order, price }), { names: PRICE_CODES, of: price });
  },
});

/** Each of other digits, as a rule. */
const MOST_INSTRUMENTS = 5;

scenario({
  id: 'orders.price-digits-accepted/as-few-as-can-be',
  title: 'accepts prices with fewer digits than point_digits, down to none, on each instrument',
  async run(t) {
    const { account } = t;
    let tried = 0;
    for (const instrument of account.instruments.slice(0, MOST_INSTRUMENTS)) {
      const most = await pointDigits(t, account, instrument.name);
      const order = await account.order({ instrument });
      const cuts = Array.from({ length: most }, (_, digits) => cutTo(String(order.price), digits));
      const price = cuts.find((cut) => cut !== undefined);
      if (price === undefined) continue;
      tried += 1;
      expectNotNamed(t, await submitToEnd(t, { ...order, price }), { names: PRICE_CODES, of: price });
    }
    if (tried === 0) t.notApplicable('no instrument has a price with fewer digits that lies near to the resting one');
  },
});
