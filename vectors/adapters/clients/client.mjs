// A small client of the interface by nothing but Node.js: it stands where your own client stands. Signing is the caller's.
import { randomBytes, randomUUID } from 'node:crypto';
import { request as http } from 'node:http';
import { request as https } from 'node:https';

const FINAL = ['success', 'rejected', 'failed'];
const TIMEOUT_MS = 1000;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const byId = (items, id) => new Map((items ?? []).map((item) => [item[id], item]));
const picked = (given, names) =>
  Object.fromEntries(names.filter((name) => name in given).map((name) => [name, given[name]]));

async function until(holds, ms) {
  const end = performance.now() + ms;
  while (!(await holds()) && performance.now() < end) await pause(5);
}

export class Client {
  results = new Map();
  answers = new Map();
  synced = new Set();
  wanted = new Map();
  intents = new Map();
  keys = new Set();
  orders = new Map();
  positions = new Map();
  hmr = new Map();
  conditions = new Map();
  account = {};
  gaps = 0;
  commands = 0;
  lastPoll = 0;
  closed = false;

  constructor(given, sign) {
    this.given = given;
    this.sign = sign;
    this.trading = `/v1/trading/accounts/${given.account}`;
    this.configuration = `/v1/configuration/accounts/${given.account}`;
    for (const event of given.subscribe)
      this.wanted.set(event, ['hmr', 'instruments'].includes(event) ? given.instruments : undefined);
  }

  async begin() {
    if (this.wanted.size > 0) void this.listen();
    await until(() => this.isCurrent(), 8000);
    return this.isCurrent();
  }

  isCurrent = () => [...this.wanted.keys()].every((event) => this.synced.has(event));

