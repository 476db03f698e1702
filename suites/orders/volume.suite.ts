// Order volumes against the instrument's conditions (interface 4.1, rule 1): bounds are inclusive, the grid holds between them.
// A well-formed volume that breaks a rule is acknowledged first; its TRADING_RULE code is final (interface 7.2).

import { fractionDigits, parseDecimal, readDecimal } from '../../toolkit/decimal/index.js';
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { ProfileInstrument } from '../../toolkit/profile/profile.js';
import type { CheckContext, OrderWish } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { MARGIN_CODES } from '../words/trading/beyond-margin.js';
import { protectedOrder } from '../words/trading/prices.js';
import {
  expectAcknowledged,
  expectNamed,
  expectNotExecuted,
  finalCode,
  namesOf,
  type Refusal,
} from '../words/trading/refusal.js';
import { againstGrid, gridOf, type Volumes, volumesOf } from '../words/trading/volumes.js';

interface Choice {
  readonly instrument: ProfileInstrument;
  readonly volume: string;
  /** The volume beside the bounds and the step that it is judged by. */
  readonly told: string;
}

/** The first instrument whose conditions have such a volume: not every minimum leaves a smaller volume on its grid, for one. */
async function choose(t: CheckContext, which: keyof Volumes): Promise<Choice> {
  let read = 0;
  for (const instrument of t.account.instruments) {
    const conditions = await t.account.conditions(instrument.name);
    const [grid, volumes] = [gridOf(conditions), volumesOf(conditions)];
    if (grid === undefined || volumes === undefined) continue;
    read += 1;
    const volume = volumes[which];
    if (volume !== undefined) return { instrument, volume, told: againstGrid(volume, grid) };
  }
  if (read === 0) t.inconclusive('no instrument shows its bounds and step as positive decimal strings');
  return t.notApplicable('the conditions of no instrument leave such a volume');
}

/** Judges that an order of such a volume is not executed; returns how it was refused. */
async function refusalOf(
  t: CheckContext,
  which: keyof Volumes,
  make: (instrument: ProfileInstrument) => Promise<RequestParams> = (instrument) => t.account.order({ instrument }),
): Promise<Refusal> {
  const { instrument, volume, told } = await choose(t, which);
  const spoil = (order: RequestParams): RequestParams => ({ ...order, volume });
  return expectNotExecuted(t, { make: () => make(instrument), spoil, of: `volume ${told}` });
}

const ORDERS: readonly { readonly prefix: string; readonly words: string; readonly wish: OrderWish }[] = [
  { prefix: '', words: 'an order', wish: {} },
  { prefix: 'stop-', words: 'a stop order', wish: { type: 'stop' } },
  { prefix: 'sell-', words: 'an order to sell', wish: { side: 'sell' } },
];

for (const { slug, of, which } of [
  { slug: 'half-the-minimum', of: 'orders.volume-below-minimum', which: 'below' },
  { slug: 'one-step-too-small', of: 'orders.volume-below-minimum', which: 'belowOnStep' },
  { slug: 'one-step-too-large', of: 'orders.volume-above-maximum', which: 'aboveOnStep' },
  { slug: 'between-two-steps', of: 'orders.volume-off-step', which: 'offStep' },
  { slug: 'off-its-step-far-behind-the-point', of: 'orders.volume-off-step', which: 'farOffStep' },
] as const) {
  for (const { prefix, words, wish } of ORDERS) {
    scenario({
      id: `${of}/${prefix}${slug}`,
      title: `does not execute ${words} whose volume is ${slug.replaceAll('-', ' ')}`,
      purposes: [31],
      async run(t) {
        await refusalOf(t, which, (instrument) => t.account.order({ ...wish, instrument }));
      },
    });
  }
}

for (const { id, words, which } of [
  { id: 'orders.volume-below-minimum/zero', words: 'zero', which: 'zero' },
  { id: 'orders.volume-below-minimum/negative', words: 'the minimum with a minus', which: 'negative' },
  { id: 'orders.volume-below-minimum/a-thousandth', words: 'a thousandth of the minimum', which: 'farBelow' },
] as const) {
  scenario({
    id,
    title: `does not execute an order whose volume is ${words}`,
    purposes: [31],
    async run(t) {
      await refusalOf(t, which);
    },
  });
}

scenario({
  id: 'orders.volume-above-maximum/with-levels',
  title: 'does not execute an order with stop loss and take profit whose volume is one step too large',
  needs: { claims: ['sltp'] },
  async run(t) {
    await refusalOf(t, 'aboveOnStep', (instrument) => protectedOrder(t.account, { instrument }));
  },
});

