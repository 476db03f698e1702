// What a check can do while it runs. The interface; the implementation is composed in `context-live.ts` from the verbs' own files.
import type fc from 'fast-check';
import type { BarePredicate, PredicateName } from '../../toolkit/checkers/predicates/predicates.js';
import type { JournalRecord } from '../../toolkit/journal/record.js';
import type { AuthCode } from '../../toolkit/payload/error-codes.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { TransactionStatus } from '../../toolkit/payload/vocabulary.js';
import type { ControlActionName } from '../../toolkit/profile/control/actions.js';
import type { Dialect, RequestName, RequestParams, StreamRequest } from '../../toolkit/profile/dialect/dialect.js';
import type {
  AckView,
  ConditionsView,
  ErrorView,
  MessageKind,
  OperationView,
  StreamMessage,
  TradingStateView,
  TransactionView,
} from '../../toolkit/profile/dialect/views.js';
import type { Profile, ProfileInstrument, ProfileTiming } from '../../toolkit/profile/profile.js';
import type { HistoryCollection, StatedCollection } from '../../toolkit/profile/stated-history.js';
import type { Damage, HttpExchange, RequestSpec } from '../../toolkit/wire/exchange.js';
import type { RawStream } from '../../toolkit/wire/streams/raw-stream.js';
import type { JudgedId } from './check-id.js';
import type { Circumstance, Guard } from './circumstances.js';
import type { Context } from './contexts/context.js';
import type { OpenapiDocument } from './openapi.js';

/** A message that arrived on a stream, with the journal record that holds it. */
export type Received = StreamMessage & { readonly record: number; readonly atNs: number };

export type ReceivedOf<Kind extends MessageKind> = Extract<Received, { readonly kind: Kind }>;

/** What was read, with the journal record that holds it. */
export type Recorded<View> = View & { readonly record: number };

/** A record of the journal, or what holds one; undefined where there is nothing to show. */
export type Evidence = number | { readonly record: number } | undefined;

/** A mutation that was sent, whatever came of it. */
export interface Submission {
  readonly exchange: HttpExchange;
  /** That of the answer. */
  readonly record: number;
  readonly key: string;
  readonly accepted: boolean;
  /** Present when accepted. */
  readonly operationId?: string;
  readonly ack?: AckView;
  /** Present when refused with a readable body. */
  readonly error?: ErrorView;
}

/** What an answer is judged by: its exchange, or the mutation that holds it. */
export type Answered = HttpExchange | Pick<Submission, 'exchange'>;

/** A mutation that the target acknowledged. */
export interface Placed extends Submission {
  readonly accepted: true;
  /** Ends the check undecided when it is read and the ACK shows none. */
  readonly operationId: string;
}

/** A mutation that ended in success. */
export interface Completed {
  readonly submission: Placed;
  readonly result: FinalResult;
}

/** Reading `orderId` ends the check undecided where the event of the order shows no identifier. */
export interface OpenedOrder extends Completed {
  readonly orderId: string;
}

/** Reading `positionId` ends the check undecided where the event of the position shows no identifier. */
export interface OpenedPosition extends Completed {
  readonly positionId: string;
}

/** The final result of an operation, from whichever channel showed it first. */
export interface FinalResult {
  readonly status: TransactionStatus;
  readonly from: 'event' | 'status';
  readonly record: number;
  /** Present when `from` is `event`. */
  readonly event?: TransactionView;
  readonly operation?: OperationView;
}

/** What a mark added to the trading state. */
export interface Mark {
  readonly orders: number;
  /** Volume of a position that was bought. */
  readonly bought: string;
}

/** `after` looks only at messages of later journal records, `where` only at those that it holds for. */
export interface Which<Kind extends MessageKind> {
  readonly after?: number;
  readonly where?: (message: ReceivedOf<Kind>) => boolean;
}

