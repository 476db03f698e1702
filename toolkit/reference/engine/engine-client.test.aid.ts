// A client without sockets for the tests of the engine: signs requests, hands them over, keeps what the engine sends.
import type { JsonObject } from '../../payload/json.js';
import { createSigner, parsePrivateKey, signRequest } from '../../signing/index.js';
import type {
  Ack,
  DomainEvent,
  HistoryRequest,
  Operation,
  OperationKind,
  RawRequest,
  Refusal,
  StreamCommand,
  TradeRequest,
} from '../domain.js';
import { createEngine } from './create-engine.js';
import type {
  CommandAccepted,
  CommandRefused,
  Connection,
  ConnectionSink,
  Engine,
  EngineOptions,
  Session,
} from './engine.js';
import { createManualClock } from './time/manual-clock.js';

export const START_MS = 1_750_000_000_000;
const SIGNER = createSigner(parsePrivateKey('11'.repeat(32)));
export const MAIN_KEY = 'key-main';

export interface Listener {
  readonly connection: Connection;
  readonly events: DomainEvent[];
  readonly ended: string[];
  subscribe(event: string, instruments?: readonly string[]): CommandAccepted | CommandRefused;
  unsubscribe(event: string, instruments?: readonly string[]): CommandAccepted | CommandRefused;
}

export class TestClient {
  readonly engine: Engine;
  readonly accountId: string;
  #keys = 0;
  #signedMs = 0;

  constructor(options: EngineOptions = {}) {
    this.engine = createEngine({ clock: createManualClock(START_MS), ...options });
    this.engine.addKey({
      id: MAIN_KEY,
      publicKey: SIGNER.publicKey,
      expiresAtMs: undefined,
      accounts: new Set(['*']),
      sources: [],
      scopes: ['read', 'trade', 'stream'],
    });
    this.accountId = this.engine.controls.createAccount().id;
  }

  freshKey(): string {
    this.#keys += 1;
    return `key-${this.#keys.toString().padStart(6, '0')}`;
  }

  /** A correctly signed request; `change` damages it afterwards. */
  raw(method: string, target: string, key: string, body: string, change?: (raw: RawRequest) => RawRequest): RawRequest {
    const bytes = Buffer.from(body);
    const nowMs = this.engine.clock.nowMs();
    // Never the same millisecond twice: equal requests would have equal signatures, which a service may refuse.
    this.#signedMs = Math.max(nowMs, this.#signedMs + 1);
    const { headers } = signRequest(SIGNER, {
      apiKey: MAIN_KEY,
      idempotencyKey: key,
      timestampMs: this.#signedMs,
      method,
      path: target,
      body: bytes,
    });
    const raw: RawRequest = {
      method,
      target,
      headers: [...headers, ['Content-Type', 'application/json']],
      body: bytes,
      remoteAddress: '127.0.0.1',
      receivedAtMs: nowMs,
    };
    return change === undefined ? raw : change(raw);
  }

  session(operation: Operation, options: Partial<SessionOptions> = {}): Session {
    const session = this.authenticate(operation, options);
    if (session.refused) throw new Error(`refused: ${session.name}, ${session.detail}`);
    return session;
  }

  authenticate(operation: Operation, options: Partial<SessionOptions> = {}): Session | Refusal {
    const { accountId = this.accountId, body = '', key = '' } = options;
    const trades = operation.endsWith('Order') || operation.endsWith('Position');
    const target = options.target ?? `/v1/${operation}/${accountId}`;
    const raw = this.raw(trades ? 'POST' : 'GET', target, key, body, options.change);
    return this.engine.authenticate(raw, { operation, accountId });
  }

  trade(operation: Trade, members: Partial<TradeRequest>, options: Partial<SessionOptions> = {}): Ack | Refusal {
    const body = options.body ?? JSON.stringify(members);
    const session = this.authenticate(operation, { ...options, body, key: options.key ?? this.freshKey() });
    if (session.refused) return session;
    const read = this.engine.readBody(session);
    return read.refused ? read : this.engine[operation](session, { ...NO_MEMBERS, ...members }, read.json);
  }

