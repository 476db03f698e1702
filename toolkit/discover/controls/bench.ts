// What a trial of a control action has at hand: the action itself, reads of the target in the words of its dialect, an order to play with.
import { readDecimal, toPlainText } from '../../decimal/index.js';
import type { JsonValue } from '../../payload/json.js';
import { CONTROL_ACTIONS, type ControlActionName, type ControlSurface } from '../../profile/control/actions.js';
import { bindControl } from '../../profile/control/bind.js';
import type { Dialect, RequestName, RequestParams } from '../../profile/dialect/dialect.js';
import { loadDialect } from '../../profile/dialect/load-dialect.js';
import type { StreamMessage, TradingStateView } from '../../profile/dialect/views.js';
import type { Profile, ProfileInstrument } from '../../profile/profile.js';
import type { HttpExchange } from '../../wire/exchange.js';
import { pause } from '../../wire/pause.js';
import type { StreamConnection } from '../../wire/streams/stream-connection.js';
import { createProbeClient, type ProbeClient } from '../probe/client.js';

/** Effects may follow the answer of an action after a moment, those of a back office after seconds. */
const PATIENCE_MS = 12_000;

/** What comes every two seconds (interface 6) has stopped where it does not come for so long. */
const QUIET_MS = 3_000;

/** States of operations that have ended. */
const FINAL: readonly string[] = ['success', 'rejected', 'failed'];

/** What the target sends meanwhile must be read, too; who lags, lags by more, and each look may cost it a stream. */
const BETWEEN_MS = 20;
const BETWEEN_AT_MOST_MS = 300;
/** Looks that act, such as an order, are fewer. */
const ACTING_AT_MOST_MS = 1_500;

/** An effect within so long came with the answer, as far as looks can tell. */
export const LATE_MS = 250;

/** What is missing for a trial, in words for the owner of the profile. */
export class NotTried extends Error {}

export class Bench {
  readonly control: ControlSurface;
  readonly dialect: Dialect;
  readonly profile: Profile;
  /** The last of the pool, which people use least. */
  readonly accountId: string;
  /** The pause after each action, before anything is judged by it. */
  readonly #controlWaitMs: number;
  /** When the last action was answered. */
  #answeredMs = 0;
  /** How long after its answer the effect of an action was seen, the longest of this trial; undefined where none was. */
  #effectMs: number | undefined;
  /** How long after its answer the effect was looked for in vain, the latest of this trial. */
  #unseenMs: number | undefined;
  readonly #client: ProbeClient;
  readonly #signal: AbortSignal;

  private constructor(profile: Profile, dialect: Dialect, signal: AbortSignal) {
    this.profile = profile;
    this.dialect = dialect;
    this.control = bindControl(profile);
    this.accountId = profile.accounts.pool.at(-1)?.id ?? '';
    this.#controlWaitMs = profile.timing.controlMs ?? 0;
    this.#signal = signal;
    this.#client = createProbeClient(profile, (path) => dialect.signedPath(path), signal, dialect);
  }

