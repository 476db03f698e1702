// Prices at random around point_digits (interface 4.1, rule 2): none with a further digit that is not zero is ever executed, none within
// them is refused for them.

import { CUT_OFF_DIGITS } from '../../toolkit/values/decimals.js';
import { property } from '../runner/registry.js';
import { cutTo, PRICE_CODES, pointDigits, withDigits } from '../words/trading/price-digits.js';
import { protectedOrder } from '../words/trading/prices.js';
import { expectNoSuccess, expectNotNamed, submitToEnd } from '../words/trading/refusal.js';

const PRICES = [
  { member: 'price', refused: 'orders.price-digits-refused' },
  { member: 'stopLossPrice', refused: 'orders.stop-loss-digits-refused' },
  { member: 'takeProfitPrice', refused: 'orders.take-profit-digits-refused' },
] as const;

interface Shape {
  readonly price: (typeof PRICES)[number];
  /** Digits beyond point_digits; undefined for as many as `cutOff`. */
  readonly beyond: number | undefined;
  readonly cutOff: number;
  readonly last: number;
}

const PLAIN = { cutOff: 1, last: 1 } as const;

property({
  id: 'orders.price-digits-refused/any-number-of-digits',
  title: 'takes prices of up to point_digits digits and executes none with a further digit that is not zero',
  requirements: [
    'orders.price-digits-accepted',
    'orders.stop-loss-digits-refused',
    'orders.take-profit-digits-refused',
  ],
  needs: { accounts: 0, claims: ['sltp'] },
  async run(t) {
    await t.property(
      (fc) => [
        fc.nat(),
        fc.array(
          fc.record({
            price: fc.constantFrom(...PRICES),
            // Around point_digits, or where readers cut decimals off.
            beyond: fc.oneof(fc.integer({ min: -4, max: 6 }), fc.constant(undefined)),
            cutOff: fc.constantFrom(...CUT_OFF_DIGITS),
            last: fc.integer({ min: 1, max: 9 }),
          }),
          { minLength: 1, maxLength: 4 },
        ),
      ],
      async ({ account }, pick, shapes) => {
        const instrument = account.instrument(pick % account.instruments.length);
        const most = await pointDigits(t, account, instrument.name);
        for (const { price, beyond, cutOff, last } of shapes) {
          const { member, refused } = price;
          const order = await (member === 'price'
            ? account.order({ instrument })
            : protectedOrder(account, { instrument }));
          const digits = Math.max(0, beyond === undefined ? cutOff : most + beyond);
          const sent = String(order[member]);
          const text = digits > most ? withDigits(sent, digits, last) : cutTo(sent, digits);
          if (text === undefined) continue;
          const ended = await submitToEnd(t, { ...order, [member]: text }, { account });
          if (digits > most) expectNoSuccess(t, ended, `price ${text}`, { requirement: refused });
          // A protection may be refused for where it lies; a resting price so near to the one of the profile is not.
          else if (member === 'price')
            expectNotNamed(t, ended, { names: PRICE_CODES, of: text, requirement: 'orders.price-digits-accepted' });
        }
      },
      // A protection within its digits says nothing; the first case judges by every rule.
      {
        runs: 6,
        examples: [
          [0, [...PRICES.map((price) => ({ price, beyond: 1, ...PLAIN })), { price: PRICES[0], beyond: 0, ...PLAIN }]],
          // Who rounds first may take one half for the other.
          [0, PRICES.flatMap((price) => [5, 9].map((last) => ({ price, beyond: 1, cutOff: 1, last })))],
          ...PRICES.map((price): [number, readonly Shape[]] => [
            0,
            CUT_OFF_DIGITS.map((cutOff) => ({ price, beyond: undefined, cutOff, last: 1 })),
          ]),
        ],
      },
    );
  },
});