  request(base, method, path, body, key, further = {}) {
    const { protocol, hostname, port } = new URL(base);
    const content = body.length > 0 ? { 'Content-Type': 'application/json', 'Content-Length': body.length } : {};
    const headers = { ...this.sign(method, path, body, key), ...content, ...further };
    const start = ['https:', 'wss:'].includes(protocol) ? https : http;
    return start({ hostname, port, method, path, headers, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) });
  }

  /** Status and JSON of the answer; no status where there was no answer. */
  send(method, path, text = '', key = '') {
    return new Promise((resolve) => {
      const lost = () => resolve({ answer: {} });
      const body = Buffer.from(text);
      const request = this.request(this.given.baseUrl, method, path, body, key);
      request.on('error', lost).on('response', (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk)).on('error', lost);
        response.on('end', () => {
          try {
            resolve({ status: response.statusCode, answer: JSON.parse(Buffer.concat(chunks).toString() || '{}') });
          } catch {
            lost();
          }
        });
      });
      request.end(body);
    });
  }

  async trade(given, path, names) {
    const members = picked(given, names);
    if (members.volume === 'smallest') {
      members.volume = (await this.read({ ...given, what: 'conditions' })).conditions.volume_min;
    }
    const mine = { state: 'pending', key: randomUUID(), gaps: this.gaps };
    this.intents.set(given.intent, mine);
    this.keys.add(mine.key);
    for (let attempt = 0; attempt < 5; attempt++) {
      const { status, answer } = await this.send('POST', `${this.trading}/${path}`, JSON.stringify(members), mine.key);
      if ((status === 200 || status === 202) && answer.operation_id !== undefined) {
        mine.operationId = answer.operation_id;
      }
      // The refusal of a repeat proves nothing of the call before it.
      else if (status !== undefined && status !== 500)
        Object.assign(
          mine,
          attempt > 0 ? { state: 'unknown' } : { state: 'refused', code: answer.error?.code ?? status },
        );
      if (mine.state !== 'pending' || mine.operationId !== undefined || this.results.has(mine.key)) break;
      await pause(50 * 2 ** attempt);
    }
    await until(async () => mine.state === 'refused' || FINAL.includes(await this.settle(mine)), 2000);
    return this.outcome(given.intent);
  }

  async outcome(intent) {
    const mine = this.intents.get(intent);
    await this.settle(mine);
    return picked(mine, ['state', 'code', 'operationId']);
  }

  /** By the event; by the status of the operation, where the event may have been missed. */
  async settle(mine) {
    let event = this.results.get(mine.operationId) ?? this.results.get(mine.key);
    const mayBeMissed = mine.gaps < this.gaps || !this.synced.has('transactions');
    if (event === undefined && mine.operationId !== undefined && mayBeMissed && !FINAL.includes(mine.state)) {
      await pause(this.lastPoll + 50 - performance.now());
      this.lastPoll = performance.now();
      const { answer } = await this.send('GET', `${this.trading}/operations/${mine.operationId}`);
      if (FINAL.includes(answer.status)) event = answer;
    }
    if (event !== undefined && !FINAL.includes(mine.state) && mine.state !== 'refused') {
      Object.assign(mine, { event, state: event.status, code: event.error_code, operationId: event.operation_id });
    }
    return mine.state;
  }

  /** The identifier of the one that is named, of that of an intent, or of the first. */
  entity(given, kind) {
    const shown =
      given.of === undefined ? this[`${kind}s`].values() : this.intents.get(given.of).event.payload[`${kind}s`];
    return given[`${kind}_id`] ?? [...shown][0][`${kind}_id`];
  }

  async snapshot() {
    const { status, answer } = await this.send('GET', `${this.trading}/snapshot`);
    if (status === 200) this.baseline(answer);
  }

  baseline({ orders, positions, account_state }) {
    this.orders = byId(orders, 'order_id');
    this.positions = byId(positions, 'position_id');
    this.account = account_state;
  }

  async history(given) {
    const ids = [];
    let query = picked(given, ['from', 'to', 'limit']);
    for (;;) {
      const text = new URLSearchParams(query).toString();
      const path = `${this.trading}/history/${given.what}${text === '' ? '' : '?'}${text}`;
      const { status, answer } = await this.send('GET', path);
      if (status !== 200) return { refused: answer.error?.code ?? status ?? 'no answer' };
      ids.push(...answer[given.what].map((row) => row[`${given.what.slice(0, -1)}_id`]));
      if (!answer.next_cursor) return { ids };
      query = { ...picked(given, ['limit']), cursor: answer.next_cursor };
    }
  }

  async read({ what, instrument = '', operation_id, of }) {
    const operation = operation_id ?? this.intents.get(of)?.operationId;
    const special = {
      conditions: `${this.configuration}/instruments/${encodeURIComponent(instrument)}/conditions`,
      status: `${this.trading}/operations/${operation}`,
      snapshot: `${this.trading}/snapshot`,
    };
    const { status, answer } = await this.send('GET', special[what] ?? `${this.configuration}/${what}`);
    if (status !== 200) return { refused: answer.error?.code ?? status ?? 'no answer' };
    if (what === 'instruments') return { instruments: answer.instruments.map((one) => one.instrument) };
    return what === 'conditions' ? { conditions: answer } : {};
  }

  async view() {
    if (this.wanted.size === 0) await this.snapshot();
    const listed = (held, id) => [...held.values()].map((one) => ({ ...one, id: one[id] }));
    const kinds = [...this.wanted.keys()].map((event) => [event, this.synced.has(event)]);
    return {
      current: kinds.length === 0 || Object.fromEntries(kinds),
      account: this.account,
      orders: listed(this.orders, 'order_id'),
      positions: listed(this.positions, 'position_id'),
      hmr: listed(this.hmr, 'period_id'),
      conditions: [...this.conditions.values()],
    };
  }

  async subscription(action, { event, instruments }) {
    const all = async () => (event === 'hmr' ? (await this.read({ what: 'instruments' })).instruments : ['all']);
    const names = instruments === 'every' ? await all() : instruments;
    const number = this.command(action, event, names);
    await until(() => this.answers.has(number), 2000);
    const { error } = this.answers.get(number) ?? { error: { code: 'no answer' } };
    if (error !== undefined) return { refused: error.code };
    const had = this.wanted.get(event) ?? [];
    const left =
      action === 'subscribe' ? [...new Set([...had, ...(names ?? [])])] : had.filter((name) => !names?.includes(name));
    if (action === 'subscribe' || (left.length > 0 && names?.[0] !== 'all'))
      this.wanted.set(event, left.length > 0 ? left : undefined);
    else this.wanted.delete(event);
    return {};
  }

  async listen() {
    while (!this.closed) {
      await this.stream();
      this.synced.clear();
      this.socket = undefined;
      this.gaps += 1;
      await pause(100);
    }
  }

  /** Resolves when the connection has ended. */
  stream() {
    return new Promise((resolve) => {
      const path = `/v1/server-events/accounts/${this.given.account}/ws/events`;
      const request = this.request(this.given.streamUrl, 'GET', path, Buffer.alloc(0), '', {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      });
      request.on('error', resolve).on('response', (response) => response.resume().on('close', resolve));
      request.on('upgrade', (_response, socket, head) => {
        let bytes = head;
        this.socket = socket.on('close', resolve).on('error', resolve);
        socket.on('data', (chunk) => {
          bytes = this.frames(Buffer.concat([bytes, chunk]));
        });
        for (const [event, names] of this.wanted) this.command('subscribe', event, names);
        bytes = this.frames(bytes);
      });
      request.end();
    });
  }

  /** Takes whole frames; gives back what is left. */
  frames(bytes) {
    for (;;) {
      const short = bytes[1] & 127;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (bytes.length < head) return bytes;
      const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
      if (bytes.length < head + length) return bytes;
      const [first, data] = [bytes[0], bytes.subarray(head, head + length)];
      const kind = first & 15;
      if (kind === 8) this.socket.destroy();
      if (kind === 9) this.frame(10, data);
      if (kind < 3) this.message = kind === 0 ? Buffer.concat([this.message, data]) : data;
      if (kind < 3 && first & 128) this.take(JSON.parse(this.message.toString()));
      bytes = bytes.subarray(head + length);
    }
  }

  frame(kind, data) {
    const mask = randomBytes(4);
    const head = data.length < 126 ? [128 | data.length] : [254, data.length >> 8, data.length & 255];
    this.socket.write(
      Buffer.concat([Buffer.from([128 | kind, ...head]), mask, data.map((byte, i) => byte ^ mask[i % 4])]),
    );
  }

  command(type, event, instruments) {
    this.commands += 1;
    const id = String(this.commands);
    this.frame(1, Buffer.from(JSON.stringify({ type, event, instruments, id })));
    return id;
  }

  take(message) {
    const { type, payload = {} } = message;
    if (type === 'transaction_event') this.transaction(message, payload ?? {});
    if (type === 'trading_state_snapshot') this.baseline(payload);
    if (type === 'account_state_event') this.account = payload;
    if (type === 'instrument_event') this.conditions.set(payload.instrument, payload);
    if (type === 'instrument_event' && message.action === 'del') this.conditions.delete(payload.instrument);
    if (type === 'hmr_snapshot') this.hmr = byId(message.periods, 'period_id');
    if (type === 'hmr_update') {
      for (const period of message.upserted_periods) this.hmr.set(period.period_id, period);
      for (const id of message.removed_period_ids) this.hmr.delete(id);
    }
    if (['subscribed', 'unsubscribed', 'command_error'].includes(type)) this.answers.set(message.id, message);
    const synced = { trading_state_snapshot: 'transactions', hmr_snapshot: 'hmr' }[type];
    if (synced !== undefined) this.synced.add(synced);
    if (type === 'subscribed' && !['transactions', 'hmr'].includes(message.event)) this.synced.add(message.event);
  }

  transaction(event, payload) {
    for (const [items, id, held] of [
      [payload.orders, 'order_id', this.orders],
      [payload.positions, 'position_id', this.positions],
    ])
      for (const item of items ?? []) {
        if (['pending', 'open'].includes(item.state)) held.set(item[id], item);
        else held.delete(item[id]);
      }
    this.account = payload.account_state ?? this.account;
    for (const name of [event.operation_id, event.client_request_id])
      if (name !== undefined && !this.results.has(name)) this.results.set(name, event);
    // Somebody else trades on the account.
    if (event.operation_id && !this.keys.has(event.client_request_id)) void this.snapshot();
  }

  close() {
    this.closed = true;
    this.socket?.destroy();
  }
}