  static async on(profile: Profile, signal: AbortSignal): Promise<Bench> {
    return new Bench(profile, await loadDialect(profile), signal);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  /** Rejects with a `ProtocolError` of code `control-failed` that carries the answer. */
  async perform(
    name: ControlActionName,
    params: Readonly<Record<string, string>> = {},
  ): Promise<Readonly<Record<string, string>>> {
    const account = CONTROL_ACTIONS[name].params.includes('account_id') ? { account_id: this.accountId } : {};
    const result = await this.control.perform(name, { ...account, ...params }, this.#signal);
    this.#answeredMs = performance.now();
    if (this.#controlWaitMs > 0) await pause(this.#controlWaitMs, this.#signal);
    return result;
  }

  /** Begins to measure anew. */
  beginTrial(): void {
    this.#effectMs = undefined;
    this.#unseenMs = undefined;
  }

  get unseenMs(): number | undefined {
    return this.#unseenMs;
  }

  get effectMs(): number | undefined {
    return this.#effectMs;
  }

  #seen(atMs: number = performance.now()): void {
    if (this.#answeredMs === 0) return;
    this.#effectMs = Math.max(this.#effectMs ?? 0, Math.round(atMs - this.#answeredMs));
  }

  get instrument(): ProfileInstrument {
    const [first] = this.profile.market.instruments;
    if (first === undefined) throw new NotTried('the profile names no instrument');
    return first;
  }

  /** A quota that is used up says nothing of an action: asked again when the target says, unless the quota is what is tried. */
  async send(
    name: RequestName,
    params: Partial<RequestParams> = {},
    quota: 'waits' | 'counts' = 'waits',
  ): Promise<HttpExchange> {
    if (!this.dialect.has(name)) throw new NotTried(`the dialect binds no ${name}`);
    const ask = (): Promise<HttpExchange> =>
      this.#client.send(this.dialect, name, { accountId: this.accountId, ...params });
    let exchange = await ask();
    for (const atLeastMs of quota === 'waits' ? QUOTA_PAUSES_MS : []) {
      if (exchange.answer?.status !== 429 || this.#signal.aborted) break;
      await pause(Math.max(atLeastMs, retryAfterMs(exchange) ?? 0), this.#signal);
      exchange = await ask();
    }
    return exchange;
  }

  /** The body of a success. */
  async read(name: RequestName, params: Partial<RequestParams> = {}): Promise<JsonValue | undefined> {
    const { answer } = await this.send(name, params);
    return answer !== undefined && answer.status >= 200 && answer.status < 300 ? answer.body : undefined;
  }

  /** Places an order that rests, without waiting for its result. */
  async order(quota: 'waits' | 'counts' = 'waits'): Promise<HttpExchange> {
    const { name, restingBuyLimit } = this.instrument;
    const params = {
      type: 'limit',
      side: 'buy',
      instrument: name,
      volume: await this.#volume(),
      price: restingBuyLimit,
    } as const;
    return this.send('placeOrder', params, quota);
  }

  async position(): Promise<HttpExchange> {
    return this.send('openPosition', { side: 'buy', instrument: this.instrument.name, volume: await this.#volume() });
  }

  async #volume(): Promise<string> {
    const body = await this.read('conditions', { instrument: this.instrument.name });
    const smallest = body === undefined ? undefined : this.dialect.readConditions(body).volumeMin;
    const volume = this.instrument.volume ?? (typeof smallest === 'string' ? plainly(smallest) : undefined);
    if (volume === undefined) throw new NotTried('no volume of the instrument is known');
    return volume;
  }

  operationOf({ answer }: HttpExchange): string {
    const id = answer?.body === undefined ? undefined : this.dialect.readAck(answer.body).operationId;
    if (answer?.status !== 202 || typeof id !== 'string') {
      throw new NotTried(`the order that shows its effect was answered with HTTP ${answer?.status ?? 'nothing'}`);
    }
    return id;
  }

  async status(operationId: string): Promise<string> {
    const body = await this.read('operationStatus', { operationId });
    return body === undefined ? 'gone' : this.dialect.readOperation(body).state;
  }

  /** Waits until the state is one of these, and says which it was in the end. */
  async statusBecomes(operationId: string, wanted: readonly string[]): Promise<string> {
    let last = '';
    await this.eventually(async () => {
      last = await this.status(operationId);
      return wanted.includes(last);
    });
    return last;
  }

  /** Whether the operation ends within that time. */
  becomesFinal(operationId: string, withinMs: number): Promise<boolean> {
    return this.eventually(async () => FINAL.includes(await this.status(operationId)), withinMs);
  }

  /** Whether an action has its effect within the patience for it; looks that act upon the target themselves grow rare. */
  async takesEffect(holds: () => Promise<boolean>, looking: 'reading' | 'acting' = 'reading'): Promise<boolean> {
    let lookedMs = 0;
    const isSeen = await this.eventually(
      async () => {
        lookedMs = performance.now();
        const isThere = await holds();
        if (!isThere && this.#answeredMs > 0) {
          this.#unseenMs = Math.max(this.#unseenMs ?? 0, Math.round(lookedMs - this.#answeredMs));
        }
        return isThere;
      },
      undefined,
      looking,
    );
    // A look may take long itself, such as one that waits for the end of an operation.
    if (isSeen) this.#seen(lookedMs);
    return isSeen;
  }

  /** Whether it holds in time. */
  async eventually(
    holds: () => Promise<boolean>,
    withinMs: number = PATIENCE_MS,
    looking: 'reading' | 'acting' = 'reading',
  ): Promise<boolean> {
    const betweenAtMostMs = looking === 'reading' ? BETWEEN_AT_MOST_MS : ACTING_AT_MOST_MS;
    const end = performance.now() + withinMs;
    for (let betweenMs = BETWEEN_MS; ; betweenMs = Math.min(betweenMs * 1.5, betweenAtMostMs)) {
      if (await holds()) return true;
      if (performance.now() > end || this.#signal.aborted) return false;
      await pause(betweenMs);
    }
  }

  async stream(name: 'eventsStream' | 'ticksStream' = 'eventsStream'): Promise<StreamConnection> {
    const { connection, exchange } = await this.#client.open(this.dialect, name, this.accountId);
    if (connection === undefined) {
      throw new NotTried(`the stream did not open: HTTP ${exchange.answer?.status ?? 'nothing'}`);
    }
    return connection;
  }

  subscribe(connection: StreamConnection, event: string, instruments?: readonly string[]): void {
    connection.send(
      this.dialect.command('subscribe', { event, ...(instruments !== undefined && { instruments }), commandId: '1' }),
    );
  }

  /** Does something and waits for a message of a kind that was not there before. */
  async causes(
    connection: StreamConnection,
    kind: StreamMessage['kind'],
    cause: () => Promise<unknown>,
    withinMs: number = PATIENCE_MS,
  ): Promise<boolean> {
    const before = new Set(connection.received);
    await cause();
    const seen = await connection.next((message) => message.kind === kind && !before.has(message), {
      withinMs,
      signal: this.#signal,
    });
    if (seen !== undefined) this.#seen();
    return seen !== undefined;
  }

  /** Does something and waits until messages of a kind that comes regularly stay away. */
  async silences(
    connection: StreamConnection,
    kind: StreamMessage['kind'],
    cause: () => Promise<unknown>,
  ): Promise<boolean> {
    await cause();
    const end = performance.now() + PATIENCE_MS;
    while (performance.now() < end && !this.#signal.aborted) {
      const fromMs = performance.now();
      const before = connection.received.length;
      const next = await connection.next(
        (message) => message.kind === kind && connection.received.indexOf(message) >= before,
        {
          withinMs: QUIET_MS,
          signal: this.#signal,
        },
      );
      if (next !== undefined) continue;
      this.#seen(fromMs);
      return true;
    }
    return false;
  }

  /** The trading state from the resource, or from the stream. */
  async state(): Promise<TradingStateView> {
    if (this.dialect.has('snapshot')) {
      const body = await this.read('snapshot');
      return body === undefined ? {} : this.dialect.readSnapshot(body);
    }
    const connection = await this.stream();
    this.subscribe(connection, 'transactions');
    const message = await connection.next(({ kind }) => kind === 'trading_state_snapshot', {
      withinMs: PATIENCE_MS,
      signal: this.#signal,
    });
    await connection.close();
    return message?.kind === 'trading_state_snapshot' ? message.view : {};
  }

  /** Cancels the orders and closes the positions that trials left, as far as the dialect can. */
  async tidy(): Promise<void> {
    const { orders = [], positions = [] } = await this.state();
    const asked: HttpExchange[] = [];
    const namedOf = (list: readonly { readonly id?: string }[]): readonly string[] =>
      list.flatMap(({ id }) => id ?? []);
    const [orderIds, positionIds] = [namedOf(orders), namedOf(positions)];
    if (this.dialect.has('cancelOrder')) {
      for (const orderId of orderIds) asked.push(await this.send('cancelOrder', { orderId }));
    }
    if (this.dialect.has('closePosition')) {
      for (const positionId of positionIds) asked.push(await this.send('closePosition', { positionId }));
    }
    // What is still under way would meet what the next trial does: the failure of the next operation, say.
    for (const { answer } of asked) {
      const id = answer?.body === undefined ? undefined : this.dialect.readAck(answer.body).operationId;
      if (answer?.status === 202 && typeof id === 'string') await this.statusBecomes(id, FINAL);
    }
  }
}

/** As an order writes it: `1E+0` is a decimal that targets show, and need not take. */
function plainly(text: string): string | undefined {
  const figure = readDecimal(text);
  return figure && toPlainText(figure);
}

/** How often, and after how long at least, a request is repeated that exceeded a quota; windows of a minute are not rare. */
const QUOTA_PAUSES_MS: readonly number[] = [500, 1_000, 2_000, 5_000, 10_000];
const LONGEST_RETRY_MS = 60_000;

/** What `Retry-After` says in seconds, as far as it is worth waiting for. */
function retryAfterMs({ answer }: HttpExchange): number | undefined {
  const seconds = Number(answer?.headers['retry-after']);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1_000, LONGEST_RETRY_MS) : undefined;
}
