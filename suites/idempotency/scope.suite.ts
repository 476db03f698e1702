// A key belongs to one account and one kind of operation (interface 8): elsewhere the same key is another request. On accounts that is
// judged by the effect: whether identifiers of operations are unique beyond their account is open.

import type { CheckContext } from '../runner/context.js';
import { concurrent, scenario } from '../runner/registry.js';
import { OPENING, ORDER, openingOf } from '../words/calls/calls.js';
import { CANCELLATION, CLOSE, ENDINGS, endingParams } from '../words/calls/endings.js';
import { expectOtherOperation } from '../words/calls/same-operation.js';
import { expectDelivered } from '../words/streams/delivery.js';
import { countFrom } from '../words/trading/executions.js';
import { expectAcknowledged } from '../words/trading/refusal.js';
import { requireSameConditions } from './same-conditions.js';

scenario({
  id: 'idempotency.scope-account/same-key-on-two-accounts',
  title: 'takes the same key and payload on another account for another request',
  purposes: [17],
  needs: { accounts: 2 },
  async run(t, own, other) {
    await requireSameConditions(t, own, other);
    const order = await own.order();
    const { key: idempotencyKey } = await own.place(order);
    const executions = await countFrom(t, other);
    await expectAcknowledged(t, { ...order, accountId: other.id }, { account: other, idempotencyKey });
    await executions.expect({ orders: 1 });
  },
});

scenario({
  id: 'idempotency.scope-account/another-payload-on-another-account',
  title: 'accepts a key that another account used with another payload',
  purposes: [17],
  needs: { accounts: 2 },
  async run(t, own, other) {
    const { key: idempotencyKey } = await own.place();
    const executions = await countFrom(t, other);
    await expectAcknowledged(t, await other.order({ type: 'stop' }), { account: other, idempotencyKey });
    await executions.expect({ orders: 1 });
  },
});

const ORDERS = [
  { type: 'stop', side: 'buy' },
  { type: 'stop', side: 'sell' },
  { type: 'limit', side: 'sell' },
] as const;

scenario({
  id: 'idempotency.scope-account/every-kind-of-order',
  title: 'takes the key of an order on another account for another request, whatever the order is',
  purposes: [17],
  needs: { accounts: 2 },
  effort: 'standard',
  async run(t, own, other) {
    await requireSameConditions(t, own, other);
    const executions = await countFrom(t, other);
    for (const kind of ORDERS) {
      const order = await own.order(kind);
      const { key: idempotencyKey } = await own.place(order);
      await expectAcknowledged(t, { ...order, accountId: other.id }, { account: other, idempotencyKey });
    }
    for (const kind of ORDERS) {
      const { key: idempotencyKey } = await own.place(await own.order(kind));
      await expectAcknowledged(t, await other.order(), { account: other, idempotencyKey });
    }
    await executions.expect({ orders: 2 * ORDERS.length });
  },
});

scenario({
  id: 'idempotency.scope-account/opening',
  title: 'opens a position on each of two accounts that use one key and payload',
  purposes: [17],
  needs: { accounts: 2, claims: ['positions'] },
  effort: 'standard',
  async run(t, own, other) {
    await requireSameConditions(t, own, other);
    const opening = openingOf(await own.order());
    const { key: idempotencyKey } = await own.place(opening, { request: 'openPosition' });
    const executions = await countFrom(t, other);
    const options = { account: other, request: 'openPosition', idempotencyKey } as const;
    const { result } = await expectAcknowledged(t, { ...opening, accountId: other.id }, options);
    const openings = result.status === 'success' ? 1 : 0;
    await executions.expect({ openings, volume: String(opening.volume) });
  },
});

scenario({
  id: 'idempotency.scope-account/longest-key',
  title: 'takes the longest key and the same payload on another account for another request',
  purposes: [17],
  needs: { accounts: 2 },
  async run(t, own, other) {
    await requireSameConditions(t, own, other);
    const order = await own.order();
    const { key: idempotencyKey } = await own.place(order, { idempotencyKey: t.freshKey().padEnd(128, 'x') });
    const executions = await countFrom(t, other);
    await expectAcknowledged(t, { ...order, accountId: other.id }, { account: other, idempotencyKey });
    await executions.expect({ orders: 1 });
  },
});

scenario({
  id: 'idempotency.scope-account/both-told',
  title: 'tells each of two accounts of the order that it placed with a key of both',
  requirements: ['transactions.every-change'],
  purposes: [17],
  needs: { accounts: 2 },
  effort: 'standard',
  async run(t, own, other) {
    const [first, second] = [await own.transactions(), await other.transactions()];
    const placed = await own.place();
    await first.awaitResultOf(placed);
    const also = await other.place({}, { idempotencyKey: placed.key });
    const options = { requirement: 'transactions.every-change' } as const;
    const event = await second.resultOf(also);
    if (event === undefined && !second.isOpen) t.inconclusive('the connection has ended, as it may', [also]);
    t.expect.arrived(event, also, options);
    t.expect.at(event ?? also, '/view/clientRequestId', 'equals', placed.key);
  },
});

concurrent({
  id: 'idempotency.scope-account/two-accounts-at-once',
  title: 'executes one key and payload once on each of two accounts that use it at the same time',
  requirements: ['idempotency.duplicate-one-winner'],
  purposes: [17],
  needs: { accounts: 2 },
  async run(t, own, other) {
    await requireSameConditions(t, own, other);
    const order = await own.order();
    const idempotencyKey = t.freshKey();
    const executions = await Promise.all([own, other].map((account) => countFrom(t, account)));
    const race = await Promise.all(
      [own, other, own, other].map(async (account) => ({
        account,
        submission: await account.submit({ ...order, accountId: account.id }, { idempotencyKey }),
      })),
    );
    for (const { submission } of race) t.expect.accepted(submission);
    const counts = [own, other].map((one) => {
      const ids = race.flatMap(({ account, submission }) => (account === one ? [submission.operationId] : []));
      return new Set(ids).size;
    });
    t.expect.that(
      counts.every((count) => count === 1),
      {
        expected: 'one operation on each account',
        actual: counts.join(' and '),
        evidence: race.map(({ submission }) => submission),
      },
      { requirement: 'idempotency.duplicate-one-winner' },
    );
    await Promise.all(executions.map((each) => each.expect({ orders: 1 })));
  },
});

