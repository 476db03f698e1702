// What the verbs of one check share: where they send, what they count, what must be undone at its end.
import type { ControlActionName } from '../../../toolkit/profile/control/actions.js';
import { isMutating } from '../../../toolkit/profile/dialect/dialect.js';
import { type PartName, partOf } from '../../../toolkit/profile/parts.js';
import type { HttpExchange, RequestSpec } from '../../../toolkit/wire/exchange.js';
import type { SendContext } from '../../../toolkit/wire/exchange-records.js';
import { pause } from '../../../toolkit/wire/pause.js';
import type { RawStream } from '../../../toolkit/wire/streams/raw-stream.js';
import type { StreamConnection } from '../../../toolkit/wire/streams/stream-connection.js';
import type { CheckSpec } from '../check.js';
import { Undecided } from '../check-end.js';
import type { Account } from '../context.js';
import { KeyUses } from './account/key-uses.js';
import type { MarketView } from './market/market.js';
import { RestingOrders } from './market/resting-orders.js';
import { STREAMS } from './sharing/budget.js';
import { saysNothingThere } from './target/built-parts.js';
import { type LiveTarget, sendContext } from './target/target.js';
import type { CheckJournal } from './target/target-journal.js';
import { isAccepted, THROTTLING } from './verdict/answer.js';
import { LANES } from './verdict/contexts.js';
import { SentRequests } from './verdict/sent-requests.js';
import type { CheckTally } from './verdict/tally.js';
import { LOCKED } from './weather/lock-outs.js';
import { Provoked } from './weather/provoked.js';
import { waitedOut } from './weather/waiting-out.js';

/** How a request travels: through the pooled client, as exact bytes over a socket of its own, or so and cut before its answer. */
export type Carrier = 'client' | 'socket' | 'cut';

/** Control actions that change a state, of which nothing tells when it has come: only a check behind one finds out that they are late. */
const STATES: readonly ControlActionName[] = [
  'account.restrict',
  'hmr.flexible',
  'hmr.remove',
  'hmr.upsert',
  'instrument.add',
  'instrument.remove',
  'instrument.update',
  'limits.exhaust',
  'limits.restore',
  'market.close',
  'market.quotes',
  'operation.fail',
  'operation.hold',
  'operation.release',
  'orders.limit',
  'orders.unlimit',
  'service.maintenance',
];

/** A lock may fall again while the request is made again. */
const LOCKED_TRIES = 4;

/** How close to its time a timestamp must be is not shown (interface 8, other limits, rule 2); nobody asks for less than this. */
const STALE_MS = 1_000;
const STALE_TRIES = 3;
/** How a timestamp that is too old may be refused: some call it a defect of the request. */
const REFUSED_WHEN_STALE = [400, 401, 403];

export class CheckScope {
  readonly target: LiveTarget;
  readonly spec: CheckSpec;
  readonly journal: CheckJournal;
  readonly tally: CheckTally;
  /** Accounts of the pool on which something may have been opened. */
  readonly traded: Set<Account> = new Set();
  /** Whether something was sent that trades on an account of the pool. */
  hasTraded = false;
  /** Whether a mutation was sent, on whichever account. */
  hasAsked = false;
  /** Whether a control action was performed that changes something there. */
  hasControlled = false;
  /** Control actions that changed the conditions of instruments, or may have. */
  instrumentChanges = 0;
  /** Gives each control action this time to take effect. */
  controlWaitMs = 0;
  readonly market: MarketView;
  /** The orders that were written to rest. */
  readonly resting: RestingOrders = new RestingOrders();
  /** Accounts that need no clean-up: opened for this check, or shared by checks that leave nothing behind. */
  readonly untended: Set<string> = new Set();
  /** What a failure may have to explain. */
  readonly sent: SentRequests;
  readonly keyUses: KeyUses = new KeyUses();
  readonly undo: (() => Promise<void>)[] = [];
  /** Awaits what other checks must give free first; the time that passes is not the check's. */
  offTheClock: <T>(waiting: Promise<T>) => Promise<T> = (waiting) => waiting;
  readonly #provoked = new Provoked();
  readonly #connections = new Set<StreamConnection>();
  readonly #rawStreams = new Set<RawStream>();
  #signal: AbortSignal;
  readonly #checkSignal: AbortSignal;
  #reservation: Promise<() => void> | undefined;
  /** Streams that are about to open. */
  #opening = 0;
  /** Parts of the check that wait for a further account. */
  #waitingForAccount = 0;

  constructor(target: LiveTarget, spec: CheckSpec, journal: CheckJournal, tally: CheckTally, signal: AbortSignal) {
    this.target = target;
    this.market = target.market.forOneAttempt();
    this.spec = spec;
    this.journal = journal;
    this.tally = tally;
    this.sent = new SentRequests(spec.id);
    this.#signal = signal;
    this.#checkSignal = signal;
  }

