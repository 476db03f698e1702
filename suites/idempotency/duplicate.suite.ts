// The same key with the same payload: accepted with the original operation_id and not executed again, whenever the repeat comes
// (interface 8). Each repeat is signed afresh (5.3, rule 8); the bytes of the body stay, since what else counts as the same payload
// is left open.

import { concurrent, scenario } from '../runner/registry.js';
import { CALLS } from '../words/trading/calls.js';
import { countFrom } from '../words/trading/executions.js';
import { belowMinimum } from '../words/trading/rejected-order.js';
import { DUPLICATE_ACCEPTED as ACCEPTED, expectSameOperation } from './same-operation.js';

for (const call of CALLS) {
  const { sameOperation, notExecuted } = call.requirements;

  scenario({
    id: `${sameOperation}/${call.word}-repeated-at-once`,
    title: `answers a repeated ${call.word} with the operation_id of the original`,
    requirements: [ACCEPTED, 'idempotency.duplicate-re-signed'],
    purposes: [5, 19],
    needs: call.needs,
    async run(t) {
      const params = await call.params(t.account);
      const original = await call.submit(t.account, params);
      const repeat = await call.submit(t.account, params, { idempotencyKey: original.key });
      expectSameOperation(t, original, repeat, { accepted: { requirement: ACCEPTED } });
    },
  });

  scenario({
    id: `${notExecuted}/${call.word}-repeated`,
    title: `executes an ${call.word} once that is sent three times`,
    purposes: [5, 9],
    needs: call.needs,
    async run(t) {
      const params = await call.params(t.account);
      const executions = await countFrom(t);
      const original = await call.submit(t.account, params);
      await call.submit(t.account, params, { idempotencyKey: original.key });
      await t.account.settle(original);
      await call.submit(t.account, params, { idempotencyKey: original.key });
      await executions.expect(call.effect(params, 1));
    },
  });

  concurrent({
    id: `${notExecuted}/${call.word}-burst`,
    title: `executes an ${call.word} once that arrives many times at once, under one operation_id`,
    requirements: ['idempotency.duplicate-one-winner', sameOperation, ACCEPTED],
    purposes: [6],
    needs: call.needs,
    async run(t) {
      const params = await call.params(t.account);
      const executions = await countFrom(t);
      const idempotencyKey = t.freshKey();
      const size = { quick: 4, standard: 12, thorough: 32 }[t.effort];
      const burst = await Promise.all(
        Array.from({ length: size }, () => call.submit(t.account, params, { idempotencyKey })),
      );
      for (const { exchange } of burst) t.expect.accepted(exchange, { requirement: ACCEPTED });
      const ids = new Set(burst.map(({ operationId }) => operationId));
      const evidence = burst.map(({ exchange }) => exchange.record);
      t.expect.that(
        ids.size === 1,
        { expected: 'one operation_id', actual: [...ids].join(', '), evidence },
        { requirement: 'idempotency.duplicate-one-winner' },
      );
      await executions.expect(call.effect(params, 1));
    },
  });
}

scenario({
  id: 'idempotency.duplicate-after-success/order',
  title: 'takes an order that was executed for a repeat, not for a new order',
  purposes: [9],
  async run(t) {
    const params = await t.account.order();
    const { submission } = await t.account.openOrder(params);
    expectSameOperation(t, submission, await t.account.submit(params, { idempotencyKey: submission.key }));
  },
});

scenario({
  id: 'idempotency.duplicate-after-rejection/order',
  title: 'takes an order that was rejected for a repeat: same operation, still rejected',
  requirements: ['operations.final-result-stays'],
  purposes: [10],
  async run(t) {
    const params = await belowMinimum(t);
    const submission = await t.account.submit(params);
    const result = await t.account.settle(submission);
    expectSameOperation(t, submission, await t.account.submit(params, { idempotencyKey: submission.key }));
    const later = await t.account.settle(submission);
    t.expect.that(
      later.status === result.status,
      { expected: result.status, actual: later.status, evidence: [later.record, result.record] },
      { requirement: 'operations.final-result-stays' },
    );
  },
});

scenario({
  id: 'idempotency.duplicate-in-flight/order',
  title: 'takes a repeat for the same order while the original is unfinished',
  purposes: [8],
  needs: { control: ['operation.hold', 'operation.release'] },
  async run(t) {
    const params = await t.account.order();
    const executions = await countFrom(t);
    const account_id = t.account.id;
    await t.control('operation.hold', { account_id });
    t.cleanup(async () => void (await t.control('operation.release', { account_id })));
    const original = await t.account.submit(params);
    const repeat = await t.account.submit(params, { idempotencyKey: original.key });
    await t.control('operation.release', { account_id });
    expectSameOperation(t, original, repeat);
    await t.account.settle(original);
    await executions.expect({ orders: 1 });
  },
});
