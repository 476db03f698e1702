// Trading rules (interface 4.1, validation rules 1 and 2; 7.2): what is refused after the ACK, over values whose form is right.
import { compare, type Decimal, fitsDigits, isMultipleOf } from '../../../decimal/index.js';
import type { Conditions, Order, OrderType, Side } from '../../domain.js';
import type { PriceMember } from './requests.js';

export interface Quote {
  readonly bid: Decimal;
  readonly ask: Decimal;
}

export interface TradingRules {
  /** Interface 4.1, rule 1: `atLeastMin` includes the bound. */
  atLeastMin(volume: Decimal, conditions: Conditions, order: Pick<Order, 'type' | 'side'>): boolean;
  /** Interface 4.1, rule 1: includes the bound. */
  atMostMax(volume: Decimal, conditions: Conditions, order: Pick<Order, 'type' | 'side'>): boolean;
  /** Interface 4.1, rule 1: the grid starts at zero and at volume_min alike in this catalogue of instruments. */
  onStep(volume: Decimal, conditions: Conditions, order: Pick<Order, 'type' | 'side'>): boolean;
  /** Interface 4.1, rule 2: for each of the three prices apart. */
  fitsPointDigits(price: Decimal, conditions: Conditions, member: PriceMember, type: OrderType): boolean;
  /** Interface 4.1, rule 2: a price must be more than zero. */
  acceptsPrice(price: Decimal, member: PriceMember): boolean;
  /** Interface 7.2: TRADING_RULE_INVALID_PRICE_LEVEL, a stop beyond the market; a limit order may be marketable. */
  acceptsTriggerLevel(type: OrderType, side: Side, price: Decimal, quote: Quote): boolean;
  /** Interface 7.2: TRADING_RULE_INVALID_PRICE_LEVEL, stop loss or take profit on the wrong side of `reference`. */
  acceptsProtectionLevel(member: PriceMember, side: Side, price: Decimal, reference: Decimal): boolean;
  /** Interface 7.2: TRADING_RULE_INSUFFICIENT_MARGIN, money in units of the account currency. */
  hasMargin(required: bigint, equity: bigint, usedMargin: bigint): boolean;
  /** Interface 7.2: TRADING_RULE_MARGIN_LEVEL_TOO_LOW. */
  acceptsMarginLevel(equity: bigint, usedMargin: bigint): boolean;
  /** Interface 7.2; 8, other limit 5: TRADING_RULE_TOO_MANY_PENDING_ORDERS. */
  acceptsPendingCount(pending: number, max: number): boolean;
  /** Interface 4.1, purpose: an sltp order is for a position that is open. */
  sltpNeedsPosition(): boolean;
  /** Interface 7.2: TRADING_RULE_OPERATION_RESTRICTED, only a pending order can be cancelled. */
  isCancellable(order: Order): boolean;
  /** Interface 3, transitions: no more of a position is closed than is open of it. */
  coversClose(closedUnits: bigint, openUnits: bigint, positionId: string): boolean;
  /** Interface 7.2: a limit order executes at its price or better, a stop order at its price or worse. */
  triggers(type: OrderType, side: Side, price: Decimal, quote: Quote): boolean;
  /** Interface 7.2: which protection of a position of that side the market has reached. */
  protectionHit(side: Side, stopLoss: Decimal | undefined, takeProfit: Decimal | undefined, quote: Quote): boolean;
  /** Interface 4.2: the volumes of the deals that execute what was asked for at the market; the whole in one, though nothing says so. */
  executedIn(asked: Decimal, conditions: Conditions): readonly Decimal[];
  /** Interface 4.2: a buyer pays the ask, a seller gets the bid. */
  executionPrice(side: Side, quote: Quote): Decimal;
}

export const honestTradingRules: TradingRules = {
  atLeastMin: (volume, { volumeMin }) => compare(volume, volumeMin) >= 0,
  atMostMax: (volume, { volumeMax }) => compare(volume, volumeMax) <= 0,
  onStep: (volume, { volumeStep }) => isMultipleOf(volume, volumeStep),
  fitsPointDigits: (price, { pointDigits }) => fitsDigits(price, pointDigits),
  acceptsPrice: (price) => price.coefficient > 0n,
  acceptsTriggerLevel: (type, side, price, { bid, ask }) =>
    type !== 'stop' || (side === 'buy' ? compare(price, ask) >= 0 : compare(price, bid) <= 0),
  acceptsProtectionLevel: (member, side, price, reference) => {
    const below = (member === 'stopLossPrice') === (side === 'buy');
    return below ? compare(price, reference) < 0 : compare(price, reference) > 0;
  },
  hasMargin: (required, equity, usedMargin) => equity - usedMargin >= required,
  acceptsMarginLevel: (equity, usedMargin) => usedMargin === 0n || equity >= usedMargin,
  acceptsPendingCount: (pending, max) => pending < max,
  sltpNeedsPosition: () => true,
  isCancellable: ({ state }) => state === 'pending',
  coversClose: (closedUnits, openUnits) => closedUnits <= openUnits,
  triggers: (type, side, price, { bid, ask }) => {
    const market = side === 'buy' ? ask : bid;
    const below = (type === 'limit') === (side === 'buy');
    return below ? compare(market, price) <= 0 : compare(market, price) >= 0;
  },
  protectionHit: (side, stopLoss, takeProfit, { bid, ask }) => {
    const market = side === 'buy' ? bid : ask;
    const loss =
      stopLoss !== undefined && (side === 'buy' ? compare(market, stopLoss) <= 0 : compare(market, stopLoss) >= 0);
    return (
      loss ||
      (takeProfit !== undefined &&
        (side === 'buy' ? compare(market, takeProfit) >= 0 : compare(market, takeProfit) <= 0))
    );
  },
  executedIn: (asked) => [asked],
  executionPrice: (side, { bid, ask }) => (side === 'buy' ? ask : bid),
};
