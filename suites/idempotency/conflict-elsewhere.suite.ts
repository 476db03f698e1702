// Key conflicts where a hasty server looks no more (interface 7.1, rule 1; 8): after the original was rejected, in what a close or a
// cancellation is of and in the volume of a close, in the type of an order, in the levels of it, in the position of an sltp order, in the
// finest step of each instrument.
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { countFrom } from '../words/trading/executions.js';
import { MOST_INSTRUMENTS } from '../words/trading/order-load.js';
import { partedVolume } from '../words/trading/parted-volume.js';
import { oneStepMore, protectedOrder, shifted, sltpOf } from '../words/trading/prices.js';
import { placeToBeRejected } from '../words/trading/rejected-order.js';
import { stillOpen } from '../words/trading/still-open.js';

const SLTP = { claims: ['positions', 'sltp'] } as const;

scenario({
  id: 'idempotency.conflict-refused/after-a-rejection',
  title: 'refuses another payload under the key of an order that was rejected, and executes nothing',
  requirements: ['idempotency.conflict-not-executed'],
  async run(t) {
    const executions = await countFrom(t);
    const original = await placeToBeRejected(t);
    const result = await t.account.settle(original);
    if (result.status === 'success') t.inconclusive('the order below volume_min succeeded', [result]);
    t.expect.refused(await t.account.submit(await t.account.order(), { idempotencyKey: original.key }));
    await executions.expect({ orders: 0 }, { requirement: 'idempotency.conflict-not-executed' });
  },
});

scenario({
  id: 'idempotency.conflict-any-member/close-other-volume',
  title: 'refuses a close that repeats the key of another one with another volume',
  level: 'should',
  needs: { claims: ['positions', 'closePosition'], requests: ['closePosition'] },
  async run(t) {
    const part = String((await t.account.order()).volume);
    const conditions = await t.account.conditions();
    const whole = { side: 'buy', volume: partedVolume(conditions, part, 4) } as const;
    const { positionId } = await t.account.openPosition(whole);
    const close = { accountId: t.account.id, positionId, volume: part };
    const { submission } = await t.account.complete(close, { request: 'closePosition' });
    const other = { ...close, volume: partedVolume(conditions, part, 2) };
    const options = { request: 'closePosition', idempotencyKey: submission.key } as const;
    t.expect.refused(await t.account.submit(other, options));
  },
});

scenario({
  id: 'idempotency.conflict-any-member/close-of-another-position',
  title: 'does not take the close of another position for a repeat of the close whose key it has',
  requirements: ['idempotency.conflict-not-executed'],
  level: 'should',
  needs: { claims: ['positions', 'closePosition'], requests: ['closePosition'] },
  async run(t) {
    const { positionId: one } = await t.account.openPosition({ side: 'buy' });
    const { positionId: other } = await t.account.openPosition({ side: 'buy' });
    if (one === other) t.notApplicable('the target keeps one position of an instrument');
    const close = { accountId: t.account.id, positionId: one };
    const { submission } = await t.account.complete(close, { request: 'closePosition' });
    const options = { request: 'closePosition', idempotencyKey: submission.key } as const;
    t.expect.refused(await t.account.submit({ ...close, positionId: other }, options));
    await expectStillOpen(t, 'positions', other);
  },
});

scenario({
  id: 'idempotency.conflict-any-member/cancellation-of-another-order',
  title: 'does not take the cancellation of another order for a repeat of the cancellation whose key it has',
  requirements: ['idempotency.conflict-not-executed'],
  level: 'should',
  needs: { claims: ['cancelOrder'], requests: ['cancelOrder'] },
  async run(t) {
    const { orderId } = await t.account.openOrder();
    const { orderId: other } = await t.account.openOrder();
    const cancellation = { accountId: t.account.id, orderId };
    const { submission } = await t.account.complete(cancellation, { request: 'cancelOrder' });
    const options = { request: 'cancelOrder', idempotencyKey: submission.key } as const;
    t.expect.refused(await t.account.submit({ ...cancellation, orderId: other }, options));
    await expectStillOpen(t, 'orders', other);
  },
});

