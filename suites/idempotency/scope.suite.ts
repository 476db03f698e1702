// A key belongs to one account and one kind of operation (interface 8): elsewhere the same key is another request.

import { scenario } from '../runner/registry.js';
import { requireSameConditions } from '../words/same-conditions.js';
import { begun, ENDINGS } from '../words/trading/endings.js';
import { countFrom } from '../words/trading/executions.js';

scenario({
  id: 'idempotency.scope-account/same-key-on-two-accounts',
  title: 'takes the same key and payload on another account for another request',
  purposes: [17],
  needs: { accounts: 2 },
  async run(t) {
    const [one, other] = t.accounts;
    if (one === undefined || other === undefined) return t.inconclusive('two accounts are needed');
    await requireSameConditions(t, one, other);
    const params = await one.order();
    const first = await one.submit(params);
    if (!first.accepted) t.inconclusive('the order on the first account was refused', [first.exchange.record]);
    // Judged by its effect: whether identifiers of operations are unique beyond their account is open.
    const executions = await countFrom(t, other);
    const second = await other.submit({ ...params, accountId: other.id }, { idempotencyKey: first.key });
    t.expect.accepted(second.exchange);
    await other.settle(second);
    await executions.expect({ orders: 1 });
  },
});

scenario({
  id: 'idempotency.scope-account/another-payload-on-another-account',
  title: 'accepts a key that another account used with another payload',
  purposes: [17],
  needs: { accounts: 2 },
  async run(t) {
    const [one, other] = t.accounts;
    if (one === undefined || other === undefined) return t.inconclusive('two accounts are needed');
    const first = await one.submit(await one.order());
    if (!first.accepted) t.inconclusive('the order on the first account was refused', [first.exchange.record]);
    const executions = await countFrom(t, other);
    const second = await other.submit(await other.order({ type: 'stop' }), { idempotencyKey: first.key });
    t.expect.accepted(second.exchange);
    await other.settle(second);
    await executions.expect({ orders: 1 });
  },
});

scenario({
  id: 'idempotency.scope-operation-kind/order-then-opening',
  title: 'takes the key of an order for another request when it opens a position',
  purposes: [16],
  needs: { claims: ['positions'] },
  async run(t) {
    const order = await t.account.order();
    const placed = await t.account.submit(order);
    if (!placed.accepted) t.inconclusive('the order was refused', [placed.exchange.record]);
    const { price: _resting, type: _type, ...opening } = order;
    const opened = await t.account.submit(opening, { request: 'openPosition', idempotencyKey: placed.key });
    t.expect.accepted(opened.exchange);
    t.expect.at(opened.exchange.record, '/view/operationId', 'notEquals', placed.operationId ?? null);
  },
});

for (const ending of ENDINGS) {
  const { request, list, member, word, words, needs } = ending;
  const begin = list === 'orders' ? 'placeOrder' : 'openPosition';
  scenario({
    id: `idempotency.scope-operation-kind/${list === 'orders' ? 'order' : 'opening'}-then-${word}`,
    title: `takes the key of what was opened for another request when it asks for ${words}`,
    purposes: [16],
    level: 'should',
    needs,
    async run(t) {
      const [opens, ends] = [t.account.spec(begin), t.account.spec(request, { [member]: 'x' })];
      if (opens.method === ends.method && opens.path === ends.path)
        t.notApplicable('both are one call on this target, and what counts as a kind within one call is left open');
      const { id, submission } = await begun(t, ending);
      const ended = await t.account.submit(
        { accountId: t.account.id, [member]: id },
        { request, idempotencyKey: submission.key },
      );
      t.expect.accepted(ended.exchange);
      t.expect.at(ended.exchange.record, '/view/operationId', 'notEquals', submission.operationId ?? null);
    },
  });
}
