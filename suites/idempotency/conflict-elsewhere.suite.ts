// Key conflicts where a hasty server looks no more (interface 7.1, rule 1; 8): after the original was rejected, in the volume of a close, in
// the position of an sltp order.
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { countFrom } from '../words/trading/executions.js';
import { partedVolume } from '../words/trading/parted-volume.js';
import { sltpOf } from '../words/trading/prices.js';
import { submitToBeRejected } from '../words/trading/rejected-order.js';

scenario({
  id: 'idempotency.conflict-refused/after-a-rejection',
  title: 'refuses another payload under the key of an order that was rejected, and executes nothing',
  requirements: ['idempotency.conflict-not-executed'],
  async run(t) {
    const executions = await countFrom(t);
    const original = await submitToBeRejected(t);
    const { status, record } = await t.account.settle(original);
    if (status === 'success') t.inconclusive('the order below volume_min succeeded', [record]);
    const other = await t.account.submit(await t.account.order(), { idempotencyKey: original.key });
    t.expect.refused(other.exchange);
    await executions.expect({ orders: 0 }, { requirement: 'idempotency.conflict-not-executed' });
  },
});

async function opened(t: CheckContext, volume?: string): Promise<string> {
  const { positionId, result } = await t.account.openPosition({ side: 'buy', ...(volume !== undefined && { volume }) });
  return (
    positionId ?? t.inconclusive('the opened position shows no identifier; bind it in the dialect', [result.record])
  );
}

scenario({
  id: 'idempotency.conflict-any-member/close-other-volume',
  title: 'refuses a close that repeats the key of another one with another volume',
  level: 'should',
  needs: { claims: ['positions', 'closePosition'], requests: ['closePosition'] },
  async run(t) {
    const part = String((await t.account.order()).volume);
    const conditions = await t.account.conditions();
    const positionId = await opened(t, partedVolume(conditions, part, 4));
    const close = (volume: string): RequestParams => ({ accountId: t.account.id, positionId, volume });
    const first = await t.account.submit(close(part), { request: 'closePosition' });
    const result = first.accepted ? await t.account.settle(first) : undefined;
    if (result?.status !== 'success')
      t.inconclusive('the partial close did not succeed', [result?.record ?? first.exchange.record]);
    const other = await t.account.submit(close(partedVolume(conditions, part, 2)), {
      request: 'closePosition',
      idempotencyKey: first.key,
    });
    t.expect.refused(other.exchange);
  },
});

scenario({
  id: 'idempotency.conflict-any-member/sltp-other-position',
  title: 'refuses an sltp order that repeats the key of one for another position',
  needs: { claims: ['positions', 'sltp'] },
  async run(t) {
    const [one, other] = [await opened(t), await opened(t)];
    if (one === other) return t.notApplicable('the target keeps one position of an instrument');
    const [params, changed] = [await sltpOf(t, one), await sltpOf(t, other)];
    const first = await t.account.submit(params);
    const result = first.accepted ? await t.account.settle(first) : undefined;
    if (result?.status !== 'success')
      t.inconclusive('the sltp order did not succeed', [result?.record ?? first.exchange.record]);
    t.expect.refused((await t.account.submit(changed, { idempotencyKey: first.key })).exchange);
  },
});

scenario({
  id: 'idempotency.conflict-any-member/order-other-type',
  title: 'does not take a stop order for a repeat of a limit order whose other values it has',
  async run(t) {
    const params = await t.account.order({ type: 'limit', side: 'buy' });
    const first = await t.account.submit(params);
    if (!first.accepted) t.inconclusive('a valid order was refused', [first.exchange.record]);
    // Whether both are of one kind of operation is open: it may be a conflict, or an operation of its own, which a trading rule rejects.
    const other = await t.account.submit({ ...params, type: 'stop' }, { idempotencyKey: first.key });
    t.expect.that(!other.accepted || other.operationId !== first.operationId, {
      expected: 'a refusal, or an operation of its own',
      actual: `operation_id ${other.operationId}, that of the limit order`,
      evidence: [other.exchange.record, first.exchange.record],
    });
  },
});