  /** The ACK of a trade, its final result included. */
  done(operation: Trade, members: Partial<TradeRequest>, options: Partial<SessionOptions> = {}): Ack {
    const ack = this.trade(operation, members, options);
    if (ack.refused) throw new Error(`refused: ${ack.name}, ${ack.detail}`);
    this.engine.clock.advance(this.engine.behaviour.finaliseAfterMs);
    return ack;
  }

  status(operationId: string, accountId: string = this.accountId): ReturnType<Engine['operationStatus']> {
    return this.engine.operationStatus(this.session('operationStatus', { accountId }), operationId);
  }

  history(request: Partial<HistoryRequest> = {}): {
    readonly orders: ReturnType<Engine['orderHistory']>;
    readonly deals: ReturnType<Engine['dealHistory']>;
  } {
    const asked = { ...NO_FILTERS, ...request };
    return {
      orders: this.engine.orderHistory(this.session('orderHistory'), asked),
      deals: this.engine.dealHistory(this.session('dealHistory'), asked),
    };
  }

  snapshot(accountId: string = this.accountId): Exclude<ReturnType<Engine['snapshot']>, Refusal> {
    const state = this.engine.snapshot(this.session('snapshot', { accountId }));
    if ('refused' in state) throw new Error(`refused: ${state.name}`);
    return state;
  }

  connect(stream: 'events' | 'ticks' = 'events', accountId: string = this.accountId): Listener | Refusal {
    const events: DomainEvent[] = [];
    const ended: string[] = [];
    const sink: ConnectionSink = {
      deliver: (delivered) => void events.push(...delivered),
      stall: (stalled) => void ended.push(stalled ? 'stalled' : 'resumed'),
      close: (reason) => void ended.push(reason),
      drop: () => void ended.push('dropped'),
    };
    const session = this.session(stream === 'events' ? 'eventsStream' : 'ticksStream', { accountId });
    const connection = this.engine.connect(session, stream, sink);
    if (connection.refused) return connection;
    const command = (action: StreamCommand['action'], event: string, instruments?: readonly string[]) => {
      const answer = this.engine.command(connection, { action, event, instruments });
      if (!answer.refused) events.push(...answer.events);
      return answer;
    };
    return {
      connection,
      events,
      ended,
      subscribe: (event, instruments) => command('subscribe', event, instruments),
      unsubscribe: (event, instruments) => command('unsubscribe', event, instruments),
    };
  }

  listen(stream: 'events' | 'ticks' = 'events', accountId: string = this.accountId): Listener {
    const listener = this.connect(stream, accountId);
    if ('refused' in listener) throw new Error(`refused: ${listener.name}`);
    return listener;
  }
}

export type Trade = OperationKind;

export interface SessionOptions {
  readonly accountId: string;
  readonly body: string;
  readonly key: string;
  readonly target: string;
  readonly change: (raw: RawRequest) => RawRequest;
}

export const NO_MEMBERS: TradeRequest = {
  instrument: undefined,
  type: undefined,
  side: undefined,
  volume: undefined,
  price: undefined,
  stopLossPrice: undefined,
  takeProfitPrice: undefined,
  positionId: undefined,
  orderId: undefined,
};

export const NO_FILTERS: HistoryRequest = {
  limit: undefined,
  cursor: undefined,
  from: undefined,
  to: undefined,
  instrument: undefined,
};

/** Rests far below the market. */
export const RESTING: JsonObject & Partial<TradeRequest> = {
  type: 'limit',
  instrument: 'EURUSD',
  side: 'buy',
  volume: '0.10',
  price: '0.90000',
};

export const MARKET: JsonObject & Partial<TradeRequest> = { instrument: 'EURUSD', side: 'buy', volume: '0.10' };
