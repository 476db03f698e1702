// A conflict leaves the original as it was (interface 7.1, rule 1; 8), also where that is a close, a cancellation or an sltp order, however
// it ended: its repeat is still that operation. Orders and openings are in `repeats-in-contexts.suite.ts`.
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { ContextTrial } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { shownOperation } from '../words/calls/same-operation.js';
import { type Deed, deedOf, done, weightOf } from '../words/contexts/deed.js';
import { instrumentOf } from '../words/contexts/place.js';
import { shifted } from '../words/trading/prices.js';

scenario({
  id: 'idempotency.conflict-keeps-original/of-endings-in-contexts',
  title:
    'still takes a repeat of a close, a cancellation or an sltp order for it after its key came with another payload',
  requirements: ['idempotency.duplicate-accepted'],
  purposes: [14],
  needs: { accounts: 0 },
  contexts: {
    operation: ['sltp', 'close', 'partial-close', 'cancellation'],
    result: 'all',
    side: 'all',
    delay: ['none', 'moment'],
    key: ['usual', 'longest'],
  },
  effort: 'standard',
  run: (t) =>
    t.inContexts(async (trial) => {
      const { account, context } = trial;
      const deed = await deedOf(t, trial, await instrumentOf(t, trial));
      const other = await changed(trial, deed);
      const { request, params } = deed;
      const original = await done(t, trial, deed);
      if (context.delay === 'moment') await account.settle(original);
      const under = { request, idempotencyKey: original.key };
      const conflict = await account.submit(other, under);
      if (conflict.accepted) t.inconclusive('another payload was taken, which is judged elsewhere', [conflict]);
      const weight = weightOf(deed);
      for (let time = 0; time < 2; time += 1) {
        const repeat = await account.submit(params, under);
        t.expect.accepted(repeat, { also: ['idempotency.duplicate-accepted'], ...weight });
        t.expect.that(
          repeat.operationId === original.operationId,
          {
            expected: `operation_id ${original.operationId}, as before the conflict`,
            actual: repeat.operationId ?? 'missing',
            evidence: [repeat, conflict, original],
            shown: shownOperation(original, original, repeat),
          },
          weight,
        );
      }
    }),
});

/** The same request for something else. */
async function changed({ account, context }: ContextTrial, { params }: Deed): Promise<RequestParams> {
  if (context.operation === 'cancellation') return { ...params, orderId: (await account.openOrder()).orderId };
  if (context.operation === 'sltp') return { ...params, stopLossPrice: shifted(String(params.stopLossPrice), -3n) };
  const { volume, ...whole } = params;
  return volume === undefined ? { ...params, volume: String((await account.order()).volume) } : whole;
}
