// Placing a pending order or an sltp order (interface 3, 4.1, 6.1, rule 2).
import type { Decimal } from '../../decimal/index.js';
import type { Order, OrderType, Position, Side } from '../domain.js';
import type { Quote } from '../rules/trading/trading-rules.js';
import { marginRejection, openMarket, priceRejection, protectionRejection, volumeRejection } from './admission.js';
import {
  type Conclusion,
  type Desk,
  identifiersOf,
  type PlaceCommand,
  type Rejection,
  rejected,
  transactionOf,
} from './desk.js';
import { ended, newOrder, opposite } from './entities.js';
import type { Instrument } from './instruments.js';

export function place(desk: Desk, command: PlaceCommand): Conclusion {
  const guarded = guardRejection(desk, command);
  if (guarded !== undefined) return { rejection: guarded };
  return command.type === 'sltp' ? protect(desk, command) : placePending(desk, command, command.type);
}

/** What guard, form, market and price digits say of a limit or stop order: all that may be said before the ACK (interface 7.2). */
export function earlyPlacementRejection(desk: Desk, command: PlaceCommand): Rejection | undefined {
  const guarded = guardRejection(desk, command);
  if (guarded !== undefined) return guarded;
  const offer = readOffer(desk, command, command.type);
  return 'code' in offer ? offer : undefined;
}

function guardRejection(desk: Desk, { type }: PlaceCommand): Rejection | undefined {
  const code = desk.rules.placementGuard(desk.account, type);
  const { tradeMode, accountStatus } = desk.account;
  return code === undefined
    ? undefined
    : { code, detail: `${type} while trade_mode ${tradeMode} and account_status ${accountStatus}` };
}

interface Offer {
  readonly instrument: Instrument;
  readonly quote: Quote;
  readonly side: Side;
  readonly volume: Decimal;
  readonly price: Decimal;
}

function readOffer(desk: Desk, command: PlaceCommand, type: OrderType): Offer | Rejection {
  const { side, volume, price } = command;
  if (side === undefined || volume === undefined || price === undefined) {
    return { code: 'REQUEST_INVALID', detail: `a ${type} order needs side, volume and price` };
  }
  const market = openMarket(desk, command.instrument, 'placeOrder', type);
  if ('code' in market) return market;
  const { instrument, quote } = market;
  return priceRejection(desk, instrument, command, type) ?? { instrument, quote, side, volume, price };
}

function placePending(desk: Desk, command: PlaceCommand, type: OrderType): Conclusion {
  const offer = readOffer(desk, command, type);
  if ('code' in offer) return { rejection: offer };
  const { instrument, quote, side, volume, price } = offer;
  const rejection =
    volumeRejection(desk, instrument, volume, { type, side }) ??
    (desk.rules.acceptsTriggerLevel(type, side, price, quote)
      ? undefined
      : { code: 'TRADING_RULE_INVALID_PRICE_LEVEL', detail: `a ${side} stop lies beyond the market` }) ??
    protectionRejection(desk, side, command, price) ??
    marginRejection(desk, instrument, price, volume);
  if (rejection !== undefined) return { rejection };
  if (!desk.rules.acceptsPendingCount(desk.book.pendingCount, desk.pendingMax)) {
    return rejected('TRADING_RULE_TOO_MANY_PENDING_ORDERS', `${desk.pendingMax} pending orders are open`);
  }
  const ids = identifiersOf(desk);
  const main = newOrder(desk, ids, instrument, {
    ...command,
    type,
    side,
    state: 'pending',
    volume,
    price,
    positionId: undefined,
  });
  const orders: Order[] = [main];
  if (desk.rules.makesProtection(main)) {
    orders.push(
      newOrder(desk, ids, instrument, {
        type: 'sltp',
        side: opposite(side),
        state: 'pending',
        volume: main.volume,
        stopLossPrice: command.stopLossPrice,
        takeProfitPrice: command.takeProfitPrice,
        parentOrderId: main.id,
        clientRequestId: command.clientRequestId,
      }),
    );
  }
  return { transaction: transactionOf('placement', ids, { orders }) };
}

/** An sltp order for an open position; it takes the place of the one that the position has. */
function protect(desk: Desk, command: PlaceCommand): Conclusion {
  if (command.stopLossPrice === undefined && command.takeProfitPrice === undefined) {
    return rejected('REQUEST_INVALID', 'an sltp order needs stop_loss_price or take_profit_price');
  }
  const position = command.positionId === undefined ? undefined : desk.book.positions.get(command.positionId);
  if (position === undefined) {
    return desk.rules.sltpNeedsPosition()
      ? rejected('TRADING_RULE_OPERATION_RESTRICTED', `no open position ${JSON.stringify(command.positionId)}`)
      : ownerless(desk, command);
  }
  if (command.instrument !== undefined && command.instrument !== position.instrument) {
    return rejected('REQUEST_INVALID', `position ${position.id} is in ${position.instrument}`);
  }
  return protectPosition(desk, command, position);
}

function protectPosition(desk: Desk, command: PlaceCommand, position: Position): Conclusion {
  const market = openMarket(desk, position.instrument, 'placeOrder', 'sltp');
  if ('code' in market) return { rejection: market };
  const { instrument, quote } = market;
  const closing = desk.rules.executionPrice(opposite(position.side), quote);
  const rejection =
    priceRejection(desk, instrument, { ...command, price: undefined }, 'sltp') ??
    protectionRejection(desk, position.side, command, closing);
  if (rejection !== undefined) return { rejection };
  const ids = identifiersOf(desk);
  const earlier = desk.book.protectionOf(position.id);
  const order = newOrder(desk, ids, instrument, {
    type: 'sltp',
    side: opposite(position.side),
    state: 'pending',
    volume: position.volume,
    stopLossPrice: command.stopLossPrice,
    takeProfitPrice: command.takeProfitPrice,
    positionId: position.id,
    clientRequestId: command.clientRequestId,
  });
  const orders = earlier === undefined ? [order] : [ended(earlier, 'cancelled', desk.nowMs), order];
  return { transaction: transactionOf('protection', ids, { orders }) };
}

/** An sltp order that protects nothing; only where a rule does without a position. */
function ownerless(desk: Desk, command: PlaceCommand): Conclusion {
  const [instrument] = desk.market.listings();
  if (instrument === undefined) return rejected('MARKET_INSTRUMENT_NOT_FOUND', 'the account has no instruments');
  const ids = identifiersOf(desk);
  const { stopLossPrice, takeProfitPrice, clientRequestId } = command;
  const { volumeMin } = instrument.conditions;
  const draft = { type: 'sltp', side: 'sell', state: 'pending', volume: volumeMin } as const;
  const order = newOrder(desk, ids, instrument, { ...draft, stopLossPrice, takeProfitPrice, clientRequestId });
  return { transaction: transactionOf('protection', ids, { orders: [order] }) };
}
