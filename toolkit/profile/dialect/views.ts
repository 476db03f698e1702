// Views: what the dialect reads in a message of the target, in the words of the interface and free of its spelling.
// A view carries values as they came (a price sent as a number stays a number), so that checks can judge their form;
// an absent member is undefined. Identifiers alone are turned into text, since their format is left open.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { TransactionStatus } from '../../payload/vocabulary.js';
import type { BODIES, ENTITIES, MESSAGES } from './members.js';

/** The figures of an account state (interface 2.2). */
export const ACCOUNT_FIGURES = ['balance', 'equity', 'usedMargin'] as const;

/** What lies at the members of a part: see there what each is. */
type Read<Members> = { readonly [Name in keyof Members]?: Name extends Identifier ? string : JsonValue };
type Identifier = 'id' | 'orderId' | 'positionId' | 'parentOrderId';

/** Interface 2.1. */
export type AckView = Read<typeof BODIES.ack.members>;

/** Interface 7.1: `error.code` and `error_message`, wherever the target nests them. */
export type ErrorView = Read<typeof BODIES.error.members>;

/** `unknown`: the target's word is none that the dialect lists. */
export type OperationState = 'pending' | TransactionStatus | 'unknown';

/** Interface 4.3. */
export interface OperationView {
  readonly operationId?: JsonValue;
  readonly clientRequestId?: JsonValue;
  readonly state: OperationState;
  readonly errorCode?: JsonValue;
  readonly errorMessage?: JsonValue;
}

/** By word of the interface, how the target spells it, where the profile binds another spelling of a stated word. */
interface Respelled {
  readonly respelled?: JsonObject;
}

export type OrderView = Read<typeof ENTITIES.order.members> & Respelled;
export type PositionView = Read<typeof ENTITIES.position.members>;
/** Its `balanceKind` is in the interface's words, and undefined for a trading deal. */
export type DealView = Read<typeof ENTITIES.deal.members> & Respelled;

/** Interface 2.3. */
export type AccountStateView = Read<typeof ENTITIES.accountState.members>;

/** The trading snapshot, as a resource and as the `trading_state_snapshot` message. */
export interface TradingStateView {
  readonly orders?: readonly OrderView[];
  readonly positions?: readonly PositionView[];
  readonly accountState?: AccountStateView;
}

/** Interface 2.2; a list is undefined when the message has no such member, and empty when it has an empty one. */
export interface TransactionView extends TradingStateView {
  readonly status?: JsonValue;
  readonly operationId?: JsonValue;
  readonly clientRequestId?: JsonValue;
  readonly errorCode?: JsonValue;
  readonly errorMessage?: JsonValue;
  readonly deals?: readonly DealView[];
}

export type ConditionsView = Read<typeof ENTITIES.conditions.members>;

/** Interface 6.3. */
export interface InstrumentEventView {
  readonly action?: JsonValue;
  readonly instrument?: JsonValue;
  readonly conditions?: ConditionsView;
}

/** Interface 2.5; the names of both members are the target's. */
export interface HmrPeriodView {
  readonly id?: string;
  readonly instruments?: readonly JsonValue[];
  readonly start?: JsonValue;
  readonly end?: JsonValue;
}

export interface HmrSnapshotView {
  readonly periods?: readonly HmrPeriodView[];
}

export interface HmrUpdateView {
  readonly upserted?: readonly HmrPeriodView[];
  readonly removedIds?: readonly string[];
}

/** Interface 4.6. */
export type TickView = Read<typeof MESSAGES.tick.members>;

/** The answer to a command, where the target answers commands. */
export interface CommandAnswerView {
  /** The event kind or the command id that the answer names, if it names one. */
  readonly event?: JsonValue;
  readonly commandId?: JsonValue;
  readonly error?: ErrorView;
}

export type AccountView = Read<typeof BODIES.account.members>;

/** Quota of one call (interface 8); the figures as they came. */
export interface QuotaView {
  readonly limit?: JsonValue;
  readonly remaining?: JsonValue;
  readonly windowMs?: JsonValue;
}

/** One page of a collection with its continuation token; the token is undefined or null on the last page. */
export interface PageView<Item> {
  readonly items?: readonly Item[];
  readonly cursor?: JsonValue;
}

/** One message of a stream with what the dialect recognised in it. A frame may hold several. */
export type StreamMessage =
  | { readonly kind: 'transaction_event'; readonly message: JsonValue; readonly view: TransactionView }
  | { readonly kind: 'trading_state_snapshot'; readonly message: JsonValue; readonly view: TradingStateView }
  | { readonly kind: 'account_state_event'; readonly message: JsonValue; readonly view: AccountStateView }
  | { readonly kind: 'instrument_event'; readonly message: JsonValue; readonly view: InstrumentEventView }
  | { readonly kind: 'hmr_snapshot'; readonly message: JsonValue; readonly view: HmrSnapshotView }
  | { readonly kind: 'hmr_update'; readonly message: JsonValue; readonly view: HmrUpdateView }
  | { readonly kind: 'tick'; readonly message: JsonValue; readonly view: TickView }
  | { readonly kind: 'command_accepted'; readonly message: JsonValue; readonly view: CommandAnswerView }
  | { readonly kind: 'command_refused'; readonly message: JsonValue; readonly view: CommandAnswerView }
  /** Recognised by the dialect as noise (heartbeats, greetings), or by nothing at all. */
  | { readonly kind: 'ignored' | 'unknown'; readonly message: JsonValue; readonly view: JsonObject };

export type MessageKind = StreamMessage['kind'];

/** What the events stream brings (interface 6), commands and their answers apart. */
export const SERVER_EVENTS = [
  'transaction_event',
  'trading_state_snapshot',
  'account_state_event',
  'instrument_event',
  'hmr_update',
  'hmr_snapshot',
] as const;
