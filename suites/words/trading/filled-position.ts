// A position that a pending order opened when it was executed (interface 6.1, rule 2; 7.2). Set-up: where orders do not come to a position
// of their own, since positions are netted, there is nothing of the kind.
import type { PositionView } from '../../../toolkit/profile/dialect/views.js';
import type { Account, CheckContext, OrderWish } from '../../runner/context.js';
import { figureOf } from '../figures.js';
import { nextEndOfOrder } from '../streams/end-of-order.js';

export interface FilledPosition {
  readonly positionId: string;
  readonly position: PositionView;
}

/** `account`: a leased one. Takes the control action `order.fill`. */
export async function filledPosition(t: CheckContext, account: Account, wish: OrderWish): Promise<FilledPosition> {
  const events = await account.transactions();
  const { orderId, result } = await account.openOrder(wish, { events });
  await t.control('order.fill', { account_id: account.id, order_id: orderId });
  const end = await nextEndOfOrder(t, events, orderId, result.record);
  // The stream would be one of those that the account may have.
  await events.close();
  if (end === undefined) return t.inconclusive('no event told of the execution of the order', [result]);
  const [position, ...others] = end.view.positions ?? [];
  const { id } = position ?? {};
  const isNew = events.snapshot.view.positions?.every((one) => one.id !== id) === true;
  if (position === undefined || id === undefined || others.length > 0 || !isNew) {
    return t.notApplicable('the executed order did not open a position of its own');
  }
  if (figureOf(position.volume)?.coefficient === 0n) return t.notApplicable('the executed order left no position');
  return { positionId: id, position };
}