for (const { requirement, slug, which, code } of [
  {
    requirement: 'errors.volume-too-small',
    slug: 'one-step-too-small',
    which: 'belowOnStep',
    code: 'TRADING_RULE_VOLUME_TOO_SMALL',
  },
  {
    requirement: 'errors.volume-too-large',
    slug: 'one-step-too-large',
    which: 'aboveOnStep',
    code: 'TRADING_RULE_VOLUME_TOO_LARGE',
  },
  {
    requirement: 'errors.volume-step',
    slug: 'between-two-steps',
    which: 'offStep',
    code: 'TRADING_RULE_INVALID_VOLUME_STEP',
  },
] as const) {
  scenario({
    id: `${requirement}/${slug}`,
    title: `ends an order whose volume is ${slug.replaceAll('-', ' ')} with ${code}`,
    async run(t) {
      const refusal = await refusalOf(t, which);
      if (refusal.result === undefined) t.inconclusive('the volume was refused before the ACK', [refusal.submission]);
      const found = finalCode(refusal);
      if (found !== undefined && MARGIN_CODES.includes(found)) {
        t.inconclusive(`the margin was found wanting first: ${found}`, [refusal.result]);
      }
      expectNamed(t, refusal, code);
    },
  });
}

/** Whether the volume that was sent has more fractional digits than those of its conditions, which may be padded with zeros. */
async function hasMoreDigits(t: CheckContext, { exchange }: Refusal['submission']): Promise<boolean> {
  const { instrument, volume } = exchange.request.params ?? {};
  const { volumeMin, volumeStep } = await t.account.conditions(String(instrument));
  const digits = (text: unknown): number => fractionDigits(readDecimal(String(text)) ?? parseDecimal('0'));
  return digits(volume) > Math.max(digits(volumeMin), digits(volumeStep));
}

scenario({
  id: 'orders.volume-refused-after-ack/half-the-minimum',
  title: 'acknowledges an order below volume_min before it rejects it',
  requirements: ['errors.final-after-ack', 'transactions.rejected-by-rules'],
  async run(t) {
    const { submission, result } = await refusalOf(t, 'below');
    // Half of it may have a digit too many for a volume, which is a fault of its shape.
    const name = namesOf({ submission })[0] ?? '';
    if (result === undefined && !name.startsWith('TRADING_RULE_') && (await hasMoreDigits(t, submission))) {
      return t.notApplicable('the target refuses the digits of the volume for their form, which it may');
    }
    t.expect.that(
      result !== undefined,
      {
        expected: 'an ACK, then the rejection as final result',
        actual: `refused before the ACK with ${submission.exchange.answer?.status ?? 'no answer'} ${namesOf({ submission }).join(' ')}`,
        evidence: [submission],
      },
      { also: ['errors.final-after-ack'] },
    );
    t.expect.that(
      result?.status === 'rejected',
      { expected: 'status rejected', actual: `status ${result?.status}`, evidence: [result] },
      { requirement: 'transactions.rejected-by-rules' },
    );
  },
});

for (const { slug, of, which } of [
  { slug: 'exactly-the-minimum', of: 'orders.volume-minimum-accepted', which: 'minimumOnStep' },
  { slug: 'one-step-above-the-minimum', of: 'orders.volume-on-step-accepted', which: 'oneStepAbove' },
] as const) {
  scenario({
    id: `${of}/${slug}`,
    title: `executes an order whose volume is ${slug.replaceAll('-', ' ')}`,
    async run(t) {
      const { instrument, volume } = await choose(t, which);
      const taken = await expectAcknowledged(t, { ...(await t.account.order({ instrument })), volume });
      const code = finalCode(taken);
      if (code !== undefined && !code.includes('VOLUME')) {
        t.inconclusive(`the order ended with ${code}`, [taken.result]);
      }
      t.expect.succeeded(taken.result);
    },
  });
}

for (const { id, words, which } of [
  { id: 'orders.volume-maximum-accepted/exactly-the-maximum', words: 'exactly volume_max', which: 'maximumOnStep' },
  { id: 'orders.volume-maximum-accepted/one-step-less', words: 'one step less than volume_max', which: 'oneStepBelow' },
] as const) {
  scenario({
    id,
    title: `does not refuse an order of ${words} for its volume`,
    async run(t) {
      const { instrument, volume } = await choose(t, which);
      const taken = await expectAcknowledged(t, { ...(await t.account.order({ instrument })), volume });
      const code = finalCode(taken);
      t.expect.that(code === undefined || !code.includes('VOLUME'), {
        expected: 'success, or a refusal for another reason such as margin',
        actual: `result ${taken.result.status} ${code}`,
        evidence: [taken.result],
      });
    },
  });
}
