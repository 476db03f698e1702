// What the streams announce (interface 4.6, 6), and the transactions behind it.
import type { Decimal } from '../../decimal/index.js';
import type { TransactionStatus } from '../../payload/vocabulary.js';
import type { AccountState, Conditions, Deal, HmrPeriod, Order, Position } from './entities.js';

export type ResultStatus = TransactionStatus;

export type TransactionKind =
  | 'placement'
  | 'protection'
  | 'market'
  | 'close'
  | 'partial-close'
  | 'cancel'
  | 'fill'
  | 'balance';

/** What one trading or balance transaction changes: entities in their new form, and the balance in its last digit's units. */
export interface Transaction {
  readonly kind: TransactionKind;
  readonly orders: readonly Order[];
  readonly deals: readonly Deal[];
  readonly positions: readonly Position[];
  readonly balanceChange: bigint;
  /** The account's count of identifiers after it. */
  readonly serial: number;
}

/** The changed entities of a transaction event (interface 2.2); an absent list was not part of the transaction. */
export interface TransactionPayload {
  readonly orders: readonly Order[];
  readonly deals: readonly Deal[];
  readonly positions: readonly Position[];
  readonly accountState: AccountState | undefined;
}

export interface TransactionEvent {
  readonly kind: 'transaction_event';
  readonly status: ResultStatus;
  readonly operationId: string | undefined;
  readonly clientRequestId: string | undefined;
  readonly errorCode: string | undefined;
  readonly errorMessage: string | undefined;
  readonly payload: TransactionPayload;
  readonly atMs: number;
}

export interface TradingState {
  readonly orders: readonly Order[];
  readonly positions: readonly Position[];
  readonly accountState: AccountState;
  readonly atMs: number;
}

export interface TradingStateSnapshot extends TradingState {
  readonly kind: 'trading_state_snapshot';
}

export interface AccountStateEvent {
  readonly kind: 'account_state_event';
  readonly accountState: AccountState;
  readonly atMs: number;
}

/** Interface 6.3. */
export interface InstrumentEvent {
  readonly kind: 'instrument_event';
  readonly action: 'new' | 'upd' | 'del';
  readonly conditions: Conditions;
  readonly atMs: number;
}

/** Interface 6.2: both without wrapper and event time. */
export interface HmrSnapshot {
  readonly kind: 'hmr_snapshot';
  readonly periods: readonly HmrPeriod[];
  readonly atMs: number;
}
export interface HmrUpdate {
  readonly kind: 'hmr_update';
  readonly upsertedPeriods: readonly HmrPeriod[];
  readonly removedPeriodIds: readonly string[];
  readonly atMs: number;
}

/** Interface 4.6. */
export interface Tick {
  readonly kind: 'tick';
  readonly instrument: string;
  readonly bid: Decimal;
  readonly ask: Decimal;
  readonly pointDigits: number;
  readonly atMs: number;
}

/** What the streams announce (interface 6), one message each. */
export type DomainEvent =
  | TransactionEvent
  | TradingStateSnapshot
  | AccountStateEvent
  | InstrumentEvent
  | HmrSnapshot
  | HmrUpdate
  | Tick;

export type StreamKind = 'events' | 'ticks';
