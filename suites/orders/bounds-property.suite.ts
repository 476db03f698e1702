// Volumes and prices at random around every bound (interface 4.1, rules 1 and 2): what breaks a rule by every reading is never executed,
// what fits by every reading is never refused for it. The origin of the grid and the count of extra zeros are open.

import {
  add,
  compare,
  type Decimal,
  isMultipleOf,
  multiply,
  parseDecimal,
  readDecimal,
  toPlainText,
  toText,
} from '../../toolkit/decimal/index.js';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { Account, CheckContext, FinalResult, Submission } from '../runner/context.js';
import { property } from '../runner/registry.js';
import { mayPlaceLargeOrders } from '../words/trading/large-orders.js';
import { namesOf } from '../words/trading/not-executed.js';

interface Grid {
  readonly min: Decimal;
  readonly max: Decimal;
  readonly step: Decimal;
}

const VOLUME_CODES: readonly string[] = [
  'TRADING_RULE_VOLUME_TOO_SMALL',
  'TRADING_RULE_VOLUME_TOO_LARGE',
  'TRADING_RULE_INVALID_VOLUME_STEP',
];
const PRICE_CODES: readonly string[] = ['REQUEST_INVALID_PRICE', 'TRADING_RULE_INVALID_PRICE_LEVEL'];

async function settled(
  account: Account,
  submission: Submission,
): Promise<{ readonly result?: FinalResult; readonly names: readonly string[]; readonly record: number }> {
  const result = submission.accepted ? await account.settle(submission) : undefined;
  const names = namesOf({ submission, ...(result && { result }) });
  return { ...(result && { result }), names, record: result?.record ?? submission.exchange.record };
}

function gridOf(conditions: {
  readonly volumeMin?: unknown;
  readonly volumeMax?: unknown;
  readonly volumeStep?: unknown;
}): Grid | undefined {
  const [min, max, step] = [conditions.volumeMin, conditions.volumeMax, conditions.volumeStep].map((value) =>
    typeof value === 'string' ? readDecimal(value) : undefined,
  );
  if (min === undefined || max === undefined || step === undefined) return undefined;
  return min.coefficient > 0n && step.coefficient > 0n ? { min, max, step } : undefined;
}

interface Verdict {
  readonly fits: boolean;
  readonly requirement: RequirementId;
}

/** What the rules say of a volume; undefined where the readings of the grid differ. */
function verdictOn(volume: Decimal, { min, max, step }: Grid): Verdict | undefined {
  const [toMin, toMax] = [compare(volume, min), compare(volume, max)];
  if (toMin < 0) return { fits: false, requirement: 'orders.volume-below-minimum' };
  if (toMax > 0) return { fits: false, requirement: 'orders.volume-above-maximum' };
  const [fromZero, fromMin] = [isMultipleOf(volume, step), isMultipleOf(volume, step, min)];
  if (fromZero !== fromMin) return undefined;
  if (!fromZero) return { fits: false, requirement: 'orders.volume-off-step' };
  if (toMin === 0) return { fits: true, requirement: 'orders.volume-minimum-accepted' };
  return { fits: true, requirement: toMax === 0 ? 'orders.volume-maximum-accepted' : 'orders.volume-on-step-accepted' };
}

property({
  id: 'orders.volume-off-step/around-every-bound',
  title: 'executes no order whose volume breaks a bound or the grid, and refuses none for a volume that keeps to both',
  requirements: [
    'orders.volume-below-minimum',
    'orders.volume-above-maximum',
    'orders.volume-on-step-accepted',
    'orders.volume-minimum-accepted',
    'orders.volume-maximum-accepted',
  ],
  needs: { accounts: 0 },
  async run(t) {
    await t.property(
      (fc) => [
        fc.nat(),
        fc.array(
          fc.record({
            bound: fc.constantFrom('min', 'max'),
            steps: fc.integer({ min: -3, max: 3 }),
            tenths: fc.oneof(
              { weight: 2, arbitrary: fc.constant(0) },
              { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }) },
            ),
            isPadded: fc.boolean(),
          }),
          { minLength: 1, maxLength: 4 },
        ),
      ],
      async ({ account }, pick, shapes) => {
        const instrument = account.instrument(pick % account.instruments.length);
        const conditions = await account.conditions(instrument.name);
        const grid = gridOf(conditions);
        if (grid === undefined) return t.inconclusive('the conditions show no bounds and step', [conditions.record]);
        for (const { bound, steps, tenths, isPadded } of shapes) {
          const away = multiply(grid.step, { coefficient: BigInt(steps * 10 + tenths), scale: 1 });
          const volume = add(grid[bound], away);
          if (volume.coefficient <= 0n) continue;
          // Whether zeros at the end may stand there is open: a padded volume is only held to what it must not do.
          const text = isPadded ? toText(volume, volume.scale + 1) : toPlainText(volume);
          const verdict = verdictOn(volume, grid);
          if (verdict === undefined || (isPadded && verdict.fits)) continue;
          if (bound === 'max' && verdict.fits && !mayPlaceLargeOrders(t)) continue;
          const params = { ...(await account.order({ instrument })), volume: text };
          const { result, names, record } = await settled(account, await account.submit(params));
          expectVolume(t, verdict, { text, names, record, status: result?.status ?? 'refused' });
        }
      },
      // What neither reading of the rules decides says nothing; the first case always does.
      {
        runs: 6,
        examples: [[0, [0, 5].map((tenths) => ({ bound: 'min' as const, steps: 0, tenths, isPadded: false }))]],
      },
    );
  },
});

