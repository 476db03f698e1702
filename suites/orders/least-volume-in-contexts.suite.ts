// The least volume in every context (interface 4.1, rule 1): the bound is inclusive for either type and side, on instruments of other
// digits and steps. The accepted twin of `wrong-orders-in-contexts.suite.ts`. Many orders of the largest volume could be too much together.
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import { scenario } from '../runner/registry.js';
import { instrumentOf } from '../words/contexts/place.js';
import { finalCode, submitToEnd } from '../words/trading/refusal.js';
import { type Volumes, volumesOf } from '../words/trading/volumes.js';

const LEAST = [
  ['minimumOnStep', 'orders.volume-minimum-accepted'],
  ['oneStepAbove', 'orders.volume-on-step-accepted'],
] as const satisfies readonly (readonly [keyof Volumes, RequirementId])[];

scenario({
  id: 'orders.volume-minimum-accepted/in-contexts',
  title: 'refuses no order of the least volume or a step more for that, of whichever type and side and instrument',
  requirements: ['orders.volume-on-step-accepted'],
  needs: { accounts: 0 },
  contexts: { orderType: 'all', side: 'all', instrument: ['first', 'second', 'third', 'last'] },
  run: (t) =>
    t.inContexts(async (trial) => {
      const { account, context } = trial;
      const instrument = await instrumentOf(t, trial);
      const order = await account.order({ type: context.orderType, side: context.side, instrument });
      const volumes =
        volumesOf(await account.conditions(instrument.name)) ??
        t.inconclusive('the conditions show no bounds and step as decimals');
      if (LEAST.every(([which]) => volumes[which] === undefined)) {
        t.notApplicable('the conditions leave no least volume that fits the grid by either of its origins');
      }
      for (const [which, requirement] of LEAST) {
        const volume = volumes[which];
        if (volume === undefined) continue;
        const ended = await submitToEnd(t, { ...order, volume }, { account });
        // For its margin or the state of the market it may be refused all the same.
        const code = finalCode(ended);
        t.expect.that(
          code === undefined || !code.includes('VOLUME'),
          {
            expected: `no refusal of volume ${volume} for its volume`,
            actual: `refused with ${code}`,
            evidence: [ended.result, ended.submission],
          },
          { requirement },
        );
      }
    }),
});