/** What a refused request would have ended. */
async function expectStillOpen(t: CheckContext, list: 'orders' | 'positions', id: string): Promise<void> {
  // Behind an operation of its own, since what is executed in spite of a refusal may be so a moment later.
  await t.account.complete();
  const state = await t.account.state();
  for (const one of stillOpen(t, [id])) {
    t.expect.lists(state, list, one, { requirement: 'idempotency.conflict-not-executed' });
  }
}

scenario({
  id: 'idempotency.conflict-any-member/order-other-type',
  title: 'does not take a stop order for a repeat of a limit order whose other values it has',
  async run(t) {
    const order = await t.account.order({ type: 'limit', side: 'buy' });
    const first = await t.account.place(order);
    // Whether both are of one kind of operation is open: it may be a conflict, or an operation of its own, which a trading rule rejects.
    const other = await t.account.submit({ ...order, type: 'stop' }, { idempotencyKey: first.key });
    t.expect.that(!other.accepted || other.operationId !== first.operationId, {
      expected: 'a refusal, or an operation of its own',
      actual: `operation_id ${other.operationId}, that of the limit order`,
      evidence: [other, first],
    });
  },
});

scenario({
  id: 'idempotency.conflict-any-member/levels-exchanged',
  title: 'refuses an order whose stop loss and take profit have exchanged their values under a used key',
  needs: { claims: ['sltp'] },
  async run(t) {
    const order = await protectedOrder(t.account);
    const { stopLossPrice, takeProfitPrice } = order;
    const original = await t.account.place(order);
    const exchanged = { ...order, stopLossPrice: takeProfitPrice, takeProfitPrice: stopLossPrice };
    t.expect.refused(await t.account.submit(exchanged, { idempotencyKey: original.key }));
  },
});

for (const { member, id, words } of [
  { member: 'stopLossPrice', id: 'idempotency.conflict-any-member/sltp-order-other-stop-loss', words: 'stop loss' },
  {
    member: 'takeProfitPrice',
    id: 'idempotency.conflict-any-member/sltp-order-other-take-profit',
    words: 'take profit',
  },
] as const) {
  scenario({
    id,
    title: `refuses the key of an sltp order with another ${words}`,
    purposes: [14],
    needs: SLTP,
    async run(t) {
      const { positionId } = await t.account.openPosition();
      const order = await sltpOf(t, positionId);
      const { submission } = await t.account.complete(order);
      // One point further from the market, so that the level is as valid as the first.
      const isBelow = (member === 'stopLossPrice') === (order.side === 'sell');
      const changed = { ...order, [member]: shifted(String(order[member]), isBelow ? -1n : 1n) };
      t.expect.refused(await t.account.submit(changed, { idempotencyKey: submission.key }));
    },
  });
}

scenario({
  id: 'idempotency.conflict-any-member/sltp-other-position',
  title: 'refuses an sltp order that repeats the key of one for another position',
  needs: SLTP,
  async run(t) {
    const { positionId: one } = await t.account.openPosition({ side: 'buy' });
    const { positionId: other } = await t.account.openPosition({ side: 'buy' });
    if (one === other) t.notApplicable('the target keeps one position of an instrument');
    const changed = await sltpOf(t, other);
    const { submission } = await t.account.complete(await sltpOf(t, one));
    t.expect.refused(await t.account.submit(changed, { idempotencyKey: submission.key }));
  },
});

scenario({
  id: 'idempotency.conflict-any-member/one-step-of-every-instrument',
  title: 'refuses the key of an order for a volume that is one step larger, on every instrument',
  purposes: [14],
  needs: { instruments: 2 },
  async run(t) {
    const conflicts = t.account.instruments.slice(0, MOST_INSTRUMENTS).map(async (instrument) => {
      const order = await t.account.order({ instrument });
      const volume = oneStepMore(String(order.volume), await t.account.conditions(instrument.name));
      if (volume === undefined) return [];
      const { accepted, key } = await t.account.submit(order);
      return accepted ? [await t.account.submit({ ...order, volume }, { idempotencyKey: key })] : [];
    });
    const sent = (await Promise.all(conflicts)).flat();
    if (sent.length === 0) t.inconclusive('no instrument has a second valid volume and takes an order');
    for (const conflict of sent) t.expect.refused(conflict);
  },
});