export interface Events {
  /** Everything received so far, in order. */
  readonly received: readonly Received[];
  /** Subscribes and waits for what proves it: the answer, or the snapshot of kinds that have one. */
  subscribe(event: string, instruments?: readonly string[]): Promise<CommandOutcome>;
  /** Set-up: `subscribe`, undecided where it is refused. */
  subscribed(event: string, instruments?: readonly string[]): Promise<CommandOutcome>;
  unsubscribe(event: string, instruments?: readonly string[]): Promise<CommandOutcome>;
  /**
   * Resolves to the first message, past or future, of a kind (or that fits); undefined at the deadline (`eventMs` when left out) or
   * when the stream ends. `after` looks only at messages of later journal records, such as `after: snapshot.record`.
   */
  next<Kind extends MessageKind>(
    kind: Kind,
    options?: Which<Kind> & { readonly withinMs?: number },
  ): Promise<ReceivedOf<Kind> | undefined>;
  next(
    fits: (message: Received) => boolean,
    options?: { readonly after?: number; readonly withinMs?: number },
  ): Promise<Received | undefined>;
  /** Set-up: `next`, undecided when none comes. `what` names it in the reason. */
  await<Kind extends MessageKind>(
    kind: Kind,
    options?: Which<Kind> & { readonly withinMs?: number; readonly what?: string },
  ): Promise<ReceivedOf<Kind>>;
  /** What has come of a kind. */
  of<Kind extends MessageKind>(kind: Kind, which?: Which<Kind>): readonly ReceivedOf<Kind>[];
  /** The event of one operation, waited for up to the profile's `resultMs`. */
  resultOf(submission: Submission): Promise<ReceivedOf<'transaction_event'> | undefined>;
  /** Set-up: `resultOf`, undecided when it does not come or, where a status is given, shows another. */
  awaitResultOf(submission: Submission, status?: FinalResult['status']): Promise<ReceivedOf<'transaction_event'>>;
  /** The events of one operation that have come, known as by `resultOf`. */
  resultsOf(submission: Submission): readonly ReceivedOf<'transaction_event'>[];
  /** A frame as is, for malformed commands. */
  sendRaw(text: string): void;
  readonly isOpen: boolean;
  /** Resolves when the connection has ended, by whichever side. */
  readonly closed: Promise<{ readonly code: number; readonly clean: boolean; readonly record: number }>;
  close(): Promise<void>;
  readonly conn: string;
}

/** `unknown`: the target does not answer commands, and nothing else proved either outcome in time. */
export interface CommandOutcome {
  readonly outcome: 'accepted' | 'refused' | 'unknown';
  readonly record: number;
  readonly error?: ErrorView;
}

/** An order in the words of the interface; members left out are chosen so that it is valid and rests. */
export interface OrderWish extends Partial<Omit<RequestParams, 'accountId' | 'instrument'>> {
  readonly instrument?: ProfileInstrument | string;
}

export interface SendOptions {
  readonly idempotencyKey?: string;
  readonly key?: string;
  readonly damage?: Damage;
  readonly shiftMs?: number;
  readonly contentType?: string;
  /** Replaces the body text after the dialect wrote it. */
  readonly body?: string | Uint8Array;
  /** Sends the body in chunks, without a stated length. */
  readonly inChunks?: boolean;
  readonly timeoutMs?: number;
  /** Query text appended to the path exactly as it is, sent and signed alike. */
  readonly query?: string;
  /** Rewrites the path that the dialect wrote; what it returns is sent and signed alike. */
  readonly path?: (path: string) => string;
}

/** `request`: the mutating request to send, `placeOrder` when left out. */
export interface SubmitOptions extends SendOptions {
  readonly request?: RequestName;
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
  /** The n-th instrument to trade on (0 when left out). */
  instrument(n?: number): ProfileInstrument;
  /** Conditions of an instrument, read once per lease. */
  conditions(instrument?: string): Promise<Recorded<ConditionsView>>;
  /** Request parameters of a valid resting limit order (or the given type); each call differs from the last in its price. */
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
  ticks(options?: SendOptions): Promise<Events>;
  /** Closes the streams of the check on it, where the target lets it have too few for what comes. */
  closeStreams(): Promise<void>;
  /** A stream over a bare socket, on which any frame can be sent. Undecided when the handshake is refused. */
  rawStream(stream?: StreamRequest): Promise<RawStream>;
  /** A handshake that is meant to be refused (or its accepted twin): what came of it, never an exception. */
  handshake(stream: StreamRequest, options?: SendOptions): Promise<HttpExchange & { readonly opened: boolean }>;
}

