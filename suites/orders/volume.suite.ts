// Order volumes against the instrument's conditions (interface 4.1, rule 1): bounds are inclusive, the grid holds between them.
// A well-formed volume that breaks a rule is acknowledged first; its TRADING_RULE code is final (interface 7.2).

import type { ProfileInstrument } from '../../toolkit/profile/profile.js';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { CheckContext, OrderWish } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { expectNotExecuted, finalCode, namesOf, type Refusal } from '../words/trading/not-executed.js';
import { type Volumes, volumesOf } from '../words/trading/volumes.js';

/** The order of checks is open (interface 4.1 gives none), so a margin code may come before a volume code for a huge volume. */
const MARGIN_CODES = ['TRADING_RULE_INSUFFICIENT_MARGIN', 'TRADING_RULE_MARGIN_LEVEL_TOO_LOW'];

type Pick = (volumes: Volumes) => string | undefined;

interface Choice {
  readonly instrument: ProfileInstrument;
  readonly volume: string;
}

/** The first instrument whose conditions have such a volume: not every minimum leaves a smaller volume on its grid, for one. */
async function choose(t: CheckContext, pick: Pick): Promise<Choice> {
  let read = 0;
  for (const instrument of t.account.instruments) {
    const volumes = volumesOf(await t.account.conditions(instrument.name));
    if (volumes === undefined) continue;
    read += 1;
    const volume = pick(volumes);
    if (volume !== undefined) return { instrument, volume };
  }
  if (read === 0) t.inconclusive('no instrument shows its bounds and step as positive decimal strings');
  return t.notApplicable('the conditions of no instrument leave such a volume');
}

async function refusalOf(t: CheckContext, pick: Pick, wish: OrderWish = {}): Promise<Refusal> {
  const { instrument, volume } = await choose(t, pick);
  const [good, order] = [
    await t.account.order({ ...wish, instrument }),
    await t.account.order({ ...wish, instrument }),
  ];
  return await expectNotExecuted(t, { good, bad: { ...order, volume } });
}

function expectAfterAck(t: CheckContext, refusal: Refusal): void {
  t.expect.that(
    refusal.submission.accepted,
    {
      expected: 'an ACK, then the rejection as final result',
      actual: `refused before the ACK with ${refusal.submission.exchange.answer?.status ?? 'no answer'} ${namesOf(refusal).join(' ')}`,
      evidence: [refusal.submission.exchange.record],
    },
    { requirement: 'orders.volume-refused-after-ack' },
  );
}

function expectFinalCode(t: CheckContext, refusal: Refusal, requirement: RequirementId, code: string): void {
  const { result } = refusal;
  const found = finalCode(refusal);
  if (result === undefined)
    t.inconclusive('the volume was refused before the ACK', [refusal.submission.exchange.record]);
  if (found !== undefined && MARGIN_CODES.includes(found))
    t.inconclusive(`the margin was found wanting first: ${found}`, [result.record]);
  t.expect.that(
    namesOf(refusal).includes(code),
    { expected: `error_code ${code}`, actual: `error_code ${found ?? 'absent'}`, evidence: [result.record] },
    { requirement },
  );
}

/** A volume on the grid, and so little more that a double cannot tell the two apart. */
function farOffStep({ oneStepAbove }: Volumes): string | undefined {
  if (oneStepAbove === undefined) return undefined;
  return `${oneStepAbove}${oneStepAbove.includes('.') ? '' : '.'}${'1'.padStart(24, '0')}`;
}

const BREACHES = [
  { slug: 'half-the-minimum', of: 'orders.volume-below-minimum', pick: (v: Volumes) => v.below },
  { slug: 'one-step-too-small', of: 'orders.volume-below-minimum', pick: (v: Volumes) => v.belowOnStep },
  { slug: 'one-step-too-large', of: 'orders.volume-above-maximum', pick: (v: Volumes) => v.aboveOnStep },
  { slug: 'between-two-steps', of: 'orders.volume-off-step', pick: (v: Volumes) => v.offStep },
  { slug: 'off-its-step-far-behind-the-point', of: 'orders.volume-off-step', pick: farOffStep },
] as const;

