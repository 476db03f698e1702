// Idempotency beyond the plain order (interface 7.1, rule 1; 8): orders of type sltp have it as well, and volumes are told apart however
// fine the steps of their instrument are.
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { CheckContext, Submission } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { countFrom } from '../words/trading/executions.js';
import { oneStepMore, shifted, sltpOf } from '../words/trading/prices.js';
import { DUPLICATE_ACCEPTED, expectSameOperation } from './same-operation.js';

/** Each takes an order, and targets have hundreds of instruments. */
const MOST_INSTRUMENTS = 8;

interface Original {
  readonly params: RequestParams;
  readonly submission: Submission;
}

/** Set-up: an sltp order that succeeded. */
async function protectedPosition(t: CheckContext): Promise<Original> {
  const { positionId } = await t.account.openPosition();
  if (positionId === undefined)
    return t.inconclusive('the opened position shows no identifier; bind it in the dialect');
  const params = await sltpOf(t, positionId);
  const submission = await t.account.submit(params);
  if (!submission.accepted) t.inconclusive('the sltp order was refused', [submission.exchange.record]);
  const result = await t.account.settle(submission);
  if (result.status !== 'success') t.inconclusive(`the sltp order ended ${result.status}`, [result.record]);
  return { params, submission };
}

scenario({
  id: 'idempotency.duplicate-same-operation/sltp-order-repeated',
  title: 'answers a repeated sltp order with the operation_id of the original',
  requirements: ['idempotency.duplicate-accepted'],
  purposes: [5],
  needs: { claims: ['positions', 'sltp'] },
  async run(t) {
    const { params, submission: original } = await protectedPosition(t);
    const repeat = await t.account.submit(params, { idempotencyKey: original.key });
    expectSameOperation(t, original, repeat, { accepted: { requirement: DUPLICATE_ACCEPTED } });
  },
});

scenario({
  id: 'idempotency.duplicate-not-executed/stop-order-repeated',
  title: 'executes a stop order once that is sent twice, as one operation',
  requirements: ['idempotency.duplicate-same-operation', 'idempotency.duplicate-accepted'],
  purposes: [5],
  async run(t) {
    const params = await t.account.order({ type: 'stop' });
    const executions = await countFrom(t);
    const original = await t.account.submit(params);
    if (!original.accepted) t.inconclusive('the stop order was refused', [original.exchange.record]);
    const repeat = await t.account.submit(params, { idempotencyKey: original.key });
    expectSameOperation(t, original, repeat, {
      accepted: { requirement: DUPLICATE_ACCEPTED },
      same: { requirement: 'idempotency.duplicate-same-operation' },
    });
    await executions.expect({ orders: 1 });
  },
});

for (const member of ['stopLossPrice', 'takeProfitPrice'] as const) {
  const words = member === 'stopLossPrice' ? 'stop loss' : 'take profit';
  scenario({
    id: `idempotency.conflict-any-member/sltp-order-other-${words.replace(' ', '-')}`,
    title: `refuses the key of an sltp order with another ${words}`,
    requirements: ['idempotency.conflict-refused'],
    purposes: [14],
    needs: { claims: ['positions', 'sltp'] },
    async run(t) {
      const { params, submission: original } = await protectedPosition(t);
      // One point further from the market, so that the level is as valid as the first.
      const isBelow = (member === 'stopLossPrice') === (params.side === 'sell');
      const changed = { ...params, [member]: shifted(String(params[member]), isBelow ? -1n : 1n) };
      const conflict = await t.account.submit(changed, { idempotencyKey: original.key });
      t.expect.refused(conflict.exchange);
    },
  });
}

scenario({
  id: 'idempotency.conflict-any-member/one-step-of-every-instrument',
  title: 'refuses the key of an order for a volume that is one step larger, on every instrument',
  requirements: ['idempotency.conflict-refused'],
  purposes: [14],
  needs: { instruments: 2 },
  async run(t) {
    const conflicts = t.account.instruments.slice(0, MOST_INSTRUMENTS).map(async (instrument) => {
      const [params, conditions] = await Promise.all([
        t.account.order({ instrument }),
        t.account.conditions(instrument.name),
      ]);
      const volume = oneStepMore(String(params.volume), conditions);
      const original = volume === undefined ? undefined : await t.account.submit(params);
      if (volume === undefined || original?.accepted !== true) return undefined;
      return await t.account.submit({ ...params, volume }, { idempotencyKey: original.key });
    });
    const sent = (await Promise.all(conflicts)).filter((one) => one !== undefined);
    if (sent.length === 0) t.inconclusive('no instrument has a second valid volume and takes an order');
    for (const { exchange } of sent) t.expect.refused(exchange);
  },
});
