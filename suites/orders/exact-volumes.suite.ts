// Volumes that only exact arithmetic and current conditions judge rightly (interface 2.4; 4.1, rule 1): decimals are decimals, so that a
// multiple of the step is one also where the quotient of binary fractions is not whole, and a changed bound holds for the account.
import { equals, parseDecimal, readDecimal } from '../../toolkit/decimal/index.js';
import type { ProfileInstrument } from '../../toolkit/profile/profile.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { listedInstrument } from '../words/streams/instrument-to-change.js';
import { expectNotExecuted, namesOf } from '../words/trading/not-executed.js';
import { oneStepMore } from '../words/trading/prices.js';
import { inexactVolumes, volumesOf } from '../words/trading/volumes.js';

/** Each takes orders, and targets have hundreds of instruments. */
const MOST_INSTRUMENTS = 8;

/** Places an order of such a volume; the record that refused it for its volume, if one did. */
async function refusedFor(
  t: CheckContext,
  instrument: ProfileInstrument,
  volume: string,
): Promise<{ readonly blame: string | undefined; readonly record: number }> {
  const submission = await t.account.submit({ ...(await t.account.order({ instrument })), volume });
  const result = submission.accepted ? await t.account.settle(submission) : undefined;
  const names = namesOf({ submission, ...(result && { result }) });
  const blame = names.find((name) => /^TRADING_RULE_\w*VOLUME/.test(name));
  return { blame: blame && `${blame} for ${volume}`, record: result?.record ?? submission.exchange.record };
}

scenario({
  id: 'orders.volume-on-step-accepted/multiples-that-binary-fractions-miss',
  title:
    'refuses no multiple of the step for its volume, on any instrument, be the quotient of binary fractions whole or not',
  purposes: [31],
  async run(t) {
    const outcomes = t.account.instruments.slice(0, MOST_INSTRUMENTS).map(async (instrument) => {
      const volumes = inexactVolumes(await t.account.conditions(instrument.name));
      return await Promise.all(volumes.map((volume) => refusedFor(t, instrument, volume)));
    });
    const all = (await Promise.all(outcomes)).flat();
    if (all.length === 0) t.notApplicable('every multiple of the steps is exact in binary fractions as well');
    const refused = all.filter(({ blame }) => blame !== undefined);
    t.expect.that(refused.length === 0, {
      expected: 'no volume code for a multiple of volume_step between the bounds',
      actual: refused.map(({ blame }) => blame).join(', '),
      evidence: (refused.length > 0 ? refused : all).map(({ record }) => record),
    });
  },
});

scenario({
  id: 'orders.volume-above-maximum/after-the-maximum-was-lowered',
  title: 'does not execute an order above the volume_max that the conditions of the account show since a change',
  needs: { control: ['instrument.update'] },
  async run(t) {
    const instrument = await listedInstrument(t, 0);
    const conditions = await t.account.conditions(instrument);
    const { minimum, oneStepAbove: lowered } = volumesOf(conditions) ?? {};
    if (minimum === undefined || lowered === undefined)
      return t.notApplicable('the conditions leave no volume above volume_min to lower volume_max to');
    const above = oneStepMore(lowered, conditions);
    if (above === undefined)
      return t.notApplicable('the conditions leave no volume that only the lowered volume_max forbids');
    await t.control('instrument.update', { account_id: t.account.id, instrument, volume_max: lowered });
    const shows = ({ volumeMax }: { readonly volumeMax?: unknown }): boolean => {
      const max = typeof volumeMax === 'string' ? readDecimal(volumeMax) : undefined;
      return max !== undefined && equals(max, parseDecimal(lowered));
    };
    const read = await eventually(
      t,
      () => t.account.request('conditions', { instrument }),
      ({ answer }) => answer?.body !== undefined && shows(t.dialect.readConditions(answer.body)),
    );
    if (read.answer?.body === undefined || !shows(t.dialect.readConditions(read.answer.body)))
      return t.inconclusive('the conditions do not show the lowered volume_max', [read.record]);
    const [good, bad] = [await t.account.order({ instrument }), await t.account.order({ instrument })];
    await expectNotExecuted(t, { good: { ...good, volume: minimum }, bad: { ...bad, volume: above } });
  },
});