function expectVolume(
  t: CheckContext,
  { fits, requirement }: Verdict,
  { text, names, record, status }: { text: string; names: readonly string[]; record: number; status: string },
): void {
  const blamed = names.filter((name) => VOLUME_CODES.includes(name));
  const claim = fits
    ? { expected: `no volume code for ${text}`, actual: blamed.join(', ') }
    : { expected: `no order of volume ${text}`, actual: `result ${status}` };
  t.expect.that(fits ? blamed.length === 0 : status !== 'success', { ...claim, evidence: [record] }, { requirement });
}

const PRICES = [
  { member: 'price', refused: 'orders.price-digits-refused' },
  { member: 'stopLossPrice', refused: 'orders.stop-loss-digits-refused' },
  { member: 'takeProfitPrice', refused: 'orders.take-profit-digits-refused' },
] as const;

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
            beyond: fc.integer({ min: -4, max: 6 }),
            last: fc.integer({ min: 1, max: 9 }),
          }),
          { minLength: 1, maxLength: 4 },
        ),
      ],
      async ({ account }, pick, shapes) => {
        const instrument = account.instrument(pick % account.instruments.length);
        const conditions = await account.conditions(instrument.name);
        const digits = Number(conditions.pointDigits ?? Number.NaN);
        if (!Number.isInteger(digits) || digits < 0)
          return t.inconclusive('the conditions show no whole point_digits', [conditions.record]);
        for (const { price, beyond, last } of shapes) {
          const order = await account.order({ instrument });
          const params = price.member === 'price' ? order : { ...order, ...(await account.protection(order)) };
          const count = Math.max(0, digits + beyond);
          const text = withDigits(String(params[price.member]), count, count > digits ? last : undefined);
          if (text === undefined) continue;
          const { result, names, record } = await settled(
            account,
            await account.submit({ ...params, [price.member]: text }),
          );
          if (count > digits) {
            t.expect.that(
              result?.status !== 'success',
              { expected: `no order with the price ${text}`, actual: 'result success', evidence: [record] },
              { requirement: price.refused },
            );
          } else if (price.member === 'price') {
            // A protection may be refused for where it lies; a resting price so near to the one of the profile is not.
            const blamed = names.filter((name) => PRICE_CODES.includes(name));
            t.expect.that(
              blamed.length === 0,
              { expected: `no price code for ${text}`, actual: blamed.join(', '), evidence: [record] },
              { requirement: 'orders.price-digits-accepted' },
            );
          }
        }
      },
      // A protection within its digits says nothing; the first case always does.
      { runs: 6, examples: [[0, [{ price: PRICES[0], beyond: 1, last: 1 }]]] },
    );
  },
});

/** A price cut further than this lies elsewhere in the market, where other rules may refuse it. */
const MOST_CUT_PERCENT = 2n;

/** The price filled to so many digits with that last one, or cut to so many; undefined where the cut changes too much of it. */
function withDigits(price: string, digits: number, last: number | undefined): string | undefined {
  const [whole = '0', fraction = ''] = price.split('.');
  if (last !== undefined) return `${whole}.${fraction.padEnd(digits, '0').slice(0, digits - 1)}${last}`;
  const cut = digits === 0 ? whole : `${whole}.${fraction.slice(0, digits).padEnd(digits, '0')}`;
  const [before, after] = [parseDecimal(price), parseDecimal(cut)];
  const least = { coefficient: before.coefficient * (100n - MOST_CUT_PERCENT), scale: before.scale + 2 };
  return compare(after, least) >= 0 ? cut : undefined;
}
