// What the placement of an order and the opening of a position have in common: instrument, market, volume, price levels, margin
// (interface 4.1, validation rules; 7.2). Each function returns the first rejection, or undefined.
import { type Decimal, toText } from '../../decimal/index.js';
import type { OperationKind, Order, OrderType, Side } from '../domain.js';
import type { PriceMember } from '../rules/trading/requests.js';
import type { Quote } from '../rules/trading/trading-rules.js';
import type { DecisionContext, Rejection } from './decision.js';
import { marginOf } from './entities.js';
import { INSTRUMENTS, type Instrument } from './instruments.js';
import { equityOf } from './valuation.js';

/** The instrument with its quote, or why nothing can be done in it now. */
export function openMarket(
  context: DecisionContext,
  name: string | undefined,
  kind: OperationKind,
  type: OrderType,
): { readonly instrument: Instrument; readonly quote: Quote } | Rejection {
  const instrument = name === undefined ? undefined : tradedAs(context, name);
  if (instrument === undefined) {
    return { code: 'MARKET_INSTRUMENT_NOT_FOUND', detail: `no instrument ${JSON.stringify(name)} for this account` };
  }
  const code = context.rules.marketGuard(context.market.stateOf(instrument), kind, type);
  const quote = context.market.quote(instrument, context.nowMs);
  if (code !== undefined || quote === undefined) {
    return { code: code ?? 'MARKET_NO_QUOTES', detail: `${instrument.name} does not admit ${kind} now` };
  }
  return { instrument, quote };
}

function tradedAs({ market, rules }: DecisionContext, name: string): Instrument | undefined {
  return market.listing(name) ?? (rules.tradesRemoved() ? market.removed(name) : undefined);
}

export function volumeRejection(
  context: DecisionContext,
  instrument: Instrument,
  volume: Decimal,
  order: Pick<Order, 'type' | 'side'>,
): Rejection | undefined {
  const { rules } = context;
  const conditions = rules.resolved(instrument.conditions, INSTRUMENTS.get(instrument.name)?.conditions, 'validation');
  const asked = toText(volume);
  if (!rules.atLeastMin(volume, conditions, order)) {
    return {
      code: 'TRADING_RULE_VOLUME_TOO_SMALL',
      detail: `volume ${asked} is less than volume_min ${toText(conditions.volumeMin)}`,
    };
  }
  if (!rules.atMostMax(volume, conditions, order)) {
    return {
      code: 'TRADING_RULE_VOLUME_TOO_LARGE',
      detail: `volume ${asked} is more than volume_max ${toText(conditions.volumeMax)}`,
    };
  }
  if (!rules.onStep(volume, conditions, order)) {
    return {
      code: 'TRADING_RULE_INVALID_VOLUME_STEP',
      detail: `volume ${asked} is no multiple of volume_step ${toText(conditions.volumeStep)}`,
    };
  }
  return undefined;
}

export interface Prices {
  readonly price?: Decimal | undefined;
  readonly stopLossPrice: Decimal | undefined;
  readonly takeProfitPrice: Decimal | undefined;
}

const PRICE_MEMBERS: readonly PriceMember[] = ['price', 'stopLossPrice', 'takeProfitPrice'];

/** Interface 4.1, validation rule 2. */
export function priceRejection(
  context: DecisionContext,
  instrument: Instrument,
  prices: Prices,
  type: OrderType,
): Rejection | undefined {
  for (const member of PRICE_MEMBERS) {
    const price = prices[member];
    if (price !== undefined && !context.rules.acceptsPrice(price, member)) {
      return { code: 'REQUEST_INVALID_PRICE', detail: `${member} must be more than 0, got ${toText(price)}` };
    }
    if (price !== undefined && !context.rules.fitsPointDigits(price, instrument.conditions, member, type)) {
      return {
        code: 'REQUEST_INVALID_PRICE',
        detail: `${member} may have ${instrument.conditions.pointDigits} fractional digits, got ${toText(price)}`,
      };
    }
  }
  return undefined;
}

/** Stop loss and take profit against the price from which they protect. */
export function protectionRejection(
  context: DecisionContext,
  side: Side,
  prices: Prices,
  reference: Decimal,
): Rejection | undefined {
  for (const member of ['stopLossPrice', 'takeProfitPrice'] as const) {
    const price = prices[member];
    if (price !== undefined && !context.rules.acceptsProtectionLevel(member, side, price, reference)) {
      return {
        code: 'TRADING_RULE_INVALID_PRICE_LEVEL',
        detail: `${member} ${toText(price)} lies on the wrong side of ${toText(reference)}`,
      };
    }
  }
  return undefined;
}

export function marginRejection(
  context: DecisionContext,
  instrument: Instrument,
  price: Decimal,
  volume: Decimal,
): Rejection | undefined {
  const equity = equityOf(context);
  const { usedMargin } = context.book;
  if (!context.rules.acceptsMarginLevel(equity, usedMargin)) {
    return { code: 'TRADING_RULE_MARGIN_LEVEL_TOO_LOW', detail: 'equity is less than the margin in use' };
  }
  const required = marginOf(context, instrument, price, volume).coefficient;
  return context.rules.hasMargin(required, equity, usedMargin)
    ? undefined
    : { code: 'TRADING_RULE_INSUFFICIENT_MARGIN', detail: 'the free margin does not suffice' };
}
