// The end of a pending order as events tell it (interface 3; 6.1, rule 2): a market may execute it by and by, each part with an event of
// its own, and until the last of them it is open.
import type { CheckContext, Events } from '../../runner/context.js';
import type { TransactionEvent } from './event-of.js';

const OVER: readonly (string | undefined)[] = ['filled', 'cancelled', 'rejected', 'expired'];

/** Waits for the event by which the order is over; the last that names it where none says so in words that the dialect knows. */
export async function nextEndOfOrder(
  t: CheckContext,
  events: Events,
  orderId: string,
  after: number,
): Promise<TransactionEvent | undefined> {
  const shown = ({ view }: TransactionEvent): string | undefined => {
    const order = view.orders?.find(({ id }) => id === orderId);
    return order && (t.dialect.meaning('orderState', order.state ?? null) ?? 'unknown');
  };
  const first = await events.next('transaction_event', { after, where: (event) => shown(event) !== undefined });
  if (first === undefined || OVER.includes(shown(first))) return first;
  await events.next('transaction_event', { after: first.record, where: (event) => OVER.includes(shown(event)) });
  return events.of('transaction_event', { after, where: (event) => shown(event) !== undefined }).at(-1);
}
