// How the service speaks: reading and writing of everything that the interface leaves open ("not shown").
// Names that the interface states are the same in every speech. Values are written through `values.ts`, hence through the rules.

import type { JsonObject, JsonValue } from '../../payload/json.js';
import type {
  AccountInfo,
  Ack,
  Conditions,
  Deal,
  DomainEvent,
  HistoryRequest,
  Operation,
  OperationStatus,
  Order,
  Page,
  Quota,
  Refusal,
  StreamCommand,
  StreamKind,
  TradeRequest,
  TradingState,
} from '../domain.js';
import type { CommandAccepted } from '../engine/engine.js';

export interface SpeechRoute {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path with `:name` for one segment; `:accountId` is always among them. */
  readonly path: string;
  /** The request has no body to read: everything is in its path. */
  readonly bodiless?: boolean;
  /** What the request says, wherever that is, and how well it is of this route: of several the best takes it. */
  readonly fits?: (asked: Asked) => { readonly rank: number; readonly params: PathParams };
}

/** A request as a route looks at it, whose path it has. */
export interface Asked {
  readonly target: string;
  readonly body: Uint8Array;
  /** Whether no other route has the same path. */
  readonly isAlone: boolean;
}

/** Segments of the path by name, percent-decoded. */
export type PathParams = Readonly<Record<string, string | undefined>>;

/** A command with what its answer must repeat. */
export interface ReadCommand {
  readonly command: StreamCommand;
  readonly id: JsonValue | undefined;
}

export interface Speech {
  readonly routes: readonly SpeechRoute[];
  /** The service's identifier of an order or a position that a client knows by the one that was spoken. */
  identifier(kind: 'ord' | 'pos', accountId: string, spoken: string): string;

  /** The trade members of a body and a path; anything of the wrong shape is handed on for the rules to judge. */
  readTrade(operation: Operation, json: JsonValue, params: PathParams): TradeRequest;
  readHistory(operation: Operation, query: URLSearchParams, params: PathParams): HistoryRequest;
  /** Undefined when the frame is no command at all. */
  readCommand(frame: JsonValue): ReadCommand | undefined;
  /** Whether a frame asks for nothing that does not happen anyway, such as ticks on their stream, or a pong. */
  isIdle?(frame: JsonValue, stream: StreamKind): boolean;

  ack(ack: Ack, operation: Operation): JsonValue;
  refusal(refusal: Refusal): JsonValue;
  operationStatus(status: OperationStatus): JsonValue;
  account(account: AccountInfo): JsonValue;
  instruments(instruments: readonly Conditions[]): JsonValue;
  conditions(conditions: Conditions): JsonValue;
  limits(quotas: readonly Quota[]): JsonValue;
  snapshot(state: TradingState): JsonValue;
  orderHistory(page: Page<Order>): JsonValue;
  dealHistory(page: Page<Deal>): JsonValue;

  /** One message of a stream, before the rules amend it; undefined for a kind that this speech never sends, here and below. */
  event(event: DomainEvent): JsonObject | undefined;
  commandAccepted(answer: CommandAccepted, read: ReadCommand): JsonObject | undefined;
  commandRefused(refusal: Refusal, read: ReadCommand | undefined): JsonObject | undefined;
  /** The first message of a connection, where this speech greets. */
  greeting(stream: StreamKind): JsonObject | undefined;
  /** Several messages as one frame, or undefined where this speech sends each in a frame of its own. */
  batch(messages: readonly JsonValue[]): JsonValue | undefined;
  /** Whether several messages in one frame are documents in lines, rather than a batch. */
  readonly inLines?: boolean;
}

/** The stated paths of interface 4, which every speech serves. */
export const STATED_ROUTES: readonly SpeechRoute[] = [
  { operation: 'placeOrder', method: 'POST', path: '/v1/trading/accounts/:accountId/orders' },
  { operation: 'openPosition', method: 'POST', path: '/v1/trading/accounts/:accountId/positions' },
  { operation: 'operationStatus', method: 'GET', path: '/v1/trading/accounts/:accountId/operations/:operationId' },
  { operation: 'account', method: 'GET', path: '/v1/configuration/accounts/:accountId/account' },
  { operation: 'instruments', method: 'GET', path: '/v1/configuration/accounts/:accountId/instruments' },
  {
    operation: 'conditions',
    method: 'GET',
    path: '/v1/configuration/accounts/:accountId/instruments/:instrument/conditions',
  },
  { operation: 'limits', method: 'GET', path: '/v1/configuration/accounts/:accountId/limits' },
  { operation: 'eventsStream', method: 'GET', path: '/v1/server-events/accounts/:accountId/ws/events' },
  { operation: 'ticksStream', method: 'GET', path: '/v1/server-events/accounts/:accountId/ws/ticks' },
];
