// Volumes that only exact arithmetic and current conditions judge rightly (interface 2.4; 4.1, rule 1): decimals are decimals, so that a
// multiple of the step is one also where the quotient of binary fractions is not whole, and a changed bound holds for the account.
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { same } from '../words/figures.js';
import { listedInstrument } from '../words/streams/instrument-to-change.js';
import { MOST_INSTRUMENTS } from '../words/trading/order-load.js';
import { oneStepMore } from '../words/trading/prices.js';
import { expectNotExecuted, namesOf, submitToEnd } from '../words/trading/refusal.js';
import { inexactVolumes, volumesOf } from '../words/trading/volumes.js';

scenario({
  id: 'orders.volume-on-step-accepted/multiples-that-binary-fractions-miss',
  title:
    'refuses no multiple of the step for its volume, on any instrument, be the quotient of binary fractions whole or not',
  purposes: [31],
  async run(t) {
    const placements = t.account.instruments.slice(0, MOST_INSTRUMENTS).map(async (instrument) => {
      const volumes = inexactVolumes(await t.account.conditions(instrument.name));
      return Promise.all(
        volumes.map(async (volume) => {
          const ended = await submitToEnd(t, { ...(await t.account.order({ instrument })), volume });
          const blame = namesOf(ended).find((name) => /^TRADING_RULE_\w*VOLUME/.test(name));
          return { ended, blame: blame === undefined ? [] : [`${blame} for ${volume}`] };
        }),
      );
    });
    const all = (await Promise.all(placements)).flat();
    if (all.length === 0) t.notApplicable('every multiple of the steps is exact in binary fractions as well');
    t.expect.none(
      all.flatMap(({ blame }) => blame),
      'no volume code for a multiple of volume_step between the bounds',
      { evidence: all.map(({ ended }) => ended.result ?? ended.submission) },
    );
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
    const above = lowered === undefined ? undefined : oneStepMore(lowered, conditions);
    if (minimum === undefined || lowered === undefined || above === undefined) {
      return t.notApplicable('the conditions leave no two volumes above volume_min, to lower volume_max between them');
    }
    // A target that keeps the conditions of the first order would go on by them.
    await t.account.complete({ ...(await t.account.order({ instrument })), volume: minimum });
    await t.control('instrument.update', { account_id: t.account.id, instrument, volume_max: lowered });
    const shows = ({ answer }: HttpExchange): boolean =>
      answer?.body !== undefined && same(t.dialect.readConditions(answer.body).volumeMax, lowered);
    const read = await eventually(t, () => t.account.request('conditions', { instrument }), shows);
    if (!shows(read)) t.inconclusive('the conditions do not show the lowered volume_max', [read]);
    await expectNotExecuted(t, {
      make: async () => ({ ...(await t.account.order({ instrument })), volume: minimum }),
      spoil: (order) => ({ ...order, volume: above }),
    });
  },
});
