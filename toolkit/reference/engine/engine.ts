// The engine: the whole service without transport. Everything that HTTP, streams and control need, in the words of `domain.ts`.
// All calls are synchronous and never throw on a peer's input; what happens later comes through the sinks.

import type { JsonValue } from '../../payload/json.js';
import type { NegativeStatus } from '../../payload/vocabulary.js';
import type { Behaviour } from '../behaviour.js';
import type {
  AccountInfo,
  AccountStatus,
  Ack,
  BalanceKind,
  Conditions,
  Deal,
  DomainEvent,
  HistoryRequest,
  HmrPeriod,
  Key,
  Operation,
  OperationKind,
  OperationStatus,
  Order,
  Page,
  Quota,
  RawRequest,
  Refusal,
  ResultStatus,
  Route,
  StreamCommand,
  StreamKind,
  TradeMode,
  TradeRequest,
  TradingState,
} from '../domain.js';
import type { RequestContext } from '../rules/context.js';
import type { Rules } from '../rules/rules.js';
import type { AccountView } from './account-view.js';
import type { Settings } from './settings.js';
import type { Clock } from './time/clock.js';

/** An admitted request: authenticated, permitted, its account found, its quota counted. */
export interface Session {
  readonly refused: false;
  readonly route: Route;
  readonly raw: RawRequest;
  readonly key: Key;
  readonly idempotencyKey: string;
  /** SHA-256 of the body as the signature check computed it. */
  readonly bodyHash: string;
  readonly context: RequestContext;
  /** Whether a rule let a request beyond its quota pass. */
  readonly overQuota: boolean;
}

/** Where a connection's messages go; the transport implements it. None of its methods may throw. */
export interface ConnectionSink {
  /** In the order of production. The transport renders, frames, buffers and applies the overflow rule. */
  deliver(events: readonly DomainEvent[]): void;
  /** Stop writing to the socket while the buffer fills, as for a slow reader; and its end. */
  stall(stalled: boolean): void;
  /** End with a closing handshake. */
  close(reason: 'disabled' | 'overflow' | 'shutdown'): void;
  /** Cut without a closing handshake. */
  drop(): void;
}

export interface Connection {
  readonly refused: false;
  readonly id: string;
  readonly accountId: string;
  readonly stream: StreamKind;
  /** 1 for the first connection that this account ever opened on this stream, and so on. */
  readonly ordinal: number;
}

/** An accepted command; the transport writes the answer and `events` in the order that `answerFirst` says. */
export interface CommandAccepted {
  readonly refused: false;
  readonly action: 'subscribe' | 'unsubscribe';
  readonly event: string;
  readonly instruments: readonly string[] | undefined;
  readonly events: readonly DomainEvent[];
  readonly answerFirst: boolean;
}

/** A refused command that costs the connection closes it afterwards (honest service: never; interface 6.2, rule 4). */
export interface CommandRefused extends Refusal {
  readonly closes: boolean;
}

export interface AccountDraft {
  readonly id?: string;
  readonly currency?: string;
  readonly currencyDigits?: number;
  /** Decimal text; the default is ample. */
  readonly balance?: string;
  /** Whether it may use the instruments that accounts of the pool may not (`COPPER`). */
  readonly partner?: boolean;
  /** Whether it can be used only after a while, as `accountsOpenIn` of the settings says. */
  readonly late?: boolean;
}

export interface HmrDraft {
  /** Changes this period, or gives a new one its identifier. */
  readonly periodId?: string;
  /** Now for a new period. */
  readonly startsAtMs?: number;
  /** A day after it starts. */
  readonly endsAtMs?: number;
}

/** What became of an operation, for the log of the sandbox; `detail` says why it was rejected. */
export interface ResultNote {
  readonly accountId: string;
  readonly kind: OperationKind;
  readonly operationId: string;
  readonly atMs: number;
  readonly status: ResultStatus;
  readonly code: string | undefined;
  readonly detail: string | undefined;
}

