// A leased account: every verb that a check has on it. Writing orders, opening streams, settling and clean-up are in files of their own.
import type { RequestName, RequestParams } from '../../../../toolkit/profile/dialect/dialect.js';
import { isMutating, type StreamRequest } from '../../../../toolkit/profile/dialect/dialect.js';
import type { ConditionsView, TradingStateView } from '../../../../toolkit/profile/dialect/views.js';
import type { ProfileAccount, ProfileInstrument } from '../../../../toolkit/profile/profile.js';
import type { HttpExchange, RequestSpec } from '../../../../toolkit/wire/exchange.js';
import { pause } from '../../../../toolkit/wire/pause.js';
import type { RawStream } from '../../../../toolkit/wire/streams/raw-stream.js';
import { Undecided } from '../../check-end.js';
import type {
  Account,
  CommandOutcome,
  Completed,
  Events,
  FinalResult,
  Mark,
  OpenedOrder,
  OpenedPosition,
  OrderWish,
  Placed,
  Protection,
  Recorded,
  SendOptions,
  SetUpOptions,
  Submission,
  SubmitOptions,
} from '../../context.js';
import type { Carrier, CheckScope } from '../scope.js';
import { type Transactions, Watch } from '../streams/watch.js';
import { isAccepted } from '../verdict/answer.js';
import { Acknowledged } from './acknowledged.js';
import { ConditionsReader } from './conditions-reader.js';
import { OrderWriter } from './order-writer.js';
import { requestSpec } from './request-spec.js';
import { closePosition, done, inGoodTime, mark, openOrder, openPosition, placed } from './set-up.js';
import { isIndeterminate, resolveLost, settleByEvent, settleByStatus } from './settle.js';
import { StreamOpener } from './stream-opener.js';

export class LiveAccount implements Account {
  readonly id: string;
  readonly currencyDigits: number | undefined;
  readonly sinceMs: number;
  readonly scope: CheckScope;
  readonly #orders: OrderWriter;
  readonly #conditions: ConditionsReader;
  readonly #opener: StreamOpener;
  readonly #watch: Watch;
  readonly #acknowledged = new Acknowledged();