scenario({
  id: 'idempotency.scope-operation-kind/order-then-opening',
  title: 'takes the key of an order for another request when it opens a position',
  purposes: [16],
  needs: { claims: ['positions'] },
  async run(t) {
    const order = await t.account.order();
    const placed = await t.account.place(order);
    const { price: _resting, type: _type, ...opening } = order;
    const options = { request: 'openPosition', idempotencyKey: placed.key } as const;
    expectOtherOperation(t, placed, await t.account.submit(opening, options));
  },
});

scenario({
  id: 'idempotency.scope-operation-kind/both-told',
  title: 'tells the results of an order and of an opening that have one key, each by its own operation',
  purposes: [16],
  needs: { claims: ['positions'] },
  effort: 'standard',
  async run(t) {
    const events = await t.account.transactions();
    const order = await t.account.order();
    const placed = await t.account.place(order);
    await events.awaitResultOf(placed);
    const opened = await t.account.submit(openingOf(order), { request: 'openPosition', idempotencyKey: placed.key });
    expectOtherOperation(t, placed, opened);
    // By its operation alone: the key is that of both.
    const { operationId } = opened;
    const event = await events.next('transaction_event', { where: ({ view }) => view.operationId === operationId });
    expectDelivered(t, events, event, `the event of operation ${operationId}`, [opened, placed]);
  },
});

/** How often the kinds of operation race for one key: what is remembered for a moment may be missed once. */
const RACES = 3;

concurrent({
  id: 'idempotency.scope-operation-kind/order-and-opening-at-once',
  title: 'executes an order and an opening that come with one key at the same moment, each as an operation of its own',
  purposes: [16],
  needs: { claims: ['positions'] },
  async run(t) {
    const order = await t.account.order();
    const executions = await countFrom(t);
    for (let race = 0; race < RACES; race += 1) {
      const idempotencyKey = t.freshKey();
      const both = [
        t.account.submit(await t.account.order(), { idempotencyKey }),
        t.account.submit(openingOf(order), { request: 'openPosition', idempotencyKey }),
      ] as const;
      // The one that is sent first need not come first.
      const [placed, opened] = await Promise.all(both);
      t.expect.accepted(placed);
      expectOtherOperation(t, placed, opened);
    }
    await executions.expect({ orders: RACES, openings: RACES, volume: String(order.volume) });
  },
});

concurrent({
  id: 'idempotency.scope-operation-kind/endings-at-once',
  title: 'takes an order, an opening, a close and a cancellation that come with one key at the same moment for four',
  purposes: [16],
  // Calls that the interface does not show.
  level: 'should',
  needs: { claims: [...(CLOSE.needs.claims ?? []), 'cancelOrder'], requests: [CLOSE.request, CANCELLATION.request] },
  async run(t) {
    requireApart(t);
    for (let race = 0; race < RACES; race += 1) {
      const order = await t.account.order();
      const [close, cancellation] = [await endingParams(t, CLOSE), await endingParams(t, CANCELLATION)];
      const idempotencyKey = t.freshKey();
      const all = [
        () => t.account.submit(cancellation, { request: CANCELLATION.request, idempotencyKey }),
        () => t.account.submit(close, { request: CLOSE.request, idempotencyKey }),
        () => t.account.submit(order, { idempotencyKey }),
        () => t.account.submit(openingOf(order), { request: 'openPosition', idempotencyKey }),
      ];
      // Another of them is sent first each time.
      const sent = await Promise.all([...all.slice(race), ...all.slice(0, race)].map((send) => send()));
      for (const one of sent) t.expect.accepted(one);
      const ids = new Set(sent.map(({ operationId }) => operationId));
      t.expect.that(ids.size === sent.length, {
        expected: `${sent.length} operations`,
        actual: `operations ${[...ids].join(', ')}`,
        evidence: sent,
      });
      await t.account.settleAll();
    }
  },
});

/** What counts as a kind within one call is left open. */
function requireApart(t: CheckContext): void {
  const calls = [...ENDINGS, ORDER, OPENING].map((call) => {
    const { method, path } = t.account.spec(call.request, 'member' in call ? { [call.member]: 'x' } : {});
    return `${method} ${path}`;
  });
  if (new Set(calls).size < calls.length) t.notApplicable('several of these are one call on this target');
}

for (const { opening, request, member, word, words, needs, begin } of ENDINGS) {
  scenario({
    id: `idempotency.scope-operation-kind/${opening.word}-then-${word}`,
    title: `takes the key of what was opened for another request when it asks for ${words}`,
    purposes: [16],
    level: 'should',
    needs,
    async run(t) {
      const [opens, ends] = [t.account.spec(opening.request), t.account.spec(request, { [member]: 'x' })];
      if (opens.method === ends.method && opens.path === ends.path) {
        t.notApplicable('both are one call on this target, and what counts as a kind within one call is left open');
      }
      const { id, submission } = await begin(t);
      const end = { accountId: t.account.id, [member]: id };
      const ended = await t.account.submit(end, { request, idempotencyKey: submission.key });
      expectOtherOperation(t, submission, ended);
    },
  });
}
