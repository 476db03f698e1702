// The words of the reference service, free of any dialect: what is kept, what is asked, what is answered, what is announced.
// Speech turns these into a target's spelling; state and engine know nothing else. Sections are named per type.

import type { Decimal } from '../decimal/index.js';
import type { JsonValue } from '../payload/json.js';
import type { BalanceKind, OrderType as PlacedOrderType, TransactionStatus } from '../payload/vocabulary.js';
import type { EventKind, MutatingRequest, RequestName } from '../profile/dialect/dialect.js';

export { BALANCE_KINDS, type BalanceKind } from '../payload/vocabulary.js';

export type Side = 'buy' | 'sell';
/** `market` is the order that represents a market execution (interface 2.2). */
export type OrderType = PlacedOrderType | 'market';
export type OrderState = 'pending' | 'filled' | 'cancelled' | 'expired';
export type PositionState = 'open' | 'closed';
export type TradeMode = 'normal' | 'trading_disabled';
export type AccountStatus = 'normal' | 'close_only';
export type ResultStatus = TransactionStatus;
export type Scope = 'read' | 'trade' | 'stream';

/** The operations of the service are the requests of the dialect. */
export type Operation = RequestName;
/** What counts as one kind of operation for idempotency (interface 8). */
export type OperationKind = MutatingRequest;

/** Interface 5.3, rule 9. */
export interface Key {
  readonly id: string;
  /** Raw 32-byte Ed25519 public key. */
  readonly publicKey: Uint8Array;
  readonly expiresAtMs: number | undefined;
  /** Account identifiers; `*` permits all. May grow while the service runs. */
  readonly accounts: ReadonlySet<string>;
  /** CIDR blocks, IPv4 or IPv6; empty permits every source. */
  readonly sources: readonly string[];
  readonly scopes: readonly Scope[];
}

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

/** A synchronous refusal (interface 7). `detail` is for the log of the sandbox and never part of the contract. */
export interface Refusal {
  readonly refused: true;
  /** HTTP status; of a refused command, the status that it would have had. */
  readonly status: number;
  /** The public name, such as `AUTH_INVALID_SIGNATURE`; it is the `error_message` too. */
  readonly name: string;
  /** `error.code`: 1000 to 1002 for authentication; otherwise as the behaviour says. */
  readonly code: number | string;
  /** Why, with what was expected and what came. Never holds a secret. */
  readonly detail: string;
}

/** Interface 2.1. */
export interface Ack {
  readonly refused: false;
  /** HTTP status: 202, or what the behaviour gives a duplicate. */
  readonly status: number;
  readonly operationId: string;
  /** The echoed key; undefined only where a fault loses it. */
  readonly clientRequestId: string | undefined;
  readonly duplicate: boolean;
  /** How long the transport holds the answer back (behaviour: the event may come before the 202). */
  readonly answerDelayMs: number;
}

export type OperationState = 'pending' | ResultStatus;

/** Interface 4.3. */
export interface OperationStatus {
  readonly operationId: string;
  readonly clientRequestId: string | undefined;
  readonly state: OperationState;
  readonly errorCode: string | undefined;
  readonly errorMessage: string | undefined;
  readonly acceptedAtMs: number;
  readonly finishedAtMs: number | undefined;
}

/** Interface 8: one endpoint's quota with its live accounting. */
export interface Quota {
  readonly operation: Operation;
  readonly limit: number;
  readonly windowMs: number;
  readonly remaining: number;
  readonly resetsAtMs: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly cursor: string | undefined;
}

/** A request exactly as it came; nothing decoded, nothing normalised. */
export interface RawRequest {
  readonly method: string;
  /** The request target: path with query, as on the wire. */
  readonly target: string;
  /** Raw header fields in order, with repetitions. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  readonly remoteAddress: string;
  readonly receivedAtMs: number;
}

/** What routing found in a raw request. */
export interface Route {
  readonly operation: Operation;
  /** Percent-decoded. */
  readonly accountId: string;
}

/**
 * The body of a placement or an opening as speech read it: values in the interface's words where speech knew the word
 * (`side: 'buy'`), otherwise as they came, so that rules judge them. Absent members are undefined.
 */
export interface TradeRequest {
  readonly instrument: JsonValue | undefined;
  readonly type: JsonValue | undefined;
  readonly side: JsonValue | undefined;
  readonly volume: JsonValue | undefined;
  readonly price: JsonValue | undefined;
  readonly stopLossPrice: JsonValue | undefined;
  readonly takeProfitPrice: JsonValue | undefined;
  readonly positionId: JsonValue | undefined;
  readonly orderId: JsonValue | undefined;
}

/** Query parameters of history as speech read them, text as it came (percent-decoded). */
export interface HistoryRequest {
  readonly limit: string | undefined;
  readonly cursor: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly instrument: string | undefined;
}

/** A command of the events stream as speech read it (interface 4.5, rule 4). */
export interface StreamCommand {
  readonly action: 'subscribe' | 'unsubscribe';
  readonly event: JsonValue | undefined;
  readonly instruments: JsonValue | undefined;
}

export type StreamKind = 'events' | 'ticks';

export type { Decimal, EventKind, JsonValue };
