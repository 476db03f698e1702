// What a client under test is told to do, and what it answers: the intents of version 2 of the protocol.
// Members of the interface keep its words (`stop_loss_price`), decimals are text; what belongs to the protocol alone is in camel case.
import type { JsonObject } from '../payload/json.js';
import type { EventKind } from '../profile/index.js';

export const INTENT_OPERATIONS = [
  'begin',
  'place',
  'open',
  'close',
  'cancel',
  'outcome',
  'view',
  'subscribe',
  'unsubscribe',
  'read',
  'history',
  'end',
] as const;
export type IntentOperation = (typeof INTENT_OPERATIONS)[number];

/** Those that change trading state; each is answered by an outcome. */
export const TRADING_INTENTS = ['place', 'open', 'close', 'cancel'] as const;
export type TradingIntent = (typeof TRADING_INTENTS)[number];

export type StreamEvent = EventKind;

/** Which of several begun accounts is meant; the one begun last where it is left out. */
interface OfAccount {
  readonly account?: string;
}

export interface BeginInput {
  readonly baseUrl: string;
  readonly streamUrl: string;
  readonly account: string;
  readonly apiKey: string;
  /** PKCS#8 PEM, as text and where there is one as a file that holds it. */
  readonly privatePem: string;
  readonly privateKeyFile?: string;
  /** The instruments that the account may use and that intents will name. */
  readonly instruments: readonly string[];
  /** What to subscribe before the answer; nothing means no stream. `hmr` and `instruments` with all of `instruments`. */
  readonly subscribe: readonly StreamEvent[];
  /** The spelling of the service, in the form of `dialect` in a profile; left out where it is the default one. */
  readonly dialect?: JsonObject;
}

/** An intent has a name of its own, by which `outcome`, `close` and `cancel` speak of it. */
interface Named extends OfAccount {
  readonly intent: string;
}

export interface PlaceInput extends Named {
  readonly type: 'limit' | 'stop' | 'sltp';
  readonly side?: 'buy' | 'sell';
  readonly instrument?: string;
  readonly volume?: string;
  readonly price?: string;
  readonly stop_loss_price?: string;
  readonly take_profit_price?: string;
  readonly position_id?: string;
}

/** Immediate execution at the market. */
export interface OpenInput extends Named {
  readonly side: 'buy' | 'sell';
  readonly instrument: string;
  readonly volume: string;
  readonly stop_loss_price?: string;
  readonly take_profit_price?: string;
}

/** The position named, that of an earlier intent, or the client's first one. Without a volume, the whole of it. */
export interface CloseInput extends Named {
  readonly of?: string;
  readonly position_id?: string;
  readonly volume?: string;
}

/** The order named, that of an earlier intent, or the client's first one. */
export interface CancelInput extends Named {
  readonly of?: string;
  readonly order_id?: string;
}

export interface SubscribeInput extends OfAccount {
  readonly event: StreamEvent;
  /** `every`: all that the account has, in the client's own way. */
  readonly instruments?: readonly string[] | 'every';
}

export const READABLE = ['account', 'instruments', 'conditions', 'limits', 'status', 'snapshot'] as const;
export type Readable = (typeof READABLE)[number];

export interface ReadInput extends OfAccount {
  readonly what: Readable;
  /** For `conditions`. */
  readonly instrument?: string;
  /** For `status`: the intent whose operation is read, or an operation. */
  readonly of?: string;
  readonly operation_id?: string;
}

export interface HistoryInput extends OfAccount {
  readonly what: 'orders' | 'deals';
  readonly from?: string;
  readonly to?: string;
  /** The size of a page. */
  readonly limit?: number;
}

export interface IntentInputs {
  readonly begin: BeginInput;
  readonly place: PlaceInput;
  readonly open: OpenInput;
  readonly close: CloseInput;
  readonly cancel: CancelInput;
  readonly outcome: OfAccount & { readonly intent: string };
  readonly view: OfAccount;
  readonly subscribe: SubscribeInput;
  readonly unsubscribe: SubscribeInput;
  readonly read: ReadInput;
  readonly history: HistoryInput;
  readonly end: OfAccount;
}

