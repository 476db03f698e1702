// Operations side by side (interface 1, rule 1; 2.2; 6.1): each ACK has a result of its own, and two operations on one thing come to
// outcomes that agree. How long a result takes is open, and reported.
import type { CheckContext, Submission } from '../runner/context.js';
import { concurrent, scenario } from '../runner/registry.js';
import { nextEndOfOrder } from '../words/streams/end-of-order.js';
import { countFrom } from '../words/trading/executions.js';
import { failedOrder } from '../words/trading/rejected-order.js';

/** Enough to find a service that handles some events at a time and loses the rest; fewer than the pending orders that most targets take. */
const BURST = { quick: 8, standard: 24, thorough: 40 } as const;
const SIZES = { quick: 5, standard: 12, thorough: 60 } as const;

function median(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

concurrent({
  id: 'domain.every-ack-one-result/burst-of-orders',
  title: 'gives each of many simultaneous orders an operation, an event and an effect of its own',
  requirements: ['ack.operation-id-unique', 'domain.result-as-event'],
  purposes: [23, 24],
  async run(t) {
    const events = await t.account.transactions();
    const executions = await countFrom(t);
    const orders = await t.account.orders(BURST[t.effort]);
    const sent = await Promise.all(orders.map((order) => t.account.submit(order)));
    const accepted = sent.filter((submission) => submission.accepted);
    if (accepted.length === 0) t.inconclusive('none of the orders was accepted', sent);
    const ids = new Set(accepted.map(({ operationId }) => operationId));
    t.expect.that(
      ids.size === accepted.length,
      { expected: `${accepted.length} operation_ids`, actual: `${ids.size}`, evidence: sent },
      { requirement: 'ack.operation-id-unique' },
    );
    const results = await Promise.all(accepted.map((submission) => events.resultOf(submission)));
    const came = results.filter((event) => event !== undefined);
    t.expect.that(
      came.length === accepted.length,
      { expected: `${accepted.length} events`, actual: `${came.length}`, evidence: sent },
      { requirement: 'domain.result-as-event' },
    );
    const successes = came.filter(({ view }) => view.status === 'success').length;
    await executions.expect({ orders: successes });
  },
});

concurrent({
  id: 'domain.result-as-event/latency-as-reported',
  title: 'delivers the events of orders one after the other, whose time from ACK to event is reported',
  purposes: [28],
  async run(t) {
    const events = await t.account.transactions();
    const latenciesMs: number[] = [];
    for (let n = 0; n < SIZES[t.effort]; n++) {
      const submission = await t.account.place();
      const ackMs = performance.now();
      t.expect.arrived(await events.resultOf(submission), submission);
      latenciesMs.push(Math.max(0, performance.now() - ackMs));
    }
    const sorted = latenciesMs.sort((a, b) => a - b).map((ms) => Math.round(ms * 10) / 10);
    t.observe(
      'time from ACK to event',
      { orders: sorted.length, least: sorted[0] ?? 0, median: median(sorted), most: sorted.at(-1) ?? 0 },
      { section: '6', unit: 'ms' },
    );
  },
});

function cancel(t: CheckContext, orderId: string): Promise<Submission> {
  return t.account.submit({ accountId: t.account.id, orderId }, { request: 'cancelOrder' });
}

concurrent({
  id: 'transactions.success-means-change/cancelled-twice-at-once',
  title: 'cancels an order once that is cancelled twice at the same moment, with one final result for each',
  requirements: ['domain.closed-not-in-snapshot'],
  purposes: [33],
  needs: { claims: ['cancelOrder'], requests: ['cancelOrder'] },
  async run(t) {
    const { orderId } = await t.account.openOrder();
    const both = await Promise.all([cancel(t, orderId), cancel(t, orderId)]);
    const results = await Promise.all(both.filter(({ accepted }) => accepted).map((one) => t.account.settle(one)));
    const evidence = [...both, ...results];
    const successes = results.filter(({ status }) => status === 'success').length;
    if (successes === 0) t.inconclusive('neither cancellation succeeded', evidence);
    t.expect.that(successes === 1, { expected: 'one success', actual: `${successes} successes`, evidence });
    const state = await t.account.state();
    t.expect.listsNot(state, 'orders', orderId, { requirement: 'domain.closed-not-in-snapshot' });
  },
});

scenario({
  id: 'transactions.success-means-change/executed-before-its-cancellation',
  title: 'does not announce success for a cancellation that finds its order executed',
  requirements: ['domain.closed-not-in-snapshot'],
  purposes: [33],
  needs: {
    claims: ['cancelOrder', 'positions'],
    requests: ['cancelOrder'],
    control: ['order.fill', 'operation.hold', 'operation.release'],
  },
  async run(t) {
    const executions = await countFrom(t);
    const events = await t.account.transactions();
    const { orderId, submission, result } = await t.account.openOrder({}, { events });
    const release = await t.under('operations-held');
    const cancellation = await cancel(t, orderId);
    await t.control('order.fill', { account_id: t.account.id, order_id: orderId });
    // What a market executes by and by is open until the last part.
    await nextEndOfOrder(t, events, orderId, result.record);
    await release();
    const outcome = cancellation.accepted ? await t.account.settle(cancellation) : undefined;
    t.expect.that(outcome?.status !== 'success', {
      expected: 'a rejected cancellation, since the order was executed before it',
      actual: 'result success',
      evidence: [outcome ?? cancellation],
    });
    const volume = String(submission.exchange.request.params?.['volume']);
    await executions.expect({ orders: 0, openings: 1, volume }, { requirement: 'domain.closed-not-in-snapshot' });
  },
});

scenario({
  id: 'transactions.failed-changes-nothing/forced-failure',
  title: 'leaves the trading state as it was when an operation fails',
  purposes: [31],
  needs: { control: ['operation.fail'] },
  async run(t) {
    const executions = await countFrom(t);
    const { executed } = await failedOrder(t);
    await executions.expect({ orders: executed });
  },
});
