// Every finalized change of trading or account state is delivered as a transaction_event (interface 6, 1), also what no request of the
// client caused: executions, cancellations, closes, bookings.
import type { Needs } from '../runner/check.js';
import type { CheckContext, Received } from '../runner/context.js';
import { scenario } from '../runner/registry.js';

type Transactions = Awaited<ReturnType<CheckContext['account']['transactions']>>;

interface Change {
  readonly slug: string;
  readonly words: string;
  readonly needs: Needs;
  /** Brings it about and returns the event that announces it. */
  readonly announced: (t: CheckContext, events: Transactions) => Promise<Received | undefined>;
}

/** An order or a position, and the record of the event that showed it open. */
interface Open {
  readonly id: string;
  readonly record: number;
}

async function restingOrder(t: CheckContext, events: Transactions): Promise<Open> {
  const { orderId, result } = await t.account.openOrder({}, { events });
  return orderId === undefined
    ? t.inconclusive('the open order shows no identifier; bind it in the dialect', [result.record])
    : { id: orderId, record: result.record };
}

async function openedPosition(t: CheckContext, events: Transactions): Promise<Open> {
  const { positionId, result } = await t.account.openPosition({}, { events });
  return positionId === undefined
    ? t.inconclusive('the opened position shows no identifier; bind it in the dialect', [result.record])
    : { id: positionId, record: result.record };
}

/** The next event that names the order or the position. */
function nextOf(
  events: Transactions,
  list: 'orders' | 'positions',
  { id, record }: Open,
): Promise<Received | undefined> {
  return events.next(
    (message) => message.kind === 'transaction_event' && message.view[list]?.some((one) => one.id === id) === true,
    { after: record },
  );
}

const CHANGES: readonly Change[] = [
  {
    slug: 'cancellation',
    words: 'the cancellation of an order',
    needs: { claims: ['cancelOrder'], requests: ['cancelOrder'] },
    announced: async (t, events) => {
      const { id: orderId } = await restingOrder(t, events);
      const submission = await t.account.submit({ accountId: t.account.id, orderId }, { request: 'cancelOrder' });
      const result = await t.account.settle(submission);
      if (result.status !== 'success') t.inconclusive(`the cancellation ended ${result.status}`, [result.record]);
      return await events.resultOf(submission);
    },
  },
  {
    slug: 'execution',
    words: 'the execution of a pending order',
    needs: { control: ['order.fill'] },
    announced: async (t, events) => {
      const order = await restingOrder(t, events);
      await t.control('order.fill', { account_id: t.account.id, order_id: order.id });
      return await nextOf(events, 'orders', order);
    },
  },
  {
    slug: 'close',
    words: 'the close of a position by the platform',
    needs: { claims: ['positions'], control: ['position.close'] },
    announced: async (t, events) => {
      const position = await openedPosition(t, events);
      await t.control('position.close', { account_id: t.account.id, position_id: position.id });
      return await nextOf(events, 'positions', position);
    },
  },
  {
    slug: 'booking',
    words: 'a fee that the platform books',
    needs: { control: ['account.deposit'] },
    announced: async (t, events) => {
      const after = events.received.at(-1)?.record ?? events.snapshot.record;
      await t.control('account.deposit', { account_id: t.account.id, kind: 'admin_fee', amount: '-1' });
      return await events.next(({ kind }) => kind === 'transaction_event', { after });
    },
  },
];

for (const { slug, words, needs, announced } of CHANGES) {
  scenario({
    id: `transactions.every-change/${slug}`,
    title: `delivers ${words} as a transaction_event`,
    needs,
    async run(t) {
      const events = await t.account.transactions();
      const event = await announced(t, events);
      t.expect.that(event !== undefined, {
        expected: `a transaction_event that announces ${words}`,
        actual: `none within ${t.timing.eventMs} ms`,
        evidence: [event?.record ?? events.snapshot.record],
      });
    },
  });
}