/** Named assertions; each is journalled with its operands, and a false one ends the check as failed. */
export interface Expect {
  /** A predicate of `toolkit/checkers/predicates/predicates.ts` over the value at `pointer` in the parsed form of a record. */
  at(subject: Subject, pointer: string, predicate: BarePredicate, options?: ExpectOptions): void;
  at(subject: Subject, pointer: string, predicate: PredicateName, expected: JsonValue, options?: ExpectOptions): void;
  /** The list of a view, such as `state`, shows the identifier. */
  lists(state: Subject, list: Listed, id: string, options?: ExpectOptions): void;
  /** It is there and does not show it. */
  listsNot(state: Subject, list: Listed, id: string, options?: ExpectOptions): void;
  /** The answer's status is one of these. */
  status(answer: Answered, statuses: number | readonly number[], options?: ExpectOptions): void;
  /** 2xx, for calls whose success status is left open. */
  accepted(answer: Answered, options?: ExpectOptions): void;
  /** Not accepted: any 4xx. A 5xx, an ACK or a cut connection is a failure; 429 and 503 leave the check undecided. */
  refused(answer: Answered, options?: ExpectOptions): void;
  /**
   * Refused (4xx) with one of these authentication errors (interface 5.4), known by its code, or by its name where no such code
   * is there. That the code is a number, that code and name go together and which status comes are requirements of their own.
   */
  authError(answer: Answered, codes: AuthCode | readonly AuthCode[], options?: ExpectOptions): void;
  /** A public error name at either place where the interface lets it stand (code or error_message). */
  errorName(answer: Answered, names: readonly string[], options?: ExpectOptions): void;
  /** The final result is success. `evidence`: beside it. */
  succeeded(result: FinalResult, options?: ExpectOptions & { readonly evidence?: readonly Evidence[] }): void;
  /**
   * What was waited for has come, and is returned. `expected` says in words what that is, or is the submission whose event it is;
   * `on` asks too that the connection is still open.
   */
  arrived<Message extends { readonly record: number }>(
    message: Message | undefined,
    expected: string | Submission,
    options?: ExpectOptions & {
      readonly evidence?: readonly Evidence[];
      readonly on?: Pick<Events, 'isOpen'>;
      /** How long was waited: `eventMs` when left out, `resultMs` for a submission. */
      readonly withinMs?: number;
    },
  ): Message;
  /** Nothing was found: of what should not be there (messages), or of what is missing (names). `expected` says so in words. */
  none(
    found: readonly (string | { readonly record: number })[],
    expected: string,
    options?: ExpectOptions & {
      /** The names, or how many there are, when left out. */
      readonly actual?: string;
      /** Beside what was found. */
      readonly evidence?: readonly Evidence[];
      /** As of any claim, see `that`. */
      readonly shown?: readonly Fact[];
    },
  ): void;
  /** Anything else that the check computed itself, with its evidence. */
  that(
    holds: boolean,
    claim: {
      readonly expected: string;
      readonly actual: string;
      readonly evidence: readonly Evidence[];
      /** What records show of it, all of which must hold if and only if the claim does: by it `tsi judge` evaluates the claim again. */
      readonly shown?: readonly Fact[];
      /** Instead: what was looked through by history checkers. */
      readonly history?: History;
    },
    options?: ExpectOptions,
  ): void;
}

/** A named predicate over the value at a pointer into a record. */
export type Fact = readonly [
  subject: Subject,
  pointer: string,
  predicate: PredicateName,
  expected?: JsonValue | undefined,
];

/** The records until that one, of the check or of the whole run, and the checker where it is a certain one. */
export interface History {
  readonly over: 'check' | 'run';
  readonly until: number;
  readonly checker?: string;
}

/** A record of the journal, or what holds one. */
export type Subject = number | { readonly record: number };

/** Lists of views whose elements have an identifier. */
export type Listed = 'orders' | 'positions' | 'deals' | 'periods';

export interface ExpectOptions {
  /** The requirement judged, when it is not the first of the check. */
  readonly requirement?: JudgedId;
  /** Further requirements that the very same fact judges: each is asserted under its own id. A failure names the first. */
  readonly also?: readonly JudgedId[];
  readonly message?: string;
  /** How the expected figure came about, for whoever reads of a failure: `0.30 - 0.10`. */
  readonly sum?: string;
  /** Lowers this assertion: for a fact that the interface does not plainly state, beside others which it does. Such come last. */
  readonly level?: 'should';
  /** What fails is an absence: nothing came, or a connection has ended; a stream that the target ended for its age owes nothing. */
  readonly isAbsence?: boolean;
}

export type FastCheck = typeof fc;

/** One execution of a property. */
export interface Trial {
  /** Leased for this execution alone, shrink candidates included. */
  readonly account: Account;
  readonly fc: FastCheck;
}

export interface PropertyOptions {
  /** Executions at standard effort; 20 when left out. A quarter of it at quick effort, five times as many at thorough. */
  readonly runs?: number;
  /** Executions may share accounts with other checks: for reads and refusals that leave nothing behind. */
  readonly shared?: boolean;
  /** Values that are always tried first. */
  readonly examples?: readonly (readonly unknown[])[];
}

/** One of the contexts that the run has chosen for a check. */
export interface ContextTrial {
  /** Leased for this context alone. */
  readonly account: Account;
  readonly context: Context;
}

/** A request and what differs in its twin. */
export interface TwinTrial {
  /** The request that must be accepted; sent first, each time with a fresh timestamp and key. */
  readonly send: (options: SendOptions) => Promise<Answered>;
  readonly damage: Damage | SendOptions;
}

