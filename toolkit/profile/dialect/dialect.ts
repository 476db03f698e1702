// The dialect as the suite uses it: writes requests and commands in the target's spelling, reads its messages into views.
// Compiled from YAML by `compile.ts`, or supplied by a module of the profile's author.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { OrderType } from '../../payload/vocabulary.js';
import type {
  AccountView,
  AckView,
  ConditionsView,
  DealView,
  ErrorView,
  OperationView,
  OrderView,
  PageView,
  QuotaView,
  StreamMessage,
  TradingStateView,
} from './views.js';
import type { Vocabulary } from './vocabularies.js';

/** Requests whose paths the interface shows (section 4). */
export const STATED_REQUESTS = [
  'placeOrder',
  'openPosition',
  'operationStatus',
  'account',
  'instruments',
  'conditions',
  'limits',
  'eventsStream',
  'ticksStream',
] as const;

/** Requests that the interface mentions without showing them; a target has them where its dialect binds them. */
export const UNSTATED_REQUESTS = ['snapshot', 'orderHistory', 'dealHistory', 'closePosition', 'cancelOrder'] as const;

export const REQUEST_NAMES: readonly RequestName[] = [...STATED_REQUESTS, ...UNSTATED_REQUESTS];

export type RequestName = (typeof STATED_REQUESTS)[number] | (typeof UNSTATED_REQUESTS)[number];

/** Requests that change trading state: they carry an idempotency key and are answered by an ACK. */
export const MUTATING_REQUESTS = ['placeOrder', 'openPosition', 'closePosition', 'cancelOrder'] as const;
export type MutatingRequest = (typeof MUTATING_REQUESTS)[number];

export function isMutating(request: string): request is MutatingRequest {
  return MUTATING_REQUESTS.some((known) => known === request);
}

/** Requests that open a stream: signed GETs that ask for another protocol. */
export const STREAM_REQUESTS = ['eventsStream', 'ticksStream'] as const;
export type StreamRequest = (typeof STREAM_REQUESTS)[number];

export function isHandshake(request: string): request is StreamRequest {
  return STREAM_REQUESTS.some((known) => known === request);
}

