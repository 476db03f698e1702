// A trading day of one client, on a clock that stands still: every operation, every message, as they crossed the wire. The same day
// each time, so that what is recorded changes only with the service.
import { type RawData, WebSocket } from 'ws';
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import type { Dialect, RequestName, RequestParams } from '../../../profile/dialect/dialect.js';
import { loadDialect } from '../../../profile/dialect/load-dialect.js';
import { createSigner, parsePrivateKey, signRequest } from '../../../signing/index.js';
import type { Operation } from '../../domain.js';
import type { Clock } from '../../engine/time/clock.js';
import { createManualClock } from '../../engine/time/manual-clock.js';
import { type Reference, startReference } from '../../sandbox/start-reference.js';
import type { ExampleSet, OperationExample } from './example-set.js';

const MORNING_MS = Date.UTC(2026, 0, 5, 9);
const LIMIT = { type: 'limit', instrument: 'EURUSD', side: 'buy', volume: '0.10', price: '0.90000' } as const;
const EVENTS_WITHIN_MS = 5000;
const MOMENT_MS = 20;

export async function recordDay(name: 'default' | 'contrary'): Promise<ExampleSet> {
  const reference = await startReference({ dialect: name, accounts: 1, clock: stillClock() });
  try {
    const day = new Day(reference, await loadDialect(reference.profile));
    return await day.live();
  } finally {
    await reference.close();
  }
}

/** Stands still until it is advanced; what a service does within a moment it does at once. */
function stillClock(): Clock {
  const clock = createManualClock(MORNING_MS);
  return {
    nowMs: () => clock.nowMs(),
    schedule: (delayMs, callback) => clock.schedule(delayMs < MOMENT_MS ? 0 : delayMs, callback),
    advance: (ms) => clock.advance(ms),
    stop: () => clock.stop(),
  };
}

class Day {
  readonly #reference: Reference;
  readonly #dialect: Dialect;
  readonly #operations: Partial<Record<Operation, OperationExample>> = {};
  readonly #frames: JsonObject[] = [];
  readonly #commands: JsonObject[] = [];
  #serial = 0;

  constructor(reference: Reference, dialect: Dialect) {
    this.#reference = reference;
    this.#dialect = dialect;
  }

  async live(): Promise<ExampleSet> {
    const { control } = this.#reference;
    const account = { account_id: this.#account };
    const events = await this.#open('eventsStream');
    for (const params of COMMANDS) this.#command(events, params);
    await this.#until((kind) => kind === 'command_refused');
    await this.#call('account');
    await this.#call('instruments');
    await this.#call('conditions', { instrument: 'EURUSD' });
    const placed = this.#dialect.readAck(await this.#call('placeOrder', LIMIT));
    await this.#call('operationStatus', { operationId: String(placed.operationId) });
    await this.#transaction(({ type }) => type === 'limit');
    await this.#call('openPosition', { instrument: 'EURUSD', side: 'buy', volume: '0.20' });
    const positionId = await this.#positionId();
    this.#reference.clock.advance(60_000);
    await this.#call('snapshot');
    await this.#call('closePosition', { positionId, volume: '0.05' });
    await this.#call('cancelOrder', { orderId: await this.#orderId() });
    await this.#call('limits');
    await this.#send('placeOrder', { ...LIMIT, volume: '0.013' });
    await control.perform('account.deposit', { ...account, kind: 'dividend', amount: '12.50' });
    await control.perform('instrument.update', { ...account, instrument: 'EURUSD', volume_max: '40.00' });
    const { period_id: periodId = '' } = await control.perform('hmr.upsert', { ...account, instruments: 'EURUSD' });
    await control.perform('hmr.remove', { ...account, period_id: periodId });
    await this.#until((kind) => kind === 'hmr_update');
    await this.#until((kind) => kind === 'instrument_event');
    this.#reference.clock.advance(10_000);
    await this.#until((kind) => kind === 'account_state_event');
    await this.#call('orderHistory', { limit: 2 });
    await this.#call('dealHistory', { limit: 2 });
    await this.#handshakeExample('eventsStream');
    await this.#handshakeExample('ticksStream');
    const ticks = await this.#open('ticksStream');
    this.#reference.clock.advance(10_000);
    await this.#until((kind) => kind === 'tick');
    events.terminate();
    ticks.terminate();
    return { operations: this.#operations as ExampleSet['operations'], messages: this.#messages() }; // each was called
  }

  get #account(): string {
    return this.#reference.profile.accounts.pool[0]?.id ?? '';
  }

  /** Calls with a right signature and with a wrong one, and keeps both. */
  async #call(name: Operation & RequestName, params: Partial<RequestParams> = {}): Promise<JsonValue> {
    const { path, body, method } = this.#dialect.request(name, { accountId: this.#account, ...params });
    const refusal = await this.#fetch(method, path, body, `${path}/other`);
    const answer = await this.#send(name, params);
    // What the dialect writes is JSON.
    const request = body === undefined ? {} : { request: JSON.parse(body) as JsonValue };
    this.#operations[name] = { path, ...request, answer, refusal };
    return answer;
  }

