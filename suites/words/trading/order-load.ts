// How much checks ask of an account: large orders that rest may tie up its margin, and targets have hundreds of instruments.
import { Undecided } from '../../runner/check-end.js';
import type { CheckContext, Events, OpenedOrder } from '../../runner/context.js';

/** Large orders only where nothing of them stays: on accounts of the check's own, or where the target lets orders be cancelled. */
export function mayPlaceLargeOrders(t: CheckContext): boolean {
  const means = ['account.create', 'order.cancel', 'account.reset'] as const;
  return t.dialect.has('cancelOrder') || means.some((action) => t.hasControl(action));
}

/** Checks that place orders on every instrument stop here. */
export const MOST_INSTRUMENTS = 8;

/** Set-up: so many open orders, or as many as the account may hold if these are not fewer than `least`. */
export async function openAsMany(t: CheckContext, most: number, least: number, events: Events): Promise<OpenedOrder[]> {
  const orders = await t.account.orders(most);
  const tried = await Promise.allSettled(orders.map((order) => t.account.openOrder(order, { events })));
  const opened = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const reasons = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  const grave = reasons.find((reason) => !(reason instanceof Undecided)) ?? (opened.length < least && reasons[0]);
  if (grave) throw grave;
  return opened;
}
