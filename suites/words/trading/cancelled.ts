// Cancelling an order as set-up (interface 1, rule 1); what is judged of the call itself begins at `ENDINGS`.
import type { CheckContext, Completed, Events } from '../../runner/context.js';

/** Cancels the order and sees that to its end, by its event where a stream is given. */
export function cancelled(t: CheckContext, orderId: string, events?: Events): Promise<Completed> {
  const params = { accountId: t.account.id, orderId };
  return t.account.complete(params, { request: 'cancelOrder', ...(events && { events }) });
}
