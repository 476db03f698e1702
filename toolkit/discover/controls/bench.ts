// What a trial of a control action has at hand: the action itself, reads of the target in the words of its dialect, an order to play with.
import { isSuccessful } from '../../base/is-successful.js';
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
import { EffectWatch, eventually, type Looking, PATIENCE_MS } from './effect-watch.js';
import { QUOTA_PAUSES_MS, retryAfterMs } from './quota-pauses.js';

/** What comes every two seconds (interface 6) has stopped where it does not come for so long. */
const QUIET_MS = 3_000;

/** States of operations that have ended. */
export const FINAL: readonly string[] = ['success', 'rejected', 'failed'];

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
  /** How long the actions of the present trial took to show their effect. */
  readonly effects: EffectWatch;
  readonly #client: ProbeClient;
  readonly #signal: AbortSignal;

  private constructor(profile: Profile, dialect: Dialect, signal: AbortSignal) {
    this.profile = profile;
    this.dialect = dialect;
    this.control = bindControl(profile);
    this.accountId = profile.accounts.pool.at(-1)?.id ?? '';
    this.#controlWaitMs = profile.timing.controlMs ?? 0;
    this.#signal = signal;
    this.effects = new EffectWatch(signal);
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
    this.effects.answered();
    if (this.#controlWaitMs > 0) await pause(this.#controlWaitMs, this.#signal);
    return result;
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
    return answer !== undefined && isSuccessful(answer.status) ? answer.body : undefined;
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

  takesEffect(holds: () => Promise<boolean>, looking?: Looking): Promise<boolean> {
    return this.effects.takesEffect(holds, looking);
  }

  eventually(holds: () => Promise<boolean>, withinMs?: number, looking?: Looking): Promise<boolean> {
    return eventually(holds, { signal: this.#signal, withinMs, looking });
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
    if (seen !== undefined) this.effects.seen();
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
      this.effects.seen(fromMs);
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