export interface CheckContext {
  readonly id: string;
  readonly effort: 'quick' | 'standard' | 'thorough';
  readonly dialect: Dialect;
  readonly timing: ProfileTiming;
  readonly market: Profile['market'];
  /** What the target documents of a collection of history, where the interface lets it state otherwise. */
  stated(collection: HistoryCollection): StatedCollection;
  readonly foreignAccountId: string | undefined;
  /** An account with conditions of its own, where the profile names one. */
  readonly ownConditions: Profile['accounts']['ownConditions'];
  /** An account with another market, where the profile names one. */
  readonly otherMarket: Profile['accounts']['otherMarket'];
  readonly unknownAccountId: string;
  readonly accounts: readonly Account[];
  /** The first leased account. */
  readonly account: Account;
  readonly signal: AbortSignal;
  readonly expect: Expect;
  /** The target's time as the suite knows it, corrected by the measured offset. */
  nowMs(): number;
  /** A fresh key of the run, valid by interface 8, never reused. */
  freshKey(): string;
  /** Deterministic by seed and check id. */
  randomInt(below: number): number;
  control(
    name: ControlActionName,
    params?: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, string>>>;
  hasControl(name: ControlActionName): boolean;
  /**
   * An account under a guard (`needs.guard`): `t.account`, brought there and back by control action, or the one of the profile that is
   * there already.
   */
  guarded(guard: Guard): Promise<Account>;
  /**
   * Brings the target under a circumstance by its control actions, and takes it away at the end of the check, or before that by what
   * is returned. On `t.account` and its first instrument unless others are named.
   */
  under(
    circumstance: Circumstance,
    where?: { readonly account?: Account; readonly instrument?: string },
  ): Promise<() => Promise<void>>;
  /**
   * The accepted request, then its damaged twin (rule 3). When the undamaged one is not accepted, the check is undecided.
   * Returns the exchange of the damaged one for `expect`.
   */
  twin(trial: TwinTrial): Promise<HttpExchange>;
  /**
   * Runs `execute` over generated values (fast-check, loaded on demand), seeded by run and check. A counterexample is confirmed,
   * then shrunk within a fixed budget of executions, and ends the check as failed with seed, path and smallest case.
   * `await t.property((fc) => [fc.string()], async ({ account }, text) => { ... })`
   */
  property<Values extends readonly unknown[]>(
    arbitraries: (fc: FastCheck) => { readonly [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
    execute: (trial: Trial, ...values: Values) => Promise<void>,
    options?: PropertyOptions,
  ): Promise<void>;
  /**
   * Runs `judge` in every context that the run has chosen for the dimensions of the check (`contexts`), a few of them at once, each on
   * an account of its own. A failure names its context. What turns out not to exist there (`notApplicable`) leaves that context out; where
   * one cannot be decided the check is undecided, once the others were judged.
   */
  inContexts(judge: (trial: ContextTrial) => Promise<void>): Promise<void>;
  /** What the profile says of the decimals of an account's currency; accounts beyond its pool are like the first of it. */
  currencyDigitsOf(accountId: string): number | undefined;
  /** The records of this check so far, as history checkers take them. */
  records(): readonly JournalRecord[];
  /** Checks of kind history only: waits until every other check of the target has ended, then gives all records so far. */
  history(): Promise<readonly JournalRecord[]>;
  /** The OpenAPI document of the target (`needs.facts: ['openapi']`), fetched once per run. Undecided when it cannot be read. */
  openapi(): Promise<OpenapiDocument>;
  /** An account that a control action has just opened for this check, beyond those leased. */
  adopt(accountId: string, known?: { readonly currencyDigits?: number }): Account;
  /** An account for one execution of a property: leased fresh each time, shrink candidates included. */
  withAccount<T>(use: (account: Account) => Promise<T>): Promise<T>;
  /**
   * An account of the pool whose currency has so many decimals, for a check that leases none (`accounts: 0`). False where there is none.
   */
  withAccountOf(currencyDigits: number, use: (account: Account) => Promise<void>): Promise<boolean>;
  observe(
    name: string,
    value: JsonValue,
    options: {
      readonly section: string;
      readonly unit?: string;
      readonly evidence?: readonly number[];
      /** The permission that was used or not: a statement of level may is observed, never asserted. */
      readonly requirement?: JudgedId;
    },
  ): void;
  /** Ends the check undecided. */
  inconclusive(reason: string, evidence?: readonly Evidence[]): never;
  /** Ends the check as not applicable: what it judges turned out not to exist on this target. */
  notApplicable(reason: string): never;
  /** Marks that a sometimes-condition occurred; a check that declares one and never meets it is undecided. */
  occurred(condition: string): void;
  /**
   * Runs at the end of the check, last registered first, also when it failed. Returns the same for doing it earlier: what has been
   * undone is not undone again.
   */
  cleanup(undo: () => Promise<unknown>): () => Promise<void>;
}
