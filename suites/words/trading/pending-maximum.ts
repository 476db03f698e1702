// An account that has as many pending orders as it may (interface 8, other limit 5). How many those are is the target's own, so a control
// action lowers it to what is open. Set-up: nothing is judged here.
import type { CheckContext } from '../../runner/context.js';

export interface PendingMaximum {
  /** Gives the account room again; at the end of the check at the latest. */
  readonly away: () => Promise<void>;
}

/** Undecided where the snapshot does not show the order that is open. */
export async function atPendingMaximum(t: CheckContext, orderId: string): Promise<PendingMaximum> {
  const { orders = [], record } = await t.account.state();
  if (!orders.some(({ id }) => id === orderId)) t.inconclusive('the snapshot does not show the open order', [record]);
  const count = orders.filter(({ type }) => t.dialect.meaning('orderType', type ?? null) !== 'sltp').length;
  const account = { account_id: t.account.id };
  await t.control('orders.limit', { ...account, count: String(count) });
  return { away: t.cleanup(() => t.control('orders.unlimit', account)) };
}
