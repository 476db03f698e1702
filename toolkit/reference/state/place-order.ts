// Placing a pending order or an sltp order (interface 3, 4.1, 6.1, rule 2).
import type { Decimal } from '../../decimal/index.js';
import type { Order, OrderType, Position, Side } from '../domain.js';
import type { Quote } from '../rules/trading/trading-rules.js';
import { marginRejection, openMarket, priceRejection, protectionRejection, volumeRejection } from './admission.js';
import {
  type Conclusion,
  type DecisionContext,
  identifiersOf,
  type PlaceCommand,
  type Rejection,
  rejected,
  transactionOf,
} from './decision.js';
import { ended, newOrder, opposite } from './entities.js';
import type { Instrument } from './instruments.js';

export function place(context: DecisionContext, command: PlaceCommand): Conclusion {
  const guarded = guardRejection(context, command);
  if (guarded !== undefined) return { rejection: guarded };
  return command.type === 'sltp' ? protect(context, command) : placePending(context, command, command.type);
}

/** What guard, form, market and price digits say of a limit or stop order: all that may be said before the ACK (interface 7.2). */
export function earlyPlacementRejection(context: DecisionContext, command: PlaceCommand): Rejection | undefined {
  const guarded = guardRejection(context, command);
  if (guarded !== undefined) return guarded;
  const offer = readOffer(context, command, command.type);
  return 'code' in offer ? offer : undefined;
}

function guardRejection(context: DecisionContext, { type }: PlaceCommand): Rejection | undefined {
  const code = context.rules.placementGuard(context.account, type);
  const { tradeMode, accountStatus } = context.account;
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

function readOffer(context: DecisionContext, command: PlaceCommand, type: OrderType): Offer | Rejection {
  const { side, volume, price } = command;
  if (side === undefined || volume === undefined || price === undefined) {
    return { code: 'REQUEST_INVALID', detail: `a ${type} order needs side, volume and price` };
  }
  const market = openMarket(context, command.instrument, 'placeOrder', type);
  if ('code' in market) return market;
  const { instrument, quote } = market;
  return priceRejection(context, instrument, command, type) ?? { instrument, quote, side, volume, price };
}

function placePending(context: DecisionContext, command: PlaceCommand, type: OrderType): Conclusion {
  const offer = readOffer(context, command, type);
  if ('code' in offer) return { rejection: offer };
  const { instrument, quote, side, volume, price } = offer;
  const rejection =
    volumeRejection(context, instrument, volume, { type, side }) ??
    (context.rules.acceptsTriggerLevel(type, side, price, quote)
      ? undefined
      : { code: 'TRADING_RULE_INVALID_PRICE_LEVEL', detail: `a ${side} stop lies beyond the market` }) ??
    protectionRejection(context, side, command, price) ??
    marginRejection(context, instrument, price, volume);
  if (rejection !== undefined) return { rejection };
  if (!context.rules.acceptsPendingCount(context.book.pendingCount, context.pendingMax)) {
    return rejected('TRADING_RULE_TOO_MANY_PENDING_ORDERS', `${context.pendingMax} pending orders are open`);
  }
  const ids = identifiersOf(context);
  const main = newOrder(context, ids, instrument, {
    ...command,
    type,
    side,
    state: 'pending',
    volume,
    price,
    positionId: undefined,
  });
  const orders: Order[] = [main];
  if (context.rules.makesProtection(main)) {
    orders.push(
      newOrder(context, ids, instrument, {
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
function protect(context: DecisionContext, command: PlaceCommand): Conclusion {
  if (command.stopLossPrice === undefined && command.takeProfitPrice === undefined) {
    return rejected('REQUEST_INVALID', 'an sltp order needs stop_loss_price or take_profit_price');
  }
  const position = command.positionId === undefined ? undefined : context.book.positions.get(command.positionId);
  if (position === undefined) {
    return context.rules.sltpNeedsPosition()
      ? rejected('TRADING_RULE_OPERATION_RESTRICTED', `no open position ${JSON.stringify(command.positionId)}`)
      : ownerless(context, command);
  }
  if (command.instrument !== undefined && command.instrument !== position.instrument) {
    return rejected('REQUEST_INVALID', `position ${position.id} is in ${position.instrument}`);
  }
  return protectPosition(context, command, position);
}

function protectPosition(context: DecisionContext, command: PlaceCommand, position: Position): Conclusion {
  const market = openMarket(context, position.instrument, 'placeOrder', 'sltp');
  if ('code' in market) return { rejection: market };
  const { instrument, quote } = market;
  const closing = context.rules.executionPrice(opposite(position.side), quote);
  const rejection =
    priceRejection(context, instrument, { ...command, price: undefined }, 'sltp') ??
    protectionRejection(context, position.side, command, closing);
  if (rejection !== undefined) return { rejection };
  const ids = identifiersOf(context);
  const earlier = context.book.protectionOf(position.id);
  const order = newOrder(context, ids, instrument, {
    type: 'sltp',
    side: opposite(position.side),
    state: 'pending',
    volume: position.volume,
    stopLossPrice: command.stopLossPrice,
    takeProfitPrice: command.takeProfitPrice,
    positionId: position.id,
    clientRequestId: command.clientRequestId,
  });
  const orders = earlier === undefined ? [order] : [ended(earlier, 'cancelled', context.nowMs), order];
  return { transaction: transactionOf('protection', ids, { orders }) };
}

/** An sltp order that protects nothing; only where a rule does without a position. */
function ownerless(context: DecisionContext, command: PlaceCommand): Conclusion {
  const [instrument] = context.market.listings();
  if (instrument === undefined) return rejected('MARKET_INSTRUMENT_NOT_FOUND', 'the account has no instruments');
  const ids = identifiersOf(context);
  const { stopLossPrice, takeProfitPrice, clientRequestId } = command;
  const { volumeMin } = instrument.conditions;
  const draft = { type: 'sltp', side: 'sell', state: 'pending', volume: volumeMin } as const;
  const order = newOrder(context, ids, instrument, { ...draft, stopLossPrice, takeProfitPrice, clientRequestId });
  return { transaction: transactionOf('protection', ids, { orders: [order] }) };
}
