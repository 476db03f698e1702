// The same key with the same payload: accepted with the original operation_id and not executed again, whenever the repeat comes
// (interface 8). Each repeat is signed afresh (5.3, rule 8); the bytes of the body stay, since what else counts as the same payload
// is left open.

import { pause } from '../../toolkit/wire/pause.js';
import { concurrent, scenario } from '../runner/registry.js';
import { CALLS, OPENING, ORDER } from '../words/calls/calls.js';
import { ENDINGS } from '../words/calls/endings.js';
import { expectSameOperation } from '../words/calls/same-operation.js';
import { countFrom } from '../words/trading/executions.js';
import { sltpOf } from '../words/trading/prices.js';
import { expectSuccess } from '../words/trading/refusal.js';
import { belowMinimum } from '../words/trading/rejected-order.js';

const ACCEPTED = 'idempotency.duplicate-accepted';
/** Every repeat of the suite has a timestamp and a signature of its own. */
const RE_SIGNED = ['idempotency.duplicate-re-signed'] as const;

for (const call of CALLS) {
  const { word, needs, requirements, effect } = call;
  const { sameOperation, notExecuted } = requirements;

  scenario({
    id: `${sameOperation}/${word}-repeated-at-once`,
    title: `answers a repeated ${word} with the operation_id of the original`,
    requirements: [ACCEPTED, ...RE_SIGNED],
    purposes: [5, 19],
    needs,
    async run(t) {
      const params = await call.params(t.account);
      const original = await call.place(t.account, params);
      const repeat = await call.submit(t.account, params, { idempotencyKey: original.key });
      expectSameOperation(t, original, repeat, { accepted: ACCEPTED, also: RE_SIGNED });
    },
  });

  scenario({
    id: `${notExecuted}/${word}-repeated`,
    title: `executes an ${word} once that is sent three times`,
    purposes: [5, 9],
    needs,
    async run(t) {
      const params = await call.params(t.account);
      const executions = await countFrom(t);
      const original = await call.place(t.account, params);
      await call.submit(t.account, params, { idempotencyKey: original.key });
      await t.account.settle(original);
      await call.submit(t.account, params, { idempotencyKey: original.key });
      await executions.expect(effect(params, 1));
    },
  });

  concurrent({
    id: `${notExecuted}/${word}-burst`,
    title: `executes an ${word} once that arrives many times at once, under one operation_id`,
    requirements: ['idempotency.duplicate-one-winner', ACCEPTED],
    purposes: [6],
    needs,
    async run(t) {
      const params = await call.params(t.account);
      const executions = await countFrom(t);
      const idempotencyKey = t.freshKey();
      const size = { quick: 4, standard: 12, thorough: 32 }[t.effort];
      const repeats = Array.from({ length: size }, () => call.submit(t.account, params, { idempotencyKey }));
      const burst = await Promise.all(repeats);
      for (const each of burst) t.expect.accepted(each, { requirement: ACCEPTED });
      const ids = new Set(burst.map(({ operationId }) => operationId));
      t.expect.that(
        ids.size === 1,
        { expected: 'one operation_id', actual: [...ids].join(', '), evidence: burst },
        { requirement: 'idempotency.duplicate-one-winner' },
      );
      await executions.expect(effect(params, 1));
    },
  });

  scenario({
    id: `reconnect.retry-resolves-unknown-send/${word}-cut-before-its-answer`,
    title: `resolves an ${word} whose connection was cut before the answer by a repeat with the same key, executed once`,
    requirements: [notExecuted],
    purposes: [21, 57],
    needs,
    async run(t) {
      const params = await call.params(t.account);
      const executions = await countFrom(t);
      const idempotencyKey = t.freshKey();
      const lost = await t.account.sendAndCut(call.request, params, { idempotencyKey });
      if (lost.error?.sent !== true) t.inconclusive('the request did not leave', [lost]);
      await expectSuccess(t, params, { request: call.request, idempotencyKey, evidence: [lost] });
      await executions.expect(effect(params, 1), { requirement: notExecuted });
    },
  });
}

scenario({
  id: 'idempotency.duplicate-same-operation/sltp-order-repeated',
  title: 'answers a repeated sltp order with the operation_id of the original',
  requirements: [ACCEPTED],
  purposes: [5],
  needs: { claims: ['positions', 'sltp'] },
  async run(t) {
    const { positionId } = await t.account.openPosition();
    const order = await sltpOf(t, positionId);
    const { submission } = await t.account.complete(order);
    const repeat = await t.account.submit(order, { idempotencyKey: submission.key });
    expectSameOperation(t, submission, repeat, { accepted: ACCEPTED });
  },
});

