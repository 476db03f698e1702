// Executions that open a position: a market execution, and the fill of a pending order (interface 4.2, 6.1, rule 2).
import { add, type Decimal } from '../../decimal/index.js';
import type { Order, Side } from '../domain.js';
import { marginRejection, openMarket, priceRejection, protectionRejection, volumeRejection } from './admission.js';
import { cancelTransaction } from './cancel-order.js';
import {
  type Conclusion,
  type DecisionContext,
  identifiersOf,
  type OpenCommand,
  rejected,
  transactionOf,
} from './decision.js';
import { type Entered, enter } from './enter-position.js';
import { ended, newDeal, newOrder, opposite } from './entities.js';
import { normalised } from './units.js';

/** Immediate execution: an order, a deal, a position; with SL/TP an sltp order of the position too. */
export function open(context: DecisionContext, command: OpenCommand): Conclusion {
  const code = context.rules.openingGuard(context.account);
  if (code !== undefined) return rejected(code, `opening while trade_mode ${context.account.tradeMode}`);
  const market = openMarket(context, command.instrument, 'openPosition', 'market');
  if ('code' in market) return { rejection: market };
  const { instrument, quote } = market;
  const { side } = command;
  const price = context.rules.executionPrice(side, quote);
  const rejection =
    priceRejection(context, instrument, command, 'market') ??
    volumeRejection(context, instrument, command.volume, { type: 'market', side }) ??
    protectionRejection(context, side, command, context.rules.executionPrice(opposite(side), quote)) ??
    marginRejection(context, instrument, price, command.volume);
  if (rejection !== undefined) return { rejection };
  const { conditions } = instrument;
  const asked = normalised(command.volume, conditions.volumeDigits);
  const volumes = context.rules.executedIn(asked, conditions);
  const volume = volumes.reduce(add);
  const ids = identifiersOf(context);
  const entered = enter(context, ids, instrument, { side, volume, price });
  const { position } = entered;
  const { clientRequestId, stopLossPrice, takeProfitPrice } = command;
  const filled = { type: 'market', side, state: 'filled', volume, price, positionId: position.id } as const;
  const order = newOrder(context, ids, instrument, { ...filled, clientRequestId });
  const orders: Order[] = [order, ...entered.ended];
  if (position.state === 'open' && (stopLossPrice !== undefined || takeProfitPrice !== undefined)) {
    orders.push(...replaced(context, entered));
    const levels = { stopLossPrice, takeProfitPrice, positionId: position.id, clientRequestId };
    orders.push(
      newOrder(context, ids, instrument, { type: 'sltp', side: opposite(side), state: 'pending', volume, ...levels }),
    );
  }
  const { amount } = entered;
  const of = { orderId: order.id, positionId: position.id, side, price };
  const deals = volumes.map((part, at) =>
    newDeal(context, ids, instrument, { ...of, volume: part, amount: at === 0 ? amount : 0n }),
  );
  return { transaction: transactionOf('market', ids, { orders, deals, positions: [position], balanceChange: amount }) };
}

/** The protection that a position had goes when it is given another. */
function replaced(context: DecisionContext, { position, ended: over }: Entered): readonly Order[] {
  const protection = context.book.protectionOf(position.id);
  const isOver = protection === undefined || over.some(({ id }) => id === protection.id);
  return isOver ? [] : [ended(protection, 'cancelled', context.nowMs)];
}

/**
 * The fill of a pending order, at the market or at its own price where there is none. An order whose margin is gone by then
 * is cancelled instead.
 */
export function fill(context: DecisionContext, order: Order, at: 'market' | 'own-price'): Conclusion {
  const instrument = context.market.listing(order.instrument);
  if (instrument === undefined || order.price === undefined) {
    return rejected('MARKET_INSTRUMENT_NOT_FOUND', `${order.instrument} is gone`);
  }
  const quote = context.market.quote(instrument, context.nowMs);
  const price = at === 'market' && quote !== undefined ? context.rules.executionPrice(order.side, quote) : order.price;
  if (marginRejection(context, instrument, price, order.volume) !== undefined) {
    return { transaction: cancelTransaction(context, order) };
  }
  const ids = identifiersOf(context);
  const entered = enter(context, ids, instrument, opening(order, price));
  const { position, amount } = entered;
  const orders: Order[] = [{ ...ended(order, 'filled', context.nowMs), positionId: position.id }, ...entered.ended];
  const protection = context.book.protectionOf(order.id);
  if (protection !== undefined && position.state === 'open') {
    orders.push(...replaced(context, entered), { ...protection, positionId: position.id });
  } else if (protection !== undefined) orders.push(ended(protection, 'cancelled', context.nowMs));
  const deal = newDeal(context, ids, instrument, {
    orderId: order.id,
    positionId: position.id,
    ...opening(order, price),
    amount,
  });
  return {
    transaction: transactionOf('fill', ids, { orders, deals: [deal], positions: [position], balanceChange: amount }),
  };
}

function opening(order: Order, price: Decimal): { side: Side; volume: Decimal; price: Decimal } {
  return { side: order.side, volume: order.volume, price };
}