for (const { slug, of, pick } of BREACHES) {
  scenario({
    id: `${of}/${slug}`,
    title: `does not execute an order whose volume is ${slug.replaceAll('-', ' ')}`,
    purposes: [31],
    async run(t) {
      await refusalOf(t, pick);
    },
  });

  for (const { word, words, wish } of [
    { word: 'stop', words: 'a stop order', wish: { type: 'stop' } },
    { word: 'sell', words: 'an order to sell', wish: { side: 'sell' } },
  ] as const) {
    scenario({
      id: `${of}/${word}-${slug}`,
      title: `does not execute ${words} whose volume is ${slug.replaceAll('-', ' ')}`,
      purposes: [31],
      async run(t) {
        await refusalOf(t, pick, wish);
      },
    });
  }
}

scenario({
  id: 'orders.volume-above-maximum/with-levels',
  title: 'does not execute an order with stop loss and take profit whose volume is one step too large',
  needs: { claims: ['sltp'] },
  async run(t) {
    const { instrument, volume } = await choose(t, ({ aboveOnStep }) => aboveOnStep);
    const make = async () => {
      const order = await t.account.order({ instrument });
      return { ...order, ...(await t.account.protection({ instrument })) };
    };
    await expectNotExecuted(t, { good: await make(), bad: { ...(await make()), volume } });
  },
});

for (const { slug, requirement, code, pick } of [
  {
    slug: 'one-step-too-small',
    requirement: 'errors.volume-too-small',
    code: 'TRADING_RULE_VOLUME_TOO_SMALL',
    pick: (v: Volumes) => v.belowOnStep,
  },
  {
    slug: 'one-step-too-large',
    requirement: 'errors.volume-too-large',
    code: 'TRADING_RULE_VOLUME_TOO_LARGE',
    pick: (v: Volumes) => v.aboveOnStep,
  },
  {
    slug: 'between-two-steps',
    requirement: 'errors.volume-step',
    code: 'TRADING_RULE_INVALID_VOLUME_STEP',
    pick: (v: Volumes) => v.offStep,
  },
] as const) {
  scenario({
    id: `${requirement}/${slug}`,
    title: `ends an order whose volume is ${slug.replaceAll('-', ' ')} with ${code}`,
    async run(t) {
      expectFinalCode(t, await refusalOf(t, pick), requirement, code);
    },
  });
}

scenario({
  id: 'orders.volume-refused-after-ack/half-the-minimum',
  title: 'acknowledges an order below volume_min before it rejects it',
  requirements: ['errors.final-after-ack', 'transactions.rejected-by-rules'],
  async run(t) {
    const refusal = await refusalOf(t, (volumes) => volumes.below);
    expectAfterAck(t, refusal);
    if (refusal.result !== undefined) {
      t.expect.that(
        refusal.result.status === 'rejected',
        { expected: 'status rejected', actual: `status ${refusal.result.status}`, evidence: [refusal.result.record] },
        { requirement: 'transactions.rejected-by-rules' },
      );
    }
  },
});

for (const { slug, of, pick } of [
  { slug: 'exactly-the-minimum', of: 'orders.volume-minimum-accepted', pick: (v: Volumes) => v.minimum },
  { slug: 'one-step-above-the-minimum', of: 'orders.volume-on-step-accepted', pick: (v: Volumes) => v.oneStepAbove },
] as const) {
  scenario({
    id: `${of}/${slug}`,
    title: `executes an order whose volume is ${slug.replaceAll('-', ' ')}`,
    async run(t) {
      const { instrument, volume } = await choose(t, pick);
      const submission = await t.account.submit({ ...(await t.account.order({ instrument })), volume });
      t.expect.accepted(submission.exchange);
      const result = await t.account.settle(submission);
      const code = finalCode({ submission, result });
      if (code !== undefined && !code.includes('VOLUME'))
        t.inconclusive(`the order ended with ${code}`, [result.record]);
      t.expect.that(result.status === 'success', {
        expected: 'result success',
        actual: `result ${result.status} ${code ?? ''}`,
        evidence: [result.record],
      });
    },
  });
}

scenario({
  id: 'orders.volume-maximum-accepted/exactly-the-maximum',
  title: 'does not refuse an order of exactly volume_max for its volume',
  async run(t) {
    const { instrument, volume } = await choose(t, (volumes) => volumes.maximum);
    const submission = await t.account.submit({ ...(await t.account.order({ instrument })), volume });
    t.expect.accepted(submission.exchange);
    const result = await t.account.settle(submission);
    const code = finalCode({ submission, result });
    t.expect.that(code === undefined || !code.includes('VOLUME'), {
      expected: 'success, or a refusal for another reason such as margin',
      actual: `result ${result.status} ${code ?? ''}`,
      evidence: [result.record],
    });
  },
});
