// One key in several requests at the same time or across a lost connection (interface 7.1, 8; 6.4, rule 5).

import { concurrent, scenario } from '../runner/registry.js';
import { requireSameConditions } from '../words/same-conditions.js';
import { CALLS } from '../words/trading/calls.js';
import { countFrom } from '../words/trading/executions.js';

concurrent({
  id: 'idempotency.scope-account/two-accounts-at-once',
  title: 'executes one key and payload once on each of two accounts that use it at the same time',
  requirements: ['idempotency.duplicate-one-winner'],
  purposes: [17],
  needs: { accounts: 2 },
  async run(t) {
    const [one, other] = t.accounts;
    if (one === undefined || other === undefined) return t.inconclusive('two accounts are needed');
    await requireSameConditions(t, one, other);
    const params = await one.order();
    const idempotencyKey = t.freshKey();
    const executions = await Promise.all([one, other].map((account) => countFrom(t, account)));
    const race = await Promise.all(
      [one, other, one, other].map((account) =>
        account.submit({ ...params, accountId: account.id }, { idempotencyKey }),
      ),
    );
    for (const { exchange } of race) t.expect.accepted(exchange);
    const evidence = race.map(({ exchange }) => exchange.record);
    const ids = [0, 1].map((which) => new Set(race.filter((_, at) => at % 2 === which).map((one) => one.operationId)));
    const [first = new Set(), second = new Set()] = ids;
    t.expect.that(
      first.size === 1 && second.size === 1,
      { expected: 'one operation on each account', actual: `${first.size} and ${second.size}`, evidence },
      { requirement: 'idempotency.duplicate-one-winner' },
    );
    // Judged by the effect: whether identifiers of operations are unique beyond their account is open.
    await Promise.all(executions.map((each) => each.expect({ orders: 1 })));
  },
});

for (const call of CALLS) {
  scenario({
    id: `reconnect.retry-resolves-unknown-send/${call.word}-cut-before-its-answer`,
    title: `resolves an ${call.word} whose connection was cut before the answer by a repeat with the same key, executed once`,
    requirements: [call.requirements.notExecuted],
    purposes: [21, 57],
    needs: call.needs,
    async run(t) {
      const params = await call.params(t.account);
      const executions = await countFrom(t);
      const idempotencyKey = t.freshKey();
      const name = call.word === 'order' ? 'placeOrder' : 'openPosition';
      const lost = await t.account.sendAndCut(name, params, { idempotencyKey });
      if (lost.error?.sent !== true) t.inconclusive('the request did not leave', [lost.record]);
      const repeat = await call.submit(t.account, params, { idempotencyKey });
      t.expect.accepted(repeat.exchange);
      const result = await t.account.settle(repeat);
      t.expect.that(result.status === 'success', {
        expected: 'the result of the request',
        actual: `result ${result.status}`,
        evidence: [result.record, lost.record],
      });
      await executions.expect(call.effect(params, 1), { requirement: call.requirements.notExecuted });
    },
  });

  scenario({
    id: `idempotency.${call.word === 'order' ? 'conflict-refused' : 'duplicate-in-flight'}/${call.word}-unfinished`,
    title:
      call.word === 'order'
        ? 'refuses the key of an unfinished order with another payload, and executes the original alone'
        : 'takes a repeat for the same opening while the original is unfinished',
    requirements: [call.requirements.notExecuted],
    purposes: call.word === 'order' ? [8, 14] : [8],
    needs: { ...call.needs, control: ['operation.hold', 'operation.release'] },
    async run(t) {
      const params = await call.params(t.account);
      const executions = await countFrom(t);
      const account_id = t.account.id;
      const release = async (): Promise<void> => void (await t.control('operation.release', { account_id }));
      t.cleanup(release);
      await t.control('operation.hold', { account_id });
      const original = await call.submit(t.account, params);
      if (!original.accepted) t.inconclusive('a valid request was refused', [original.exchange.record]);
      const key = { idempotencyKey: original.key };
      if (call.word === 'order') {
        t.expect.refused((await call.submit(t.account, await call.params(t.account), key)).exchange);
      } else {
        const repeat = await call.submit(t.account, params, key);
        t.expect.accepted(repeat.exchange);
        t.expect.at(repeat.exchange.record, '/view/operationId', 'equals', original.operationId ?? null);
      }
      await release();
      await t.account.settle(original);
      await executions.expect(call.effect(params, 1), { requirement: call.requirements.notExecuted });
    },
  });
}
