// Closing a position, whole or in part, by request or because its stop loss or take profit was hit (interface 3, 6.1, rule 2).
import { type Decimal, toText } from '../../decimal/index.js';
import type { Order, Position, Transaction } from '../domain.js';
import { openMarket, volumeRejection } from './admission.js';
import {
  type CloseCommand,
  type Conclusion,
  type DecisionContext,
  identifiersOf,
  rejected,
  transactionOf,
} from './decision.js';
import { ended, marginOf, newDeal, newOrder, opposite } from './entities.js';
import type { Instrument } from './instruments.js';
import { normalised, unitsOf } from './units.js';
import { valuationOf } from './valuation.js';

export function close(context: DecisionContext, command: CloseCommand): Conclusion {
  const named = context.book.positions.get(command.positionId);
  if (named === undefined) {
    return rejected('TRADING_RULE_OPERATION_RESTRICTED', `no open position ${JSON.stringify(command.positionId)}`);
  }
  const position = context.rules.closes(named, [...context.book.positions.values()]);
  const market = openMarket(context, position.instrument, 'closePosition', 'market');
  if ('code' in market) return { rejection: market };
  const { instrument, quote } = market;
  const { volumeDigits } = instrument.conditions;
  const volume = normalised(command.volume ?? position.volume, volumeDigits);
  const asked = unitsOf(volume, volumeDigits);
  if (!context.rules.coversClose(asked, unitsOf(position.volume, volumeDigits), position.id)) {
    const detail = `the position has ${toText(position.volume)}, got ${toText(volume)}`;
    return rejected('TRADING_RULE_VOLUME_TOO_LARGE', detail);
  }
  const rejection =
    command.volume === undefined
      ? undefined
      : volumeRejection(context, instrument, volume, { type: 'market', side: opposite(position.side) });
  if (rejection !== undefined) return { rejection };
  const price = context.rules.executionPrice(opposite(position.side), quote);
  return {
    transaction: closeTransaction(context, instrument, position, { volume, price, by: command.clientRequestId }),
  };
}

/** The close of a position by its sltp order, which is then the order of the transaction. */
export function closeByProtection(context: DecisionContext, position: Position, protection: Order): Conclusion {
  const instrument = context.market.listing(position.instrument);
  const quote = instrument && context.market.quote(instrument, context.nowMs);
  if (instrument === undefined || quote === undefined) {
    return rejected('MARKET_NO_QUOTES', `${position.instrument} has no quotes`);
  }
  const price = context.rules.executionPrice(opposite(position.side), quote);
  return {
    transaction: closeTransaction(context, instrument, position, { volume: position.volume, price, by: protection }),
  };
}

interface Closing {
  readonly volume: Decimal;
  readonly price: Decimal;
  /** The sltp order that was hit, or the client's request. */
  readonly by: Order | string | undefined;
}

function closeTransaction(
  context: DecisionContext,
  instrument: Instrument,
  position: Position,
  closing: Closing,
): Transaction {
  const { rules, nowMs } = context;
  const { pointDigits, volumeDigits } = instrument.conditions;
  const closed = unitsOf(closing.volume, volumeDigits);
  const remaining = rules.volumeAfterClose(unitsOf(position.volume, volumeDigits), closed);
  const isOpen = rules.staysOpen(remaining);
  const ids = identifiersOf(context);
  const side = opposite(position.side);
  const { volume, price, by } = closing;
  const order =
    typeof by === 'object'
      ? { ...ended(by, 'filled', nowMs), price }
      : newOrder(context, ids, instrument, {
          type: 'market',
          side,
          state: 'filled',
          volume,
          price,
          positionId: position.id,
          clientRequestId: by,
        });
  const orders: Order[] = [order];
  const protection = context.book.protectionOf(position.id);
  if (protection !== undefined && protection.id !== order.id && !isOpen && rules.endsProtection('close')) {
    orders.push(ended(protection, 'cancelled', nowMs));
  }
  const amount = rules.profitOf(
    position.side,
    unitsOf(position.price, pointDigits),
    unitsOf(price, pointDigits),
    closed,
    valuationOf(instrument, context.account),
  );
  const deal = newDeal(context, ids, instrument, {
    orderId: order.id,
    positionId: position.id,
    side,
    volume,
    price,
    amount,
  });
  const left: Decimal = { coefficient: remaining, scale: volumeDigits };
  const after: Position = isOpen
    ? { ...position, volume: left, margin: marginOf(context, instrument, position.price, left) }
    : { ...position, volume: left, state: 'closed', closedAtMs: nowMs };
  return transactionOf(isOpen ? 'partial-close' : 'close', ids, {
    orders,
    deals: [deal],
    positions: [after],
    balanceChange: amount,
  });
}
