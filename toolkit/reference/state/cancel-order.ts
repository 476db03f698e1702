// Cancelling a pending order together with what depends on it.
import type { Order, Transaction } from '../domain.js';
import { type CancelCommand, type Conclusion, type Desk, identifiersOf, rejected, transactionOf } from './desk.js';
import { ended } from './entities.js';

export function cancel(desk: Desk, command: CancelCommand): Conclusion {
  const order = desk.book.orders.get(command.orderId);
  if (order === undefined || !desk.rules.isCancellable(order)) {
    return rejected('TRADING_RULE_OPERATION_RESTRICTED', `no pending order ${JSON.stringify(command.orderId)}`);
  }
  return { transaction: cancelTransaction(desk, order) };
}

/** A main order takes its sltp order with it; a related sltp order takes SL/TP from its main order. */
export function cancelTransaction(desk: Desk, order: Order, state: 'cancelled' | 'expired' = 'cancelled'): Transaction {
  const orders: Order[] = [ended(order, state, desk.nowMs)];
  const protection = desk.book.protectionOf(order.id);
  if (protection !== undefined && desk.rules.endsProtection('cancel')) {
    orders.push(ended(protection, 'cancelled', desk.nowMs));
  }
  const main = order.parentOrderId === undefined ? undefined : desk.book.orders.get(order.parentOrderId);
  if (main !== undefined) orders.push({ ...main, stopLossPrice: undefined, takeProfitPrice: undefined });
  return transactionOf('cancel', identifiersOf(desk), { orders });
}
