// A leased account as checks see it: what can be sent through it, and what can be set up on it.
import type { RequestName, RequestParams, StreamRequest } from '../../../toolkit/profile/dialect/dialect.js';
import type { ConditionsView, TradingStateView } from '../../../toolkit/profile/dialect/views.js';
import type { ProfileInstrument } from '../../../toolkit/profile/profile.js';
import type { HttpExchange, RequestSpec } from '../../../toolkit/wire/exchange.js';
import type { RawStream } from '../../../toolkit/wire/streams/raw-stream.js';
import type { CommandOutcome, Events, ReceivedOf } from './events.js';
import type {
  Completed,
  FinalResult,
  OpenedOrder,
  OpenedPosition,
  OrderWish,
  Placed,
  Recorded,
  SendOptions,
  Submission,
  SubmitOptions,
} from './submission.js';

/** What a mark added to the trading state. */
export interface Mark {
  readonly orders: number;
  /** Volume of a position that was bought. */
  readonly bought: string;
}

/**
 * `events`: the stream subscribed to transactions on which the result is awaited; without it the first such stream that the check has
 * open on the account, so that what set-up caused has arrived there, or else one that the account opens for itself.
 */
export interface SetUpOptions extends SendOptions {
  readonly events?: Events;
}

/** A stream that is subscribed to transactions, with the snapshot that it began with. */
export interface WithSnapshot {
  readonly snapshot: ReceivedOf<'trading_state_snapshot'>;
}

export interface Protection {
  readonly stopLossPrice: string;
  readonly takeProfitPrice: string;
}

/** A leased account. Everything sent through it is signed, paced, journalled and cleaned up at the end of the lease. */
export interface Account {
  readonly id: string;
  readonly currencyDigits: number | undefined;
  /** Since when it is the check's, by the clock of the target. */
  readonly sinceMs: number;
  /** Whether events have told of what nobody of the run asked for, on whatever account: others trade here, too. */
  readonly hasCompany: boolean;
  /** How many streams the target lets it have at once; infinite as long as no limit is known. */
  readonly streamsAtOnce: number;
  /** The instruments to trade on, those of the profile. */
  readonly instruments: readonly ProfileInstrument[];
  /** The n-th instrument to trade on (0 when left out), counted from where the seed has the check begin. */
  instrument(n?: number): ProfileInstrument;
  /** One of that name, with prices that rest; where the profile does not name it, those of one that a control action made. */
  instrumentNamed(name: string): ProfileInstrument;
  /** Conditions of an instrument, read once per lease. */
  conditions(instrument?: string): Promise<Recorded<ConditionsView>>;
  /**
   * Request parameters of a valid order that rests; each call differs from the last in its price. What the wish leaves open, the seed
   * chooses, alike for the whole check: limit or stop, side, instrument, last digits of the price, some steps of volume.
   */
  order(wish?: OrderWish): Promise<RequestParams>;
  /** Several of them. */
  orders(count: number, wish?: OrderWish): Promise<readonly RequestParams[]>;
  /** A stop loss and a take profit that are valid for the order (or, with `type: 'sltp'`, for a position of that side). */
  protection(order?: OrderWish): Promise<Protection>;
  /** Sends any request of the dialect. */
  request(name: RequestName, params?: Partial<RequestParams>, options?: SendOptions): Promise<HttpExchange>;
  /** Sends it as exact bytes over a socket of its own, for targets and bodies that no library sends as they are. */
  exact(name: RequestName, params?: Partial<RequestParams>, options?: SendOptions): Promise<HttpExchange>;
  /** Sends the whole request and cuts the connection before its answer: what came of it is unknown on purpose. */
  sendAndCut(name: RequestName, params?: Partial<RequestParams>, options?: SendOptions): Promise<HttpExchange>;
  /** Builds the spec without sending it. */
  spec(name: RequestName, params?: Partial<RequestParams>, options?: SendOptions): RequestSpec;
  /** Places an order (or calls another mutating request) once, and reads the answer. */
  submit(params: RequestParams | OrderWish, options?: SubmitOptions): Promise<Submission>;
  /** Set-up: `submit`, undecided unless the target acknowledges it. */
  place(params?: RequestParams | OrderWish, options?: SubmitOptions): Promise<Placed>;
  /** Set-up: `place` and `settle`, undecided unless it ends in success. */
  complete(params?: RequestParams | OrderWish, options?: SetUpOptions & SubmitOptions): Promise<Completed>;
  /** `submit`, then waits for the final result through events if a stream is given, through operation status otherwise. */
  settle(submission: Submission, events?: Events): Promise<FinalResult>;
  /** Waits until whatever this account acknowledged so far has its final result, or the profile's patience has ended. */
  settleAll(): Promise<void>;
  /** Set-up: places a resting order and returns it once it is open; undecided (never failed) when the target does not let it. */
  openOrder(wish?: OrderWish, options?: SetUpOptions): Promise<OpenedOrder>;
  /** Set-up: a market position. */
  openPosition(wish?: OrderWish, options?: SetUpOptions): Promise<OpenedPosition>;
  /** Set-up: closes a position or a part of it. Resolves to the request, or to undefined where a control action did it. */
  closePosition(positionId: string, volume?: string): Promise<Submission | undefined>;
  /**
   * Set-up: a causal barrier for counts: something takes effect that the run can undo on this target, an order as a rule. Undecided at
   * once where `withOrders` (the count expects orders too) and the account is known to take no more.
   */
  mark(withOrders?: boolean): Promise<Mark>;
  /** The present trading state: a fresh stream's `trading_state_snapshot`. Works on every target. */
  state(): Promise<Recorded<TradingStateView>>;
  /** Opens the events stream. Rejects into an undecided verdict when the handshake of a correct request is refused. */
  events(options?: SendOptions): Promise<Events>;
  /** Set-up: `events()` already subscribed; `command` is the subscription. Undecided where it is refused. */
  subscribed(event: string, instruments?: readonly string[]): Promise<Events & { readonly command: CommandOutcome }>;
  /** `events()` already subscribed to transactions, snapshot received. */
  transactions(): Promise<Events & WithSnapshot>;
  /** `also`: instruments besides those of the profile, where the target wants them named. */
  ticks(options?: SendOptions, also?: readonly string[]): Promise<Events>;
  /** Closes the streams of the check on it, where the target lets it have too few for what comes. */
  closeStreams(): Promise<void>;
  /** A stream over a bare socket, on which any frame can be sent. Undecided when the handshake is refused. */
  rawStream(stream?: StreamRequest): Promise<RawStream>;
  /** A handshake that is meant to be refused (or its accepted twin): what came of it, never an exception. */
  handshake(stream: StreamRequest, options?: SendOptions): Promise<HttpExchange & { readonly opened: boolean }>;
}