/** Every control action, typed. They throw `ProtocolError` `control-failed` on an unknown account, instrument, order or value. */
export interface EngineControls {
  createAccount(draft?: AccountDraft): AccountInfo;
  restrictAccount(accountId: string, change: { tradeMode?: TradeMode; accountStatus?: AccountStatus }): void;
  deposit(accountId: string, kind: BalanceKind, amount: string): void;
  addInstrument(accountId: string, instrument?: string): string;
  updateInstrument(accountId: string, instrument: string, volumeMax: string): void;
  removeInstrument(accountId: string, instrument: string): void;
  upsertHmr(accountId: string, instruments: readonly string[], draft?: HmrDraft): string;
  removeHmr(accountId: string, periodId: string): void;
  setFlexibleHmr(accountId: string, enabled: boolean): void;
  dropStreams(accountId: string): void;
  stallStreams(accountId: string, stalled: boolean): void;
  holdOperations(accountId: string): void;
  releaseOperations(accountId: string): void;
  failNextOperation(accountId: string, status: NegativeStatus, errorCode: string): void;
  expireOperation(accountId: string, operationId: string): void;
  expireIdempotency(accountId: string): void;
  advanceClock(ms: number): void;
  setMaintenance(accountId: string, enabled: boolean): void;
  exhaustLimits(accountId: string, operation?: Operation): void;
  restoreLimits(accountId: string): void;
  /** The highest number of pending orders; that of the settings when left out. */
  limitOrders(accountId: string, count: number | undefined): void;
  closeMarket(accountId: string, instrument: string, closed: boolean): void;
  setQuotes(accountId: string, instrument: string, available: boolean): void;
  setPrice(accountId: string, instrument: string, bid: string, ask: string): void;
  resetAccount(accountId: string): void;
  cancelOrder(accountId: string, orderId: string): void;
  fillOrder(accountId: string, orderId: string): void;
  closePosition(accountId: string, positionId: string, volume?: string): void;
}

type Trade = (session: Session, request: TradeRequest, json: JsonValue) => Ack | Refusal;

export interface Engine extends Readonly<Record<OperationKind, Trade>> {
  readonly rules: Rules;
  readonly behaviour: Behaviour;
  readonly clock: Clock;
  readonly controls: EngineControls;

  addKey(key: Key): void;
  keys(): readonly Key[];
  accounts(): readonly AccountInfo[];

  /** Interface 5 and what precedes the body: headers, signature, key, account, permission, quota. Handshakes included. */
  authenticate(raw: RawRequest, route: Route): Session | Refusal;
  /** Media type, UTF-8 and JSON of a mutating request's body; interface 4.1. */
  readBody(session: Session): { readonly refused: false; readonly json: JsonValue } | Refusal;
  /** A request that routing found no operation for, or with a wrong method. */
  refuseUnrouted(raw: RawRequest, allowedMethods: readonly string[]): Refusal;
  /** A refusal that only the transport can give: malformed HTTP, an oversize body, an unreadable frame, an internal failure. */
  refuse(status: number, name: string, detail: string): Refusal;

  operationStatus(session: Session, operationId: string): OperationStatus | Refusal;
  account(session: Session): AccountInfo | Refusal;
  instruments(session: Session): readonly Conditions[] | Refusal;
  conditions(session: Session, instrument: string): Conditions | Refusal;
  limits(session: Session): readonly Quota[] | Refusal;
  snapshot(session: Session): TradingState | Refusal;
  orderHistory(session: Session, request: HistoryRequest): Page<Order> | Refusal;
  dealHistory(session: Session, request: HistoryRequest): Page<Deal> | Refusal;

  /** Opens a stream for an admitted handshake. On a ticks stream ticks flow at once. */
  connect(session: Session, stream: StreamKind, sink: ConnectionSink): Connection | Refusal;
  command(connection: Connection, command: StreamCommand): CommandAccepted | CommandRefused;
  /** The peer sent a ping. */
  pinged(connection: Connection): void;
  /** A frame that is no command at all. */
  malformedCommand(connection: Connection, detail: string): CommandRefused;
  /** The connection ended, whoever ended it; idempotent. */
  disconnect(connection: Connection): void;

  /** An account as the sandbox's own page shows it. @throws RangeError for one that does not exist. */
  view(accountId: string): AccountView;
  /** HMR periods of an account, for the sandbox's own pages. */
  hmrPeriods(accountId: string): readonly HmrPeriod[];
  /** Ends timers and connections; idempotent. */
  stop(): void;
}

/** What `createEngine` (in `create-engine.ts`) takes; everything has a default. */
export interface EngineOptions {
  /** Seeds prices and identifiers; the same seed and requests give the same answers. */
  readonly seed?: number;
  readonly rules?: Rules;
  readonly behaviour?: Behaviour;
  /** Limits that the interface leaves open, merged over `DEFAULT_SETTINGS`. */
  readonly settings?: Partial<Settings>;
  /** The machine's clock when left out. */
  readonly clock?: Clock;
  readonly onResult?: (note: ResultNote) => void;
}

export function isRefusal(value: object): value is Refusal {
  return 'refused' in value && value.refused === true;
}
