// Executions that open a position: a market execution, and the fill of a pending order (interface 4.2, 6.1, rule 2).
import { add, type Decimal } from '../../decimal/index.js';
import type { Order, Side } from '../domain.js';
import { marginRejection, openMarket, priceRejection, protectionRejection, volumeRejection } from './admission.js';
import { cancelTransaction } from './cancel.js';
import { type Conclusion, type Desk, identifiersOf, type OpenCommand, rejected, transactionOf } from './desk.js';
import { type Entered, enter } from './enter.js';
import { ended, newDeal, newOrder, opposite } from './entities.js';
import { normalised } from './units.js';

/** Immediate execution: an order, a deal, a position; with SL/TP an sltp order of the position too. */
export function open(desk: Desk, command: OpenCommand): Conclusion {
  const code = desk.rules.openingGuard(desk.account);
  if (code !== undefined) return rejected(code, `opening while trade_mode ${desk.account.tradeMode}`);
  const market = openMarket(desk, command.instrument, 'openPosition', 'market');
  if ('code' in market) return { rejection: market };
  const { instrument, quote } = market;
  const { side } = command;
  const price = desk.rules.executionPrice(side, quote);
  const rejection =
    priceRejection(desk, instrument, command, 'market') ??
    volumeRejection(desk, instrument, command.volume, { type: 'market', side }) ??
    protectionRejection(desk, side, command, desk.rules.executionPrice(opposite(side), quote)) ??
    marginRejection(desk, instrument, price, command.volume);
  if (rejection !== undefined) return { rejection };
  const { conditions } = instrument;
  const asked = normalised(command.volume, conditions.volumeDigits);
  const volumes = desk.rules.executedIn(asked, conditions);
  const volume = volumes.reduce(add);
  const ids = identifiersOf(desk);
  const entered = enter(desk, ids, instrument, { side, volume, price });
  const { position } = entered;
  const { clientRequestId, stopLossPrice, takeProfitPrice } = command;
  const filled = { type: 'market', side, state: 'filled', volume, price, positionId: position.id } as const;
  const order = newOrder(desk, ids, instrument, { ...filled, clientRequestId });
  const orders: Order[] = [order, ...entered.ended];
  if (position.state === 'open' && (stopLossPrice !== undefined || takeProfitPrice !== undefined)) {
    orders.push(...replaced(desk, entered));
    const levels = { stopLossPrice, takeProfitPrice, positionId: position.id, clientRequestId };
    orders.push(
      newOrder(desk, ids, instrument, { type: 'sltp', side: opposite(side), state: 'pending', volume, ...levels }),
    );
  }
  const { amount } = entered;
  const of = { orderId: order.id, positionId: position.id, side, price };
  const deals = volumes.map((part, at) =>
    newDeal(desk, ids, instrument, { ...of, volume: part, amount: at === 0 ? amount : 0n }),
  );
  return { transaction: transactionOf('market', ids, { orders, deals, positions: [position], balanceChange: amount }) };
}

/** The protection that a position had goes when it is given another. */
function replaced(desk: Desk, { position, ended: over }: Entered): readonly Order[] {
  const protection = desk.book.protectionOf(position.id);
  const isOver = protection === undefined || over.some(({ id }) => id === protection.id);
  return isOver ? [] : [ended(protection, 'cancelled', desk.nowMs)];
}

/**
 * The fill of a pending order, at the market or at its own price where there is none. An order whose margin is gone by then
 * is cancelled instead.
 */
export function fill(desk: Desk, order: Order, at: 'market' | 'own-price'): Conclusion {
  const instrument = desk.market.listing(order.instrument);
  if (instrument === undefined || order.price === undefined) {
    return rejected('MARKET_INSTRUMENT_NOT_FOUND', `${order.instrument} is gone`);
  }
  const quote = desk.market.quote(instrument, desk.nowMs);
  const price = at === 'market' && quote !== undefined ? desk.rules.executionPrice(order.side, quote) : order.price;
  if (marginRejection(desk, instrument, price, order.volume) !== undefined) {
    return { transaction: cancelTransaction(desk, order) };
  }
  const ids = identifiersOf(desk);
  const entered = enter(desk, ids, instrument, opening(order, price));
  const { position, amount } = entered;
  const orders: Order[] = [{ ...ended(order, 'filled', desk.nowMs), positionId: position.id }, ...entered.ended];
  const protection = desk.book.protectionOf(order.id);
  if (protection !== undefined && position.state === 'open') {
    orders.push(...replaced(desk, entered), { ...protection, positionId: position.id });
  } else if (protection !== undefined) orders.push(ended(protection, 'cancelled', desk.nowMs));
  const deal = newDeal(desk, ids, instrument, {
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
