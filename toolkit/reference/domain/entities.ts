// What the service keeps of an account (interface 2): its settings, orders, deals, positions, state, HMR periods.
import type { Decimal } from '../../decimal/index.js';
import type { BalanceKind, OrderType as PlacedOrderType } from '../../payload/vocabulary.js';

export type Side = 'buy' | 'sell';
/** `market` is the order that represents a market execution (interface 2.2). */
export type OrderType = PlacedOrderType | 'market';
export type OrderState = 'pending' | 'filled' | 'cancelled' | 'expired';
export type PositionState = 'open' | 'closed';
export type TradeMode = 'normal' | 'trading_disabled';
export type AccountStatus = 'normal' | 'close_only';

/** Interface 2.6, 4.4. */
export interface AccountInfo {
  readonly id: string;
  readonly currency: string;
  readonly currencyDigits: number;
  readonly tradeMode: TradeMode;
  readonly accountStatus: AccountStatus;
}

/** Interface 2.4, resolved for one account. */
export interface Conditions {
  readonly instrument: string;
  readonly volumeMin: Decimal;
  readonly volumeMax: Decimal;
  readonly volumeStep: Decimal;
  /** Fractional digits of a volume of this instrument. */
  readonly volumeDigits: number;
  readonly pointDigits: number;
}

export interface Order {
  readonly id: string;
  readonly type: OrderType;
  readonly instrument: string;
  readonly side: Side;
  readonly state: OrderState;
  readonly volume: Decimal;
  /** The trigger price; of a market order the price of execution; undefined for an sltp order. */
  readonly price: Decimal | undefined;
  readonly stopLossPrice: Decimal | undefined;
  readonly takeProfitPrice: Decimal | undefined;
  /** The position that it opened, closes or protects. */
  readonly positionId: string | undefined;
  /** The main pending order to which an sltp order belongs (interface 6.1, rule 2). */
  readonly parentOrderId: string | undefined;
  readonly clientRequestId: string | undefined;
  readonly pointDigits: number;
  readonly volumeDigits: number;
  readonly createdAtMs: number;
  /** When it reached a final state. */
  readonly closedAtMs: number | undefined;
}

export interface Deal {
  readonly id: string;
  readonly orderId: string | undefined;
  readonly positionId: string | undefined;
  /** Set for a balance deal only, which then has no instrument, side, volume and price. */
  readonly balanceKind: BalanceKind | undefined;
  readonly instrument: string | undefined;
  readonly side: Side | undefined;
  readonly volume: Decimal | undefined;
  readonly price: Decimal | undefined;
  /** The change of the balance, in account currency. */
  readonly amount: Decimal;
  readonly currencyDigits: number;
  readonly pointDigits: number;
  readonly volumeDigits: number;
  readonly atMs: number;
}

export interface Position {
  readonly id: string;
  readonly instrument: string;
  readonly side: Side;
  readonly state: PositionState;
  readonly volume: Decimal;
  /** Opening price. */
  readonly price: Decimal;
  readonly stopLossPrice: Decimal | undefined;
  readonly takeProfitPrice: Decimal | undefined;
  /** What it uses of the account's margin, in account currency. */
  readonly margin: Decimal;
  readonly pointDigits: number;
  readonly volumeDigits: number;
  readonly openedAtMs: number;
  readonly closedAtMs: number | undefined;
}

/** Interface 2.3. */
export interface AccountState {
  readonly balance: Decimal;
  readonly equity: Decimal;
  readonly usedMargin: Decimal;
  readonly currencyDigits: number;
}

/** Interface 2.5. */
export interface HmrPeriod {
  readonly id: string;
  readonly instruments: readonly string[];
  readonly startsAtMs: number;
  readonly endsAtMs: number;
}
