// Beside operations that are unfinished everything else goes on as ever (interface 1, rule 1; 6.1): reads show what is, bookings are told
// with their account state, and what is wrong stays wrong.

import { isFinalStatus } from '../../toolkit/payload/vocabulary.js';
import { pause } from '../../toolkit/wire/pause.js';
import { scenario } from '../runner/registry.js';
import { isAnswered } from '../words/calls/answered.js';
import { eventually } from '../words/eventually.js';
import { itemsOf, walk } from '../words/pages.js';
import { balanceEventOf } from '../words/streams/balance-event.js';
import { expectDelivered } from '../words/streams/delivery.js';
import { countFrom } from '../words/trading/executions.js';
import { expectRefused } from '../words/trading/refusal.js';
import { belowMinimum, placeToBeRejected } from '../words/trading/rejected-order.js';

scenario({
  id: 'subscriptions.transactions-snapshot-orders/beside-unfinished-operations',
  title: 'shows what is open, and books, while operations of the account are unfinished',
  requirements: ['transactions.balance-account-state', 'history.no-open-orders'],
  needs: { claims: ['orderHistory'], control: ['operation.hold', 'operation.release', 'account.deposit'] },
  async run(t) {
    const events = await t.account.transactions();
    const { orderId } = await t.account.openOrder({}, { events });
    await t.under('operations-held');
    for (let turn = 0; turn < 2; turn += 1) await t.account.place();
    t.expect.lists(await t.account.state(), 'orders', orderId);
    const booking = await balanceEventOf(t, events, { kind: 'balance', amount: '3' });
    t.expect.at(booking, '/view/accountState', 'present', { requirement: 'transactions.balance-account-state' });
    const pages = await walk(t, 'orderHistory');
    const shown = itemsOf(pages).some(({ id }) => id === orderId);
    t.expect.none(shown ? [orderId] : [], 'no open order in history', {
      evidence: pages,
      requirement: 'history.no-open-orders',
    });
  },
});

/** Of which a service writes several at once, and fewer than pending orders that most targets take. */
const RELEASED = 8;

scenario({
  id: 'domain.result-as-event/many-released-at-once',
  title: 'delivers the events of all operations that end in the same moment',
  requirements: ['domain.every-ack-one-result'],
  needs: { control: ['operation.hold', 'operation.release'] },
  async run(t) {
    const events = await t.account.transactions();
    const release = await t.under('operations-held');
    const orders = await t.account.orders(RELEASED);
    const sent = await Promise.all(orders.map((order) => t.account.submit(order)));
    const accepted = sent.filter((submission) => submission.accepted);
    if (accepted.length < sent.length) t.inconclusive('not all of the orders were accepted', sent);
    await release();
    for (const one of accepted) {
      t.expect.arrived(await events.resultOf(one), one, { also: ['domain.every-ack-one-result'] });
    }
  },
});

scenario({
  id: 'transactions.rejected-changes-nothing/beside-unfinished-operations',
  title: 'executes no order below volume_min that comes to its end beside others',
  requirements: ['orders.volume-below-minimum', 'domain.result-as-event'],
  needs: { control: ['operation.hold', 'operation.release'] },
  async run(t) {
    const events = await t.account.transactions();
    const wrong = await belowMinimum(t);
    const executions = await countFrom(t);
    const release = await t.under('operations-held');
    const first = await t.account.submit(wrong);
    const good = [await t.account.place(), await t.account.place()];
    await release();
    if (first.accepted) {
      const result = await t.account.settle(first, events);
      expectRefused(t, { submission: first, result }, { requirement: 'orders.volume-below-minimum' });
    } else expectRefused(t, { submission: first }, { requirement: 'orders.volume-below-minimum' });
    for (const one of good) {
      t.expect.arrived(await events.resultOf(one), one, { requirement: 'domain.result-as-event' });
    }
    await executions.expect({ orders: good.length });
  },
});

scenario({
  id: 'domain.result-as-event/subscribed-while-unfinished',
  title: 'delivers the result of an operation that was unfinished when its connection subscribed',
  needs: { control: ['operation.hold', 'operation.release'] },
  effort: 'standard',
  async run(t) {
    const release = await t.under('operations-held');
    const submission = await t.account.place();
    const events = await t.account.transactions();
    // Had it come to its end by now, its event may have been sent before the subscription.
    const { operationId } = submission;
    const status = await t.account.request('operationStatus', { operationId });
    const body = status.answer?.status === 200 ? status.answer.body : undefined;
    if (body !== undefined && isFinalStatus(t.dialect.readOperation(body).state)) {
      t.inconclusive('the operation ended while operations were held', [status]);
    }
    await release();
    expectDelivered(t, events, await events.resultOf(submission), submission, [submission, events.snapshot]);
  },
});

/** As long as nobody takes for a result at once. */
const UNFINISHED_MS = 500;

scenario({
  id: 'transactions.client-request-id-echo/rejected-after-a-while',
  title: 'tells of an order that is rejected a while after its ACK as of any other: with its key, a code and a message',
  requirements: [
    'transactions.error-code-on-rejected',
    'transactions.error-message-on-rejected',
    'operations.client-request-id-echo',
    'operations.error-code-when-rejected',
    'operations.error-message-when-rejected',
  ],
  needs: { control: ['operation.hold', 'operation.release'] },
  waitMs: UNFINISHED_MS,
  async run(t) {
    const events = await t.account.transactions();
    const release = await t.under('operations-held');
    const submission = await placeToBeRejected(t);
    await pause(UNFINISHED_MS, t.signal);
    await release();
    const event = t.expect.arrived(await events.resultOf(submission), submission);
    if (event.view.status === 'success') t.inconclusive('the order was not rejected', [event]);
    t.expect.at(event, '/view/clientRequestId', 'equals', submission.key);
    t.expect.at(event, '/view/errorCode', 'present', { requirement: 'transactions.error-code-on-rejected' });
    t.expect.at(event, '/view/errorMessage', 'present', { requirement: 'transactions.error-message-on-rejected' });
    const status = await eventually(
      t,
      () => t.account.request('operationStatus', { operationId: submission.operationId }),
      (read) => !isAnswered(read) || isFinalStatus(t.dialect.readOperation(read.answer?.body ?? null).state),
    );
    if (!isAnswered(status)) return;
    t.expect.at(status, '/view/clientRequestId', 'equals', submission.key, {
      requirement: 'operations.client-request-id-echo',
    });
    t.expect.at(status, '/view/errorCode', 'present', { requirement: 'operations.error-code-when-rejected' });
    t.expect.at(status, '/view/errorMessage', 'present', { requirement: 'operations.error-message-when-rejected' });
  },
});
