// Volumes at random around both bounds (interface 4.1, rule 1): what breaks a rule by every reading is never executed, what fits by
// every reading is never refused for it. The origin of the grid and the count of extra zeros are open.

import {
  add,
  compare,
  type Decimal,
  multiply,
  parseDecimal,
  toPlainText,
  toText,
} from '../../toolkit/decimal/index.js';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import { CUT_OFF_DIGITS, justBeside } from '../../toolkit/values/decimals.js';
import { property } from '../runner/registry.js';
import { mayPlaceLargeOrders } from '../words/trading/order-load.js';
import { expectNoSuccess, expectNotNamed, submitToEnd } from '../words/trading/refusal.js';
import { againstGrid, type Grid, gridOf, isOnGrid } from '../words/trading/volumes.js';

const VOLUME_CODES: readonly string[] = [
  'TRADING_RULE_VOLUME_TOO_SMALL',
  'TRADING_RULE_VOLUME_TOO_LARGE',
  'TRADING_RULE_INVALID_VOLUME_STEP',
];

interface Verdict {
  readonly fits: boolean;
  readonly requirement: RequirementId;
}

/** What the rules say of a volume; undefined where the readings of the grid differ. */
function verdictOn(volume: Decimal, grid: Grid): Verdict | undefined {
  const [toMin, toMax] = [compare(volume, grid.min), compare(volume, grid.max)];
  if (toMin < 0) return { fits: false, requirement: 'orders.volume-below-minimum' };
  if (toMax > 0) return { fits: false, requirement: 'orders.volume-above-maximum' };
  const onGrid = isOnGrid(volume, grid);
  if (onGrid === undefined) return undefined;
  if (!onGrid) return { fits: false, requirement: 'orders.volume-off-step' };
  if (toMin === 0) return { fits: true, requirement: 'orders.volume-minimum-accepted' };
  return { fits: true, requirement: toMax === 0 ? 'orders.volume-maximum-accepted' : 'orders.volume-on-step-accepted' };
}

/** With one zero more at its end, or with none. */
function spelled(volume: Decimal, isPadded: boolean): string {
  if (isPadded) return toText(volume, volume.scale + 1);
  return toPlainText(volume)
    .replace(/(\.[0-9]*?)0+$/, '$1')
    .replace(/\.$/, '');
}

interface Shape {
  readonly bound: 'min' | 'max';
  readonly steps: number;
  readonly tenths: number;
  readonly isPadded: boolean;
  /** One more unit of this fractional digit, where readers cut decimals off; 0 for none. */
  readonly beside: number;
}

/** A volume for each rule, so that every run judges by all of them. */
const EVERY_RULE: readonly Shape[] = [
  { bound: 'min', steps: 0, tenths: 0, isPadded: false, beside: 0 },
  { bound: 'min', steps: 0, tenths: 5, isPadded: false, beside: 0 },
  { bound: 'min', steps: -1, tenths: 5, isPadded: false, beside: 0 },
  { bound: 'min', steps: 1, tenths: 0, isPadded: false, beside: 0 },
  { bound: 'max', steps: 0, tenths: 0, isPadded: false, beside: 0 },
  { bound: 'max', steps: 1, tenths: 0, isPadded: false, beside: 0 },
];

const BESIDE: readonly Shape[] = CUT_OFF_DIGITS.flatMap((beside) => [
  { bound: 'min' as const, steps: 1, tenths: 0, isPadded: false, beside },
  { bound: 'max' as const, steps: 0, tenths: 0, isPadded: false, beside },
]);

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
            bound: fc.constantFrom<Shape['bound']>('min', 'max'),
            steps: fc.integer({ min: -3, max: 3 }),
            tenths: fc.oneof(
              { weight: 2, arbitrary: fc.constant(0) },
              { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }) },
            ),
            isPadded: fc.boolean(),
            beside: fc.oneof(
              { weight: 2, arbitrary: fc.constant(0) },
              { weight: 1, arbitrary: fc.constantFrom(...CUT_OFF_DIGITS) },
            ),
          }),
          { minLength: 1, maxLength: 4 },
        ),
      ],
      async ({ account }, pick, shapes) => {
        const instrument = account.instrument(pick % account.instruments.length);
        const conditions = await account.conditions(instrument.name);
        const grid = gridOf(conditions) ?? t.inconclusive('the conditions show no bounds and step', [conditions]);
        for (const { bound, steps, tenths, isPadded, beside } of shapes) {
          const away = multiply(grid.step, { coefficient: BigInt(steps * 10 + tenths), scale: 1 });
          const even = add(grid[bound], away);
          const exact = beside === 0 ? even : parseDecimal(justBeside(toText(even), beside));
          if (exact.coefficient <= 0n) continue;
          const verdict = verdictOn(exact, grid);
          // Whether zeros at the end may stand there is open: a padded volume is only held to what it must not do.
          if (verdict === undefined || (isPadded && verdict.fits)) continue;
          if (bound === 'max' && verdict.fits && !mayPlaceLargeOrders(t)) continue;
          const { fits, requirement } = verdict;
          const volume = spelled(exact, isPadded);
          const order = { ...(await account.order({ instrument })), volume };
          const ended = await submitToEnd(t, order, { account });
          if (fits) expectNotNamed(t, ended, { names: VOLUME_CODES, of: volume, requirement });
          else expectNoSuccess(t, ended, `volume ${againstGrid(volume, grid)}`, { requirement });
        }
      },
      // What neither reading of the rules decides says nothing; the first case always does.
      {
        runs: 6,
        examples: [
          [0, EVERY_RULE],
          [0, BESIDE],
        ],
      },
    );
  },
});