  async #send(name: RequestName, params: Partial<RequestParams>): Promise<JsonValue> {
    const { path, body, method } = this.#dialect.request(name, { accountId: this.#account, ...params });
    const { status, body: answer } = await this.#fetch(method, path, body, path);
    if (status >= 300) throw new Error(`${name}: expected it to be accepted, got ${status} ${JSON.stringify(answer)}`);
    return answer;
  }

  async #handshakeExample(name: 'eventsStream' | 'ticksStream'): Promise<void> {
    const { path } = this.#dialect.request(name, { accountId: this.#account });
    this.#operations[name] = { path, refusal: await this.#fetch('GET', path, undefined, `${path}/other`) };
  }

  async #fetch(
    method: string,
    path: string,
    body: string | undefined,
    signedPath: string,
  ): Promise<OperationExample['refusal']> {
    const headers = { ...this.#sign(method, signedPath, body), 'Content-Type': 'application/json' };
    const answer = await fetch(`${this.#reference.baseUrl}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.status, body: (await answer.json()) as JsonValue }; // the service answers in JSON
  }

  #sign(method: string, path: string, body: string | undefined): Record<string, string> {
    const { keys } = this.#reference.profile;
    this.#serial += 1;
    const { headers } = signRequest(createSigner(parsePrivateKey(keys.main.privateKey)), {
      apiKey: keys.main.id,
      idempotencyKey: method === 'GET' ? '' : `order-${this.#serial}`,
      timestampMs: this.#reference.clock.nowMs(),
      method,
      path,
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
    });
    return Object.fromEntries(headers);
  }

  #open(name: 'eventsStream' | 'ticksStream'): Promise<WebSocket> {
    const { path } = this.#dialect.request(name, { accountId: this.#account });
    const socket = new WebSocket(`${this.#reference.profile.streamUrl ?? ''}${path}`, {
      headers: this.#sign('GET', path, undefined),
    });
    socket.on('message', (data: RawData) => {
      const frame = JSON.parse(data.toString()) as JsonValue; // what JSON.parse returns
      this.#frames.push(...(Array.isArray(frame) ? frame : [frame]).filter(isJsonObject));
    });
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(socket));
      socket.once('error', reject);
    });
  }

  #command(socket: WebSocket, [action, event, instruments]: (typeof COMMANDS)[number]): void {
    this.#serial += 1;
    const commandId = String(this.#serial);
    const text = this.#dialect.command(action, {
      event,
      commandId,
      ...(instruments === undefined ? {} : { instruments }),
    });
    const command: unknown = JSON.parse(text);
    if (isJsonObject(command as JsonValue)) this.#commands.push(command as JsonObject); // JSON, by JSON.parse
    socket.send(text);
  }

  async #until(fits: (kind: string, message: JsonObject) => boolean): Promise<void> {
    const deadline = Date.now() + EVENTS_WITHIN_MS;
    while (!this.#frames.some((frame) => fits(this.#kindOf(frame), frame))) {
      if (Date.now() > deadline) throw new Error('expected a message that did not come');
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async #transaction(fits: (order: { readonly type?: unknown }) => boolean): Promise<void> {
    await this.#until((_, frame) =>
      this.#dialect.readFrame(frame).some((one) => one.kind === 'transaction_event' && one.view.orders?.some(fits)),
    );
  }

  async #positionId(): Promise<string> {
    let found = '';
    await this.#until((_, frame) => {
      const [one] = this.#dialect.readFrame(frame);
      if (one?.kind === 'transaction_event') found = one.view.positions?.[0]?.id ?? found;
      return found !== '';
    });
    return found;
  }

  async #orderId(): Promise<string> {
    const { body } = await this.#fetch('GET', this.#pathOf('snapshot'), undefined, this.#pathOf('snapshot'));
    return this.#dialect.readSnapshot(body).orders?.[0]?.id ?? '';
  }

  #pathOf(name: RequestName): string {
    return this.#dialect.request(name, { accountId: this.#account }).path;
  }

  #kindOf(frame: JsonObject): string {
    return this.#dialect.readFrame(frame)[0]?.kind ?? '';
  }

  /** The first of each kind; of transactions one for each status and kind of change. */
  #messages(): ExampleSet['messages'] {
    const messages: Record<string, { name: string; payload: JsonObject }[]> = {
      // The last is one that is refused.
      command: this.#commands
        .slice(0, -1)
        .map((payload, at) => ({ name: COMMANDS[at]?.flat().filter(Boolean).join('-') ?? '', payload })),
    };
    for (const frame of this.#frames) {
      const [one] = this.#dialect.readFrame(frame);
      if (one === undefined || one.kind === 'ignored') continue;
      const name = one.kind.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      const label = one.kind === 'transaction_event' ? transactionLabel(one.view) : one.kind;
      const list = messages[name] ?? [];
      if (!list.some((example) => example.name === label)) messages[name] = [...list, { name: label, payload: frame }];
    }
    return messages;
  }
}

const COMMANDS = [
  ['subscribe', 'transactions', undefined],
  ['subscribe', 'account_state', undefined],
  ['subscribe', 'instruments', ['all']],
  ['subscribe', 'hmr', ['EURUSD']],
  ['unsubscribe', 'instruments', ['all']],
  ['subscribe', 'instruments', ['EURUSD']],
  ['subscribe', 'ticks', undefined],
] as const;

interface Transaction {
  readonly status?: unknown;
  readonly orders?: readonly unknown[];
  readonly deals?: readonly unknown[];
  readonly positions?: readonly unknown[];
}

function transactionLabel({ status, orders = [], deals = [], positions = [] }: Transaction): string {
  if (status !== 'success') return String(status);
  if (positions.length > 0) return 'execution';
  if (deals.length > 0 && orders.length === 0) return 'balance';
  return 'order';
}
