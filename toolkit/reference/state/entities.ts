// How orders, deals and positions come into being, so that every decision builds them alike.
import type { Decimal } from '../../decimal/index.js';
import type { BalanceKind, Deal, Order, OrderState, OrderType, Position, Side } from '../domain.js';
import type { DecisionContext, Identifiers } from './decision.js';
import type { Instrument } from './instruments.js';
import { normalised, unitsOf } from './units.js';
import { valuationOf } from './valuation.js';

export interface OrderDraft {
  readonly type: OrderType;
  readonly side: Side;
  readonly state: OrderState;
  readonly volume: Decimal;
  readonly price?: Decimal | undefined;
  readonly stopLossPrice?: Decimal | undefined;
  readonly takeProfitPrice?: Decimal | undefined;
  readonly positionId?: string | undefined;
  readonly parentOrderId?: string | undefined;
  readonly clientRequestId?: string | undefined;
}

export function newOrder(
  context: DecisionContext,
  ids: Identifiers,
  { conditions }: Instrument,
  draft: OrderDraft,
): Order {
  const { pointDigits, volumeDigits } = conditions;
  return {
    id: ids.next('ord'),
    type: draft.type,
    instrument: conditions.instrument,
    side: draft.side,
    state: draft.state,
    volume: normalised(draft.volume, volumeDigits),
    price: draft.price && normalised(draft.price, pointDigits),
    stopLossPrice: draft.stopLossPrice && normalised(draft.stopLossPrice, pointDigits),
    takeProfitPrice: draft.takeProfitPrice && normalised(draft.takeProfitPrice, pointDigits),
    positionId: draft.positionId,
    parentOrderId: draft.parentOrderId,
    clientRequestId: draft.clientRequestId,
    pointDigits,
    volumeDigits,
    createdAtMs: context.nowMs,
    closedAtMs: draft.state === 'pending' ? undefined : context.nowMs,
  };
}

export function ended(order: Order, state: Exclude<OrderState, 'pending'>, nowMs: number): Order {
  return { ...order, state, closedAtMs: nowMs };
}

export interface DealDraft {
  readonly orderId: string;
  readonly positionId: string;
  readonly side: Side;
  readonly volume: Decimal;
  readonly price: Decimal;
  readonly amount: bigint;
}

export function newDeal(
  context: DecisionContext,
  ids: Identifiers,
  { conditions }: Instrument,
  draft: DealDraft,
): Deal {
  const { instrument, pointDigits, volumeDigits } = conditions;
  const { currencyDigits } = context.account;
  // Member by member: a spread whose amount changes its type halves what the whole state machine does in a second.
  return {
    id: ids.next('deal'),
    balanceKind: undefined,
    orderId: draft.orderId,
    positionId: draft.positionId,
    instrument,
    side: draft.side,
    volume: draft.volume,
    price: draft.price,
    amount: { coefficient: draft.amount, scale: currencyDigits },
    currencyDigits,
    pointDigits,
    volumeDigits,
    atMs: context.nowMs,
  };
}

export function newBalanceDeal(
  context: DecisionContext,
  ids: Identifiers,
  balanceKind: BalanceKind,
  amount: bigint,
): Deal {
  const { currencyDigits } = context.account;
  return {
    id: ids.next('deal'),
    orderId: undefined,
    positionId: undefined,
    balanceKind,
    instrument: undefined,
    side: undefined,
    volume: undefined,
    price: undefined,
    amount: { coefficient: amount, scale: currencyDigits },
    currencyDigits,
    pointDigits: 0,
    volumeDigits: 0,
    atMs: context.nowMs,
  };
}

export function newPosition(
  context: DecisionContext,
  ids: Identifiers,
  instrument: Instrument,
  { side, volume, price }: Pick<Position, 'side' | 'volume' | 'price'>,
): Position {
  const { conditions } = instrument;
  return {
    id: ids.next('pos'),
    instrument: conditions.instrument,
    side,
    state: 'open',
    volume,
    price,
    stopLossPrice: undefined,
    takeProfitPrice: undefined,
    margin: marginOf(context, instrument, price, volume),
    pointDigits: conditions.pointDigits,
    volumeDigits: conditions.volumeDigits,
    openedAtMs: context.nowMs,
    closedAtMs: undefined,
  };
}

export function marginOf(context: DecisionContext, instrument: Instrument, price: Decimal, volume: Decimal): Decimal {
  const { pointDigits, volumeDigits } = instrument.conditions;
  return {
    coefficient: context.rules.marginOf(
      unitsOf(price, pointDigits),
      unitsOf(volume, volumeDigits),
      valuationOf(instrument, context.account),
    ),
    scale: context.account.currencyDigits,
  };
}

export function opposite(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}