  constructor(account: Pick<ProfileAccount, 'id' | 'currencyDigits'>, scope: CheckScope) {
    this.id = account.id;
    this.currencyDigits = account.currencyDigits;
    this.sinceMs = scope.target.clock.nowMs();
    this.scope = scope;
    this.#conditions = new ConditionsReader(scope, {
      accountId: this.id,
      read: (instrument) => this.request('conditions', { instrument }),
    });
    this.#orders = new OrderWriter({
      accountId: this.id,
      usual: () => scope.usual(),
      market: scope.market,
      resting: scope.resting,
      conditions: (instrument) => this.conditions(instrument),
      wait: (ms) => scope.offTheClock(pause(ms, scope.signal)),
    });
    this.#opener = new StreamOpener({
      scope,
      spec: (stream, options) => this.spec(stream, {}, options),
      onTransactions: (events) => this.#watch.adopt(events),
    });
    this.#watch = new Watch(() => this.#opener.ownTransactions());
    scope.streams.givesUp.set(this.id, () => this.#watch.giveUp());
  }

  get hasCompany(): boolean {
    return this.scope.target.journal.opened.hasCompany;
  }

  get instruments(): readonly ProfileInstrument[] {
    this.scope.leftToUsual = true;
    return this.scope.market.instruments();
  }

  instrument(n = 0): ProfileInstrument {
    const { market } = this.scope;
    const open = this.instruments;
    // A break of the market ends soon: what is written for an instrument waits for that.
    const found = open[n] ?? market.pausing()[n - open.length];
    if (found === undefined) {
      const closedBy = market.closedBy();
      const why = closedBy === '' ? '' : `: ${closedBy}`;
      throw new Undecided(
        `needs ${n + 1} instruments to trade on; of those of the profile ${open.length} can be traded on now${why}`,
      );
    }
    return found;
  }

  instrumentNamed(name: string): ProfileInstrument {
    const { market } = this.scope;
    return market.named(name) ?? market.unnamed(name) ?? this.instrument();
  }

  conditions(instrument: string = this.instrument().name): Promise<Recorded<ConditionsView>> {
    return this.#conditions.of(instrument);
  }

  order(wish: OrderWish = {}): Promise<RequestParams> {
    return this.#orders.write(wish);
  }

  orders(count: number, wish: OrderWish = {}): Promise<readonly RequestParams[]> {
    return Promise.all(Array.from({ length: count }, () => this.order(wish)));
  }

  protection(order: OrderWish = {}): Promise<Protection> {
    return this.#orders.protection(order);
  }

  spec(name: RequestName, params: Partial<RequestParams> = {}, options: SendOptions = {}): RequestSpec {
    return requestSpec(this.scope.target.dialect, name, { accountId: this.id, params, options });
  }

  request(name: RequestName, params: Partial<RequestParams> = {}, options: SendOptions = {}): Promise<HttpExchange> {
    return this.#send(this.spec(name, params, options));
  }

  exact(name: RequestName, params: Partial<RequestParams> = {}, options: SendOptions = {}): Promise<HttpExchange> {
    return this.#send(this.spec(name, params, options), 'socket');
  }

  sendAndCut(name: RequestName, params: Partial<RequestParams> = {}, options: SendOptions = {}): Promise<HttpExchange> {
    return this.#send(this.spec(name, params, options), 'cut');
  }

  async #send(spec: RequestSpec, by?: Carrier): Promise<HttpExchange> {
    if (isMutating(spec.name)) {
      // Closing and cancelling give back what was taken.
      if (spec.name === 'placeOrder' || spec.name === 'openPosition') this.scope.target.orders.spend();
      await this.scope.beforeTrading(this);
    }
    const exchange = await this.scope.send(spec, by);
    if (isMutating(spec.name) && isAccepted(exchange)) {
      this.#acknowledged.add(this.scope.target.read.ack(exchange)?.operationId);
    }
    return exchange;
  }

  async submit(params: RequestParams | OrderWish, options: SubmitOptions = {}): Promise<Submission> {
    const { request = 'placeOrder', ...send } = options;
    const complete = isComplete(params)
      ? params
      : await this.order(request === 'openPosition' ? { type: 'market', ...params } : params);
    const first = await this.request(request, complete, send);
    // What a check damaged or hurried on purpose is the check's to resolve.
    const own = send.damage !== undefined || send.timeoutMs !== undefined;
    const exchange = !own && isIndeterminate(first) ? await resolveLost(first, this.scope) : first;
    return this.#read(exchange);
  }

  #read(exchange: HttpExchange): Submission {
    const { read } = this.scope.target;
    const base = { exchange, record: exchange.record, key: exchange.idempotencyKey };
    if (!isAccepted(exchange)) return { ...base, accepted: false, error: read.error(exchange) };
    const ack = read.ack(exchange);
    const id = ack?.operationId;
    const operationId = typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
    return { ...base, accepted: true, ...(ack && { ack }), ...(operationId !== undefined && { operationId }) };
  }

  async place(params: RequestParams | OrderWish = {}, options: SubmitOptions = {}): Promise<Placed> {
    return placed(this.id, await this.submit(params, options));
  }

  async complete(
    params: RequestParams | OrderWish = {},
    { events, ...options }: SetUpOptions & SubmitOptions = {},
  ): Promise<Completed> {
    return inGoodTime(async () => {
      const submission = await this.place(params, options);
      return { submission, result: done(submission.exchange.request.name, await this.settle(submission, events)) };
    }, options);
  }

  async settle(submission: Submission, events?: Events): Promise<FinalResult> {
    const result = await (events === undefined
      ? settleByStatus(submission, (id) => this.#readStatus(id), this.scope)
      : settleByEvent(submission, events, this.scope));
    this.#acknowledged.ended(submission.operationId);
    return result;
  }

  settleAll(): Promise<void> {
    return this.#acknowledged.settle(this.#watch, (id) => this.#readStatus(id), this.scope);
  }

  #readStatus(operationId: string): Promise<HttpExchange> {
    return this.request('operationStatus', { operationId });
  }

  openOrder(wish: OrderWish = {}, options: SetUpOptions = {}): Promise<OpenedOrder> {
    return inGoodTime(() => openOrder(this, wish, options), options);
  }

  openPosition(wish: OrderWish = {}, options: SetUpOptions = {}): Promise<OpenedPosition> {
    return inGoodTime(() => openPosition(this, wish, options), options);
  }

  closePosition(positionId: string, volume?: string): Promise<Submission | undefined> {
    return closePosition(this, positionId, volume);
  }

  mark(withOrders: boolean = false): Promise<Mark> {
    return inGoodTime(() => mark(this, withOrders), {});
  }

  get streamsAtOnce(): number {
    return this.scope.target.accountStreams.limit ?? Number.POSITIVE_INFINITY;
  }

  /** The stream on which set-up awaits results; undefined where the check's own leave the account no further one. */
  async watch(): Promise<Events | undefined> {
    // Read behind it, what the account held before would take its place where an account may have few streams.
    await this.scope.beforeTrading(this);
    const { accountStreams } = this.scope.target;
    if (accountStreams.isFree(this.id) || this.#watch.carriesTransactions) return this.#watch.get();
    this.scope.streams.roomless ??= accountStreams.undecided();
    return undefined;
  }

  async state(): Promise<Recorded<TradingStateView>> {
    const { accountStreams, profile, dialect } = this.scope.target;
    const hasResource = profile.claims.snapshotResource && dialect.has('snapshot');
    if (hasResource && !accountStreams.isFree(this.id) && !this.#watch.hasOwn) return this.#readState();
    const first = await this.#watch.first();
    const snapshot = first ?? (await this.#passingSnapshot());
    return { ...snapshot.view, record: snapshot.record };
  }

  /** Where the account may have no further stream. */
  async #readState(): Promise<Recorded<TradingStateView>> {
    const exchange = await this.request('snapshot');
    const { body } = exchange.answer ?? {};
    const view = isAccepted(exchange) && body !== undefined ? this.scope.target.dialect.readSnapshot(body) : undefined;
    if (view === undefined) throw this.scope.target.accountStreams.undecided([exchange.record]);
    return { ...view, record: exchange.record };
  }

  async #passingSnapshot(): Promise<Transactions['snapshot']> {
    const stream = await this.#opener.ownTransactions();
    await stream.close();
    return stream.snapshot;
  }

  closeStreams(): Promise<void> {
    return this.scope.streams.closeStreamsOf(this.id);
  }

  events(options: SendOptions = {}): Promise<Events> {
    return this.#opener.events(options);
  }

  subscribed(event: string, instruments?: readonly string[]): Promise<Events & { readonly command: CommandOutcome }> {
    return this.#opener.subscribed(event, instruments);
  }

  ticks(options: SendOptions = {}, also: readonly string[] = []): Promise<Events> {
    return this.#opener.ticks(options, also);
  }

  transactions(): Promise<Transactions> {
    return this.#opener.transactions();
  }

  handshake(stream: StreamRequest, options: SendOptions = {}): Promise<HttpExchange & { readonly opened: boolean }> {
    return this.#opener.handshake(stream, options);
  }

  rawStream(stream: StreamRequest = 'eventsStream'): Promise<RawStream> {
    return this.#opener.raw(stream);
  }
}

/** Complete parameters name their account; a wish leaves it to the account on which it is made. */
function isComplete(params: RequestParams | OrderWish): params is RequestParams {
  return 'accountId' in params;
}
