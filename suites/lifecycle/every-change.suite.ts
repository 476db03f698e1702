// Every finalized change of trading or account state is delivered as a transaction_event (interface 6, 1), also what no request of the
// client caused: executions, cancellations, closes, bookings.

import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import type { TransactionEvent, Transactions } from '../words/streams/event-of.js';
import { lastRecord } from '../words/streams/last-record.js';
import { orderIdsIn } from '../words/streams/order-ids.js';
import { cancelled } from '../words/trading/cancelled.js';
import { deposit } from '../words/trading/deposit.js';
import { typeOf } from '../words/trading/main-order.js';
import { placeToBeRejected, placeToFail } from '../words/trading/rejected-order.js';

/** The next event that names the order or the position, after the one that showed it open. */
function nextOf(
  events: Transactions,
  list: 'orders' | 'positions',
  id: string,
  { record }: { readonly record: number },
): Promise<TransactionEvent | undefined> {
  const names = ({ view }: TransactionEvent): boolean => view[list]?.some((one) => one.id === id) === true;
  return events.next('transaction_event', { where: names, after: record });
}

const CHANGES: readonly {
  readonly id: CheckId;
  readonly words: string;
  readonly needs: Needs;
  /** Brings it about and returns the event that announces it. */
  readonly announced: (t: CheckContext, events: Transactions) => Promise<TransactionEvent | undefined>;
}[] = [
  {
    id: 'transactions.every-change/cancellation',
    words: 'the cancellation of an order',
    needs: { claims: ['cancelOrder'], requests: ['cancelOrder'] },
    announced: async (t, events) => {
      const { orderId } = await t.account.openOrder({}, { events });
      const { submission } = await cancelled(t, orderId);
      return events.resultOf(submission);
    },
  },
  {
    id: 'transactions.every-change/execution',
    words: 'the execution of a pending order',
    needs: { control: ['order.fill'] },
    announced: async (t, events) => {
      const { orderId, result } = await t.account.openOrder({}, { events });
      await t.control('order.fill', { account_id: t.account.id, order_id: orderId });
      return nextOf(events, 'orders', orderId, result);
    },
  },
  {
    id: 'transactions.every-change/close',
    words: 'the close of a position by the platform',
    needs: { claims: ['positions'], control: ['position.close'] },
    announced: async (t, events) => {
      const { positionId, result } = await t.account.openPosition({}, { events });
      await t.control('position.close', { account_id: t.account.id, position_id: positionId });
      return nextOf(events, 'positions', positionId, result);
    },
  },
  {
    id: 'transactions.every-change/booking',
    words: 'a fee that the platform books',
    needs: { control: ['account.deposit'] },
    announced: async (t, events) => {
      const after = lastRecord(events);
      await deposit(t, '-1', { kind: 'admin_fee' });
      return events.next('transaction_event', { after });
    },
  },
];

for (const { id, words, needs, announced } of CHANGES) {
  scenario({
    id,
    title: `delivers ${words} as a transaction_event`,
    needs,
    async run(t) {
      const events = await t.account.transactions();
      const event = await announced(t, events);
      t.expect.arrived(event, `a transaction_event that announces ${words}`, { evidence: [events.snapshot] });
    },
  });
}

for (const { id, words, needs, ask } of [
  {
    id: 'transactions.every-change/behind-a-failure',
    words: 'a failed order',
    needs: { control: ['operation.fail'] },
    ask: (t: CheckContext) => placeToFail(t),
  },
  {
    id: 'transactions.every-change/behind-a-rejection',
    words: 'a rejected order',
    needs: {},
    ask: (t: CheckContext) => placeToBeRejected(t),
  },
] as const) {
  scenario({
    id,
    title: `opens no order behind ${words} that no event tells of`,
    needs,
    async run(t) {
      const events = await t.account.transactions();
      const submission = await ask(t);
      const { status, record } = await t.account.settle(submission, events);
      if (status === 'success') t.inconclusive('the operation succeeded', [record]);
      const state = await t.account.state();
      // What the snapshot shows was told before it, or is on its way.
      await barrier(t, events);
      const told = orderIdsIn([events.snapshot, ...events.of('transaction_event')]);
      const silent = (state.orders ?? []).filter((order) => typeOf(t, order) !== 'sltp' && !told.has(order.id));
      t.expect.none(
        silent.flatMap(({ id: orderId }) => orderId ?? []),
        'every open order told by an event, or by the snapshot before',
        { evidence: [state, record] },
      );
    },
  });
}

scenario({
  id: 'transactions.every-change/two-executed-at-once',
  title: 'announces the execution of each of two pending orders that are executed at the same moment',
  needs: { control: ['order.fill'], claims: ['positions'] },
  async run(t) {
    const events = await t.account.transactions();
    const opened = [await t.account.openOrder({}, { events }), await t.account.openOrder({ side: 'sell' }, { events })];
    await Promise.all(
      opened.map(({ orderId }) => t.control('order.fill', { account_id: t.account.id, order_id: orderId })),
    );
    const told = await Promise.all(opened.map(({ orderId, result }) => nextOf(events, 'orders', orderId, result)));
    if (!events.isOpen) t.inconclusive('the connection has ended, as it may', told);
    opened.forEach(({ orderId, result }, n) => {
      t.expect.arrived(told[n], `a transaction_event that names order ${orderId}, which was executed`, {
        evidence: [result],
      });
    });
  },
});