export const OUTCOME_STATES = ['success', 'rejected', 'failed', 'refused', 'unknown', 'pending'] as const;
/**
 * `success`, `rejected`, `failed` are final; `refused` came before an ACK; `unknown`: the client does not know and has given up;
 * `pending`: it is not settled yet.
 */
export type OutcomeState = (typeof OUTCOME_STATES)[number];
export type ErrorCode = string | number;

export interface Outcome {
  readonly state: OutcomeState;
  readonly code?: ErrorCode;
  readonly message?: string;
  readonly operationId?: string;
}

/** Figures are decimal text, compared by value. Members that the client does not keep are left out. */
export interface ViewedOrder {
  readonly id: string;
  readonly type?: string;
  readonly instrument?: string;
  readonly side?: string;
  readonly volume?: string;
  readonly price?: string;
  readonly stop_loss_price?: string;
  readonly take_profit_price?: string;
  readonly position_id?: string;
}

export interface ViewedPosition {
  readonly id: string;
  readonly instrument?: string;
  readonly side?: string;
  readonly volume?: string;
  readonly price?: string;
  readonly stop_loss_price?: string;
  readonly take_profit_price?: string;
}

export interface ViewedDeal {
  readonly id: string;
  readonly instrument?: string;
  readonly side?: string;
  readonly volume?: string;
  readonly price?: string;
  readonly amount?: string;
  readonly kind?: string;
}

export interface ViewedAccount {
  readonly balance?: string;
  readonly equity?: string;
  readonly used_margin?: string;
}

export interface ViewedPeriod {
  readonly id: string;
  readonly instruments?: readonly string[];
}

export interface ViewedConditions {
  readonly instrument: string;
  readonly volume_min?: string;
  readonly volume_max?: string;
  readonly volume_step?: string;
  readonly point_digits?: string | number;
}

/** What the client holds to be so. `current`: whether it regards itself as synchronised, altogether or for each kind of event. */
export interface View {
  readonly current: boolean | Readonly<Partial<Record<StreamEvent, boolean>>>;
  readonly orders?: readonly ViewedOrder[];
  readonly positions?: readonly ViewedPosition[];
  readonly deals?: readonly ViewedDeal[];
  readonly account?: ViewedAccount;
  readonly hmr?: readonly ViewedPeriod[];
  readonly conditions?: readonly ViewedConditions[];
}

/** An answer of the service that refused: its code, or its HTTP status where it has none. */
interface Refusable {
  readonly refused?: ErrorCode;
}

export interface ReadResult extends Refusable {
  readonly conditions?: Omit<ViewedConditions, 'instrument'>;
  readonly limits?: { readonly limit?: string | number; readonly remaining?: string | number };
  readonly instruments?: readonly string[];
  readonly status?: Outcome;
}

export interface IntentResults {
  /** `degraded`: it goes on without a stream. */
  readonly begin: { readonly degraded?: 'polling' };
  readonly place: Outcome;
  readonly open: Outcome;
  readonly close: Outcome;
  readonly cancel: Outcome;
  readonly outcome: Outcome;
  readonly view: View;
  readonly subscribe: Refusable;
  readonly unsubscribe: Refusable;
  readonly read: ReadResult;
  /** The identifiers over all pages, in the order in which the client hands them on. */
  readonly history: Refusable & { readonly ids?: readonly string[] };
  readonly end: Readonly<Record<string, never>>;
}

/** What a client says of itself; what it does not say is not held against it. */
export interface Claims {
  /** What it can subscribe; an empty list for a client without streams. */
  readonly streams?: readonly string[];
  /** Whether it sends a request again after a lost answer, comes back after a drop, reads the status of operations. */
  readonly retries?: boolean;
  readonly reconnects?: boolean;
  readonly polls?: boolean;
  /** Whether several intents may be under way at once. */
  readonly concurrent?: boolean;
  /** How many accounts it serves side by side. */
  readonly accounts?: number;
  /** How long it works on an intent before it gives up, and how long it waits for one answer. */
  readonly patienceMs?: number;
  readonly requestTimeoutMs?: number;
  readonly reconnectWithinMs?: number;
}

export function isIntentOperation(text: unknown): text is IntentOperation {
  return INTENT_OPERATIONS.some((operation) => operation === text);
}