scenario({
  id: 'idempotency.duplicate-not-executed/stop-order-repeated',
  title: 'executes a stop order once that is sent twice, as one operation',
  requirements: ['idempotency.duplicate-same-operation', ACCEPTED],
  purposes: [5],
  async run(t) {
    const order = await t.account.order({ type: 'stop' });
    const executions = await countFrom(t);
    const original = await t.account.place(order);
    const repeat = await t.account.submit(order, { idempotencyKey: original.key });
    expectSameOperation(t, original, repeat, { accepted: ACCEPTED, same: 'idempotency.duplicate-same-operation' });
    await executions.expect({ orders: 1 });
  },
});

for (const { request, member, word, words, needs, begin } of ENDINGS) {
  scenario({
    id: `idempotency.duplicate-same-operation/${word}-repeated`,
    title: `answers a repeat of ${words} with the operation_id of the original, though there is nothing left to do`,
    requirements: [ACCEPTED],
    purposes: [5],
    level: 'should',
    needs,
    async run(t) {
      const { id } = await begin(t);
      const params = { accountId: t.account.id, [member]: id };
      const { submission } = await t.account.complete(params, { request });
      const repeat = await t.account.submit(params, { request, idempotencyKey: submission.key });
      expectSameOperation(t, submission, repeat, { accepted: ACCEPTED });
    },
  });
}

scenario({
  id: 'idempotency.duplicate-after-success/order',
  title: 'takes an order that was executed for a repeat, not for a new order',
  purposes: [9],
  async run(t) {
    const order = await t.account.order();
    const { submission } = await t.account.openOrder(order);
    expectSameOperation(t, submission, await t.account.submit(order, { idempotencyKey: submission.key }));
  },
});

scenario({
  id: 'idempotency.duplicate-after-rejection/order',
  title: 'takes an order that was rejected for a repeat: same operation, still rejected',
  requirements: ['operations.final-result-stays'],
  purposes: [10],
  async run(t) {
    const order = await belowMinimum(t);
    const original = await t.account.place(order);
    const result = await t.account.settle(original);
    expectSameOperation(t, original, await t.account.submit(order, { idempotencyKey: original.key }));
    const later = await t.account.settle(original);
    t.expect.that(
      later.status === result.status,
      { expected: result.status, actual: later.status, evidence: [later, result] },
      { requirement: 'operations.final-result-stays' },
    );
  },
});

for (const { call, id, notExecuted } of [
  { call: ORDER, id: 'idempotency.duplicate-in-flight/order' },
  {
    call: OPENING,
    id: 'idempotency.duplicate-in-flight/opening-unfinished',
    notExecuted: 'positions.duplicate-not-executed',
  },
] as const) {
  const executed = notExecuted && ({ requirement: notExecuted } as const);
  scenario({
    id,
    title: `takes a repeat for the same ${call.word} while the original is unfinished`,
    ...(notExecuted && { requirements: [notExecuted] }),
    purposes: [8],
    needs: { ...call.needs, control: ['operation.hold', 'operation.release'] },
    async run(t) {
      const params = await call.params(t.account);
      const executions = await countFrom(t);
      const release = await t.under('operations-held');
      const original = await call.place(t.account, params);
      const repeat = await call.submit(t.account, params, { idempotencyKey: original.key });
      await release();
      expectSameOperation(t, original, repeat);
      await t.account.settle(original);
      await executions.expect(call.effect(params, 1), executed);
    },
  });
}

/** Longer than a lock that is kept for a moment, and than a request waits for its answer. */
const HELD_MS = 1500;

scenario({
  id: 'idempotency.duplicate-in-flight/order-long-unfinished',
  title: 'takes a repeat for the same order while the original has been unfinished for a while',
  requirements: ['idempotency.duplicate-not-executed'],
  needs: { control: ['operation.hold', 'operation.release'] },
  effort: 'standard',
  waitMs: HELD_MS,
  async run(t) {
    const params = await t.account.order();
    const executions = await countFrom(t);
    const release = await t.under('operations-held');
    const original = await t.account.place(params);
    await pause(HELD_MS, t.signal);
    const repeat = await t.account.submit(params, { idempotencyKey: original.key });
    await release();
    expectSameOperation(t, original, repeat);
    await t.account.settle(original);
    await executions.expect({ orders: 1 }, { requirement: 'idempotency.duplicate-not-executed' });
  },
});
