// Cancelling a pending order together with what depends on it.
import type { Order, Transaction } from '../domain.js';
import {
  type CancelCommand,
  type Conclusion,
  type DecisionContext,
  identifiersOf,
  rejected,
  transactionOf,
} from './decision.js';
import { ended } from './entities.js';

export function cancel(context: DecisionContext, command: CancelCommand): Conclusion {
  const order = context.book.orders.get(command.orderId);
  if (order === undefined || !context.rules.isCancellable(order)) {
    return rejected('TRADING_RULE_OPERATION_RESTRICTED', `no pending order ${JSON.stringify(command.orderId)}`);
  }
  return { transaction: cancelTransaction(context, order) };
}

/** A main order takes its sltp order with it; a related sltp order takes SL/TP from its main order. */
export function cancelTransaction(
  context: DecisionContext,
  order: Order,
  state: 'cancelled' | 'expired' = 'cancelled',
): Transaction {
  const orders: Order[] = [ended(order, state, context.nowMs)];
  const protection = context.book.protectionOf(order.id);
  if (protection !== undefined && context.rules.endsProtection('cancel')) {
    orders.push(ended(protection, 'cancelled', context.nowMs));
  }
  const main = order.parentOrderId === undefined ? undefined : context.book.orders.get(order.parentOrderId);
  if (main !== undefined) orders.push({ ...main, stopLossPrice: undefined, takeProfitPrice: undefined });
  return transactionOf('cancel', identifiersOf(context), { orders });
}