  /** Whether the check moves prices itself, so that nothing is bound to rest. */
  get movesPrices(): boolean {
    return this.spec.needs?.control?.includes('market.price') === true;
  }

  /** Streams that the check may have open at once. */
  get spendable(): number {
    const { contexts, needs = {} } = this.spec;
    return Math.min(
      needs.streams ?? (contexts === undefined ? STREAMS : STREAMS * LANES),
      this.target.profile.limits.connections,
    );
  }

  /** Aborts when the run is stopped or the time of the check is over. */
  get signal(): AbortSignal {
    return this.#signal;
  }

  /** From here on nothing but undoing and cleaning up, which a stopped run does too, within a time of its own. */
  beginTidying(signal: AbortSignal): void {
    this.#signal = signal;
  }

  async send(spec: RequestSpec, by: Carrier = 'client'): Promise<HttpExchange> {
    const { http, raw } = this.target;
    this.#refuseNotBuilt(spec);
    const { exchange } = await this.#throughWeather(spec, async (one) => {
      const asked = this.#bounded(one);
      if (by === 'client') return { exchange: await http.send(...asked) };
      return { exchange: await (by === 'socket' ? raw.send(...asked) : raw.sendAndCut(...asked)) };
    });
    return exchange;
  }

  /** Sends at the pace of the target, and again where it could not be reached for a while. */
  async #throughWeather<Sent extends { readonly exchange: HttpExchange }>(
    spec: RequestSpec,
    send: (spec: RequestSpec) => Promise<Sent>,
  ): Promise<Sent> {
    const { pace, hopeless } = this.target;
    const weather = {
      pace,
      hopeless,
      signal: spec.signal ?? this.signal,
      isMeant: (exchange: HttpExchange, tries: number) => this.#isMeant(exchange, tries),
      onSecondKey: (exchange: HttpExchange) => this.#countThrottled(exchange),
      offTheClock: <T>(waiting: Promise<T>) => this.offTheClock(waiting),
    };
    let sent = await waitedOut(spec, send, weather);
    for (let again = 0; again < LOCKED_TRIES && (await this.#wasLockedOut(sent.exchange)); again += 1) {
      sent = await waitedOut(spec, send, weather);
    }
    for (let again = 0; again < STALE_TRIES && this.#wasStale(sent.exchange); again += 1) {
      const { idempotencyKey } = sent.exchange;
      sent = await waitedOut(isMutating(spec.name) ? { ...spec, idempotencyKey } : spec, send, weather);
    }
    if (isMutating(spec.name)) this.keyUses.add(sent.exchange, performance.now());
    this.#takeForAnswer(sent.exchange);
    this.#watch(sent.exchange);
    return sent;
  }

  #isMeant(exchange: HttpExchange, tries: number): boolean {
    if (this.#provoked.explains(exchange, this.target.read.error(exchange))) return true;
    if (this.#provoked.replaces(exchange, tries)) {
      this.tally.provoke(exchange.answer?.status ?? 0);
      return true;
    }
    if (!this.#provoked.isLasting && exchange.answer !== undefined) this.target.weather.met(exchange.answer.status);
    return false;
  }

  /** What was tried to the end and met in no other weather is the answer to what the check has brought about. */
  #takeForAnswer(exchange: HttpExchange): void {
    const status = exchange.answer?.status ?? 0;
    if (!THROTTLING.includes(status) || !this.#provoked.isLasting || this.signal.aborted) return;
    if (!this.target.weather.has(status)) this.tally.takeForProvoked(status);
  }

  /** Whether a lock refused it, which has been waited out then. */
  async #wasLockedOut(exchange: HttpExchange): Promise<boolean> {
    const { lockOuts, read } = this.target;
    const { request, answer } = exchange;
    const isSound = request.damage === undefined && request.shiftMs === undefined && isSoundKey(request.key);
    if (isSound && isAccepted(exchange)) lockOuts.sound();
    if (answer === undefined || !LOCKED.includes(answer.status)) return false;
    if (answer.status === 401) lockOuts.refused();
    const { code, message } = read.error(exchange);
    if ([code, message].some((one) => typeof one === 'string' && one.startsWith('ACCOUNT_'))) return false;
    return lockOuts.maySuspect(isSound) && this.offTheClock(lockOuts.waitOut(this.signal));
  }

  /** Whether a sound request was refused that took so long that its timestamp may have been too old on arrival; it is signed anew. */
  #wasStale({ request, answer, durationMs }: HttpExchange): boolean {
    const isSound = request.damage === undefined && request.shiftMs === undefined && isSoundKey(request.key);
    const { status = 0 } = answer ?? {};
    return isSound && REFUSED_WHEN_STALE.includes(status) && durationMs >= STALE_MS && !this.signal.aborted;
  }

  /** Called before the first request that may open something: remembers what an account of the pool held. */
  async beforeTrading(account: Account): Promise<void> {
    this.hasAsked = true;
    if (this.untended.has(account.id) || this.traded.has(account)) return;
    this.traded.add(account);
    this.hasTraded = true;
    // A state that cannot be read is the clean-up's to report; the check itself may be about something else.
    await this.target.baselines.of(account.id, () => account.state()).catch(() => undefined);
  }

  async open(spec: RequestSpec): Promise<{ readonly exchange: HttpExchange; readonly connection?: StreamConnection }> {
    this.#refuseNotBuilt(spec);
    return this.#whileOpening(() => this.#open(spec));
  }

  async #open(spec: RequestSpec): Promise<{ readonly exchange: HttpExchange; readonly connection?: StreamConnection }> {
    await this.#reserve();
    const giveBack = await this.#room(spec.accountId);
    try {
      const opened = await this.#throughWeather(spec, (one) => this.target.streams.open(...this.#bounded(one)));
      const { connection } = opened;
      if (connection === undefined) giveBack();
      else {
        this.#connections.add(connection);
        void connection.closed.then(() => {
          this.#connections.delete(connection);
          giveBack();
          this.#giveStreamsBack();
        });
      }
      return opened;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** A stream over a bare socket, cut at the end of the check. */
  async openRaw(spec: RequestSpec): Promise<{ readonly exchange: HttpExchange; readonly stream?: RawStream }> {
    this.#refuseNotBuilt(spec);
    return this.#whileOpening(() => this.#openRaw(spec));
  }

  async #openRaw(spec: RequestSpec): Promise<{ readonly exchange: HttpExchange; readonly stream?: RawStream }> {
    await this.#reserve();
    const giveBack = await this.#room(spec.accountId);
    const opened = await this.#throughWeather(spec, (one) => this.target.raw.openStream(...this.#bounded(one)));
    // A raw stream tells of no end that could be waited for, so its place is free again when the check is over.
    if (opened.stream === undefined) giveBack();
    else this.#rawPlaces.push(giveBack);
    if (opened.stream !== undefined) this.#rawStreams.add(opened.stream);
    return opened;
  }

  /** Streams of set-up that an account gives up when the target lets it have no more. */
  readonly givesUp: Map<string, () => Promise<boolean>> = new Map();

  /** Why a stream was not opened that the target would have had to refuse, or to end another for. */
  roomless: Undecided | undefined;
  readonly #rawPlaces: (() => void)[] = [];

  /** A place among the streams of the account; resolves to the function that gives it back. */
  async #room(accountId: string): Promise<() => void> {
    const { accountStreams } = this.target;
    if (!accountStreams.isFree(accountId)) {
      await this.givesUp.get(accountId)?.();
      if (!accountStreams.isFree(accountId)) {
        this.roomless = accountStreams.undecided();
        throw this.roomless;
      }
    }
    return accountStreams.take(accountId);
  }

  /** Cuts what `use` leaves open, so that the executions of a property together hold no more streams than one of them. */
  async closingStreams<T>(use: () => Promise<T>): Promise<T> {
    const connections = new Set(this.#connections);
    const rawStreams = new Set(this.#rawStreams);
    try {
      return await use();
    } finally {
      for (const stream of this.#rawStreams) {
        if (rawStreams.has(stream)) continue;
        stream.destroy();
        this.#rawStreams.delete(stream);
      }
      const left = [...this.#connections].filter((connection) => !connections.has(connection));
      await Promise.all(left.map((connection) => connection.close()));
    }
  }

  /** Cuts what is open on one account, on which nothing else of the check is under way. */
  async closeStreamsOf(accountId: string): Promise<void> {
    const open = [...this.#connections].filter(({ account }) => account === accountId);
    await Promise.all(open.map((connection) => connection.close()));
  }

  /** The request, ended with the check at the latest, and how it is journalled. */
  #bounded(spec: RequestSpec): [RequestSpec, SendContext] {
    return [{ ...spec, signal: spec.signal ?? this.signal }, sendContext(this.target, this.journal.tag)];
  }

  async #reserve(): Promise<void> {
    this.#reservation ??= this.target.streamBudget.reserve(this.spendable, this.signal);
    await this.offTheClock(this.#reservation);
  }

  async #whileOpening<T>(open: () => Promise<T>): Promise<T> {
    this.#opening += 1;
    try {
      return await open();
    } finally {
      this.#opening -= 1;
      this.#giveStreamsBack();
    }
  }

  /**
   * Awaits a further account for a check under way, which holds no streams meanwhile that it does not use: whoever has the account may be
   * waiting for them, and each would wait for the other. While it uses some, the wait is its own time, so that it ends.
   */
  async forAccount<Lease>(lease: Promise<Lease>): Promise<Lease> {
    this.#waitingForAccount += 1;
    this.#giveStreamsBack();
    // Streams of other contexts of the check end with these.
    const isOwnTime = this.#holdsStreams && this.spec.contexts === undefined;
    try {
      return await (isOwnTime ? lease : this.offTheClock(lease));
    } finally {
      this.#waitingForAccount -= 1;
    }
  }

  get #holdsStreams(): boolean {
    return this.#opening + this.#connections.size + this.#rawStreams.size > 0;
  }

  #giveStreamsBack(): void {
    if (this.#waitingForAccount === 0 || this.#holdsStreams) return;
    const reservation = this.#reservation;
    this.#reservation = undefined;
    void reservation?.then(
      (release) => release(),
      () => undefined, // the check was ended while it waited
    );
  }

  /** Stops reading the streams of an account, as a slow reader does; gives what reads them again. In the journal as if by control. */
  stopReading(accountId: string): () => Promise<void> {
    const note = (action: ControlActionName): void => {
      const params = { account_id: accountId, by: 'the suite, which does not read' };
      this.journal.note('control', { action, params, result: {} }, null, { account: accountId });
    };
    const stopped = [...this.#connections].filter(({ account, isOpen }) => account === accountId && isOpen);
    note('stream.stall');
    for (const connection of stopped) connection.pause();
    return async () => {
      for (const connection of stopped) connection.resume();
      note('stream.resume');
    };
  }

  /** Performs a control action and journals it. A failing one leaves the check undecided and becomes a finding of the run. */
  async control(
    name: ControlActionName,
    params: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, string>>> {
    const account = params['account_id'] ?? null;
    if (!this.target.control.has(name)) throw new Undecided(`the profile binds no control action ${name}`);
    try {
      const result = await this.target.control.perform(name, params, this.signal);
      this.#provoked.by(name, params);
      this.journal.note('control', { action: name, params, result }, null, { account });
      if (STATES.includes(name)) this.hasControlled = true;
      if (name.startsWith('instrument.')) this.instrumentChanges += 1;
      if (this.controlWaitMs > 0) await this.offTheClock(pause(this.controlWaitMs, this.signal));
      return result;
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      const record = this.journal.note('control', { action: name, params, result: null }, null, {
        account,
        error: { code: 'control-failed', message },
      });
      // A check that was stopped undoes beside what it still had under way.
      if (!this.signal.aborted && !this.#checkSignal.aborted) {
        this.tally.findings.push({
          kind: 'control',
          message: `control action ${name} failed: ${message}`,
          evidence: [record],
        });
      }
      throw new Undecided(`the control action ${name} failed: ${message}`, [record]);
    }
  }

  /** Cuts what the check left open and gives its reservation back. */
  async close(): Promise<void> {
    for (const stream of this.#rawStreams) stream.destroy();
    for (const giveBack of this.#rawPlaces) giveBack();
    await Promise.all([...this.#connections].map((connection) => connection.close()));
    if (this.#reservation !== undefined) {
      const release = await this.#reservation.catch(() => undefined);
      release?.();
    }
  }

  #refuseNotBuilt({ name }: RequestSpec): void {
    this.target.parts.refuse(name, this.spec.basic === true);
  }

  /** Parts of which a sound request of this check was answered as if they were not there. */
  readonly notFound: Map<PartName, readonly number[]> = new Map();

  #watch(exchange: HttpExchange): void {
    this.target.parts.see(exchange);
    const part = partOf(exchange.request.name);
    if (part !== undefined && saysNothingThere(exchange)) {
      this.notFound.set(part, [...(this.notFound.get(part) ?? []), exchange.record]);
    }
    this.sent.add(exchange, this.target.clock.nowMs());
    if (THROTTLING.includes(exchange.answer?.status ?? 0)) this.#countThrottled(exchange);
    const error = this.journal.at(exchange.record)?.error;
    if (error?.code === 'dialect-failed') {
      this.tally.findings.push({
        kind: 'dialect',
        message: `the dialect failed on an answer to ${exchange.request.name}: ${error.message}`,
        evidence: [exchange.record],
      });
    }
  }

  #countThrottled({ record, answer }: HttpExchange): void {
    if (this.tally.provokes(answer?.status ?? 0)) return;
    this.tally.throttled.push(record);
    this.tally.throttledBy ??= answer?.status;
  }
}

/** One that may do everything. */
function isSoundKey(role: string | undefined): boolean {
  return role === undefined || role === 'main' || role === 'second';
}