/** Event kinds of interface 4.5, rule 3, and those that a hostile check tries besides (`ticks`, nonsense). */
export const EVENT_KINDS = ['transactions', 'account_state', 'instruments', 'hmr'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/**
 * What fills the templates of a request. Values are in the interface's words (`side: buy`, `type: limit`); the dialect
 * translates them. `undefined` leaves the member out.
 */
export interface RequestParams {
  readonly accountId: string;
  readonly operationId?: string;
  readonly instrument?: string;
  /** `market` asks for the spelling of a market order in the orders call (it must be refused there). */
  readonly type?: OrderType | 'market';
  readonly side?: 'buy' | 'sell';
  /** Decimal strings as a rule; any JSON value where a check sends a wrong one on purpose. */
  readonly volume?: JsonValue;
  readonly price?: JsonValue;
  readonly stopLossPrice?: JsonValue;
  readonly takeProfitPrice?: JsonValue;
  readonly positionId?: string;
  readonly orderId?: string;
  readonly limit?: number;
  readonly cursor?: string;
  /** ISO 8601 in UTC, the filters of history. */
  readonly from?: string;
  readonly to?: string;
}

export interface PreparedRequest {
  readonly name: RequestName;
  readonly method: string;
  /** Path with query, percent-encoded, as it goes on the wire; includes the path of the base URL where there is one. */
  readonly path: string;
  /** The JSON body as text, undefined when the request has none. */
  readonly body: string | undefined;
}

/** A request as it was recognised from outside, whoever wrote it. */
export interface ReadRequest {
  readonly request: RequestName;
  /** As the path names it; undefined where the request names none. */
  readonly accountId: string | undefined;
  /**
   * By the names of `RequestParams`, the account apart: in the interface's words where the dialect knows the spelling, otherwise the
   * JSON as it came (a number where text was due, a word of nobody's). What is not there, or not where the template has it, is absent.
   */
  readonly params: JsonObject;
}

export interface CommandParams {
  /** An event kind; any text where a check sends a wrong one on purpose. */
  readonly event: string;
  readonly instruments?: readonly string[];
  /** Decimal digits, so that a dialect can write it as a number. */
  readonly commandId?: string;
}

/** A command as it was recognised from outside; what it does not say where the template has it is absent. */
export interface ReadStreamCommand {
  readonly action: 'subscribe' | 'unsubscribe';
  /** An event kind, or the JSON that stands in its place; `ticks` for what the ticks stream is sent. */
  readonly event?: JsonValue;
  /** A list, or the JSON that stands in its place. */
  readonly instruments?: JsonValue;
  readonly commandId?: JsonValue;
}

/** How many JSON documents stand in one frame; null where nobody says, so that frames of several are neither right nor wrong (4.5). */
export type FrameDocuments = 'one' | 'several' | null;

export interface Dialect {
  /** Whether the target has this request at all. */
  has(name: RequestName): boolean;
  /** Throws `RangeError` when the dialect does not bind the request or lacks a parameter that its template requires. */
  request(name: RequestName, params: RequestParams): PreparedRequest;
  /** The path as it is signed, from the path as it is sent: the same, unless the target leaves the path of its base URL out. */
  signedPath(path: string): string;
  /** The text of a frame that subscribes or unsubscribes. */
  command(action: 'subscribe' | 'unsubscribe', params: CommandParams): string;
  /** The frame that the ticks stream must be sent before ticks flow; undefined when it needs none. */
  ticksCommand(params: Omit<CommandParams, 'event'>): string | undefined;
  /** The frame with which an ignored message must be answered, such as a pong; undefined for none. */
  replyTo(message: StreamMessage): string | undefined;
  /**
   * `request` backwards: which request a method, a target as it was sent, and a body are; undefined for none, or for more than one.
   * Lenient, since strictness is the judge's: members may be missing, more, elsewhere in order, or of another type. Never throws.
   */
  readRequest(method: string, target: string, body: Uint8Array): ReadRequest | undefined;
  /** `command` and `ticksCommand` backwards, from the text of a frame on one of the two streams. Never throws. */
  readCommand(frame: string, stream: 'events' | 'ticks'): ReadStreamCommand | undefined;
  /** Whether the target answers commands (accepting, refusing). Without answers, acceptance shows in what follows only. */
  readonly answersCommands: { readonly accepted: boolean; readonly refused: boolean };

  readAck(body: JsonValue): AckView;
  readError(body: JsonValue): ErrorView;
  readOperation(body: JsonValue): OperationView;
  readSnapshot(body: JsonValue): TradingStateView;
  readOrderHistory(body: JsonValue): PageView<OrderView>;
  readDealHistory(body: JsonValue): PageView<DealView>;
  readAccount(body: JsonValue): AccountView;
  /** Names of the instruments that the account may use; undefined when the pointer finds nothing. */
  readInstruments(body: JsonValue): readonly string[] | undefined;
  readConditions(body: JsonValue): ConditionsView;
  /** The quota of the call that places orders; undefined when the body shows none. */
  readQuota(body: JsonValue): QuotaView | undefined;
  /** How many JSON documents stand in one frame; of several, each is read like a frame of its own. */
  readonly frameDocuments: FrameDocuments;
  /** The messages of one document, in order; never empty. */
  readFrame(frame: JsonValue): readonly StreamMessage[];
  /** Which side of the interface's words a target's word means, for example `values('side', 'B')` is `buy`. */
  meaning(of: Exclude<Vocabulary, 'operationState'>, word: JsonValue): string | undefined;
  /**
   * Patterns of members that the target says are date-times, for the format check (interface 1, rule 3): pointers in which
   * `*` is any one step and `**` any number of them, to be found with `valuesAt` of `pointer.ts`.
   */
  readonly dateTimeMembers: readonly string[];
  /** The data form for evidence and fingerprints; functions of a module dialect appear by name. */
  describe(): JsonObject;
}
