// How orders, deals and positions come into being, so that every decision builds them alike.
import type { Decimal } from '../../decimal/index.js';
import type { BalanceKind, Deal, Order, OrderState, OrderType, Position, Side } from '../domain.js';
import type { Desk, Identifiers } from './desk.js';
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

export function newOrder(desk: Desk, ids: Identifiers, { conditions }: Instrument, draft: OrderDraft): Order {
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
    createdAtMs: desk.nowMs,
    closedAtMs: draft.state === 'pending' ? undefined : desk.nowMs,
  };
}

export function ended(order: Order, state: 'filled' | 'cancelled', nowMs: number): Order {
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

export function newDeal(desk: Desk, ids: Identifiers, { conditions }: Instrument, draft: DealDraft): Deal {
  return {
    id: ids.next('deal'),
    orderId: draft.orderId,
    positionId: draft.positionId,
    balanceKind: undefined,
    instrument: conditions.instrument,
    side: draft.side,
    volume: draft.volume,
    price: draft.price,
    amount: { coefficient: draft.amount, scale: desk.account.currencyDigits },
    currencyDigits: desk.account.currencyDigits,
    pointDigits: conditions.pointDigits,
    volumeDigits: conditions.volumeDigits,
    atMs: desk.nowMs,
  };
}

export function newBalanceDeal(desk: Desk, ids: Identifiers, balanceKind: BalanceKind, amount: bigint): Deal {
  return {
    id: ids.next('deal'),
    orderId: undefined,
    positionId: undefined,
    balanceKind,
    instrument: undefined,
    side: undefined,
    volume: undefined,
    price: undefined,
    amount: { coefficient: amount, scale: desk.account.currencyDigits },
    currencyDigits: desk.account.currencyDigits,
    pointDigits: 0,
    volumeDigits: 0,
    atMs: desk.nowMs,
  };
}

export function newPosition(
  desk: Desk,
  ids: Identifiers,
  instrument: Instrument,
  opened: { readonly side: Side; readonly volume: Decimal; readonly price: Decimal },
): Position {
  const { conditions } = instrument;
  return {
    id: ids.next('pos'),
    instrument: conditions.instrument,
    side: opened.side,
    state: 'open',
    volume: opened.volume,
    price: opened.price,
    stopLossPrice: undefined,
    takeProfitPrice: undefined,
    margin: marginOf(desk, instrument, opened.price, opened.volume),
    pointDigits: conditions.pointDigits,
    volumeDigits: conditions.volumeDigits,
    openedAtMs: desk.nowMs,
    closedAtMs: undefined,
  };
}

export function marginOf(desk: Desk, instrument: Instrument, price: Decimal, volume: Decimal): Decimal {
  const { pointDigits, volumeDigits } = instrument.conditions;
  return {
    coefficient: desk.rules.marginOf(
      unitsOf(price, pointDigits),
      unitsOf(volume, volumeDigits),
      valuationOf(instrument, desk.account),
    ),
    scale: desk.account.currencyDigits,
  };
}

export function opposite(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}
