// Tells journals for the tests of the checkers: a target that behaves, sentence by sentence, and the sentences to change.
import type { JournalRecord, RecordDraft } from '../journal/record.js';
import type { JsonObject, JsonValue } from '../payload/json.js';
import { type CheckerResult, type CheckerSettings, checkJournal } from './index.js';

/** Each record comes a millisecond after the one before, unless the story waits. */
const STEP_NS = 1e6;

export interface CallWish {
  readonly account?: string;
  readonly key?: string;
  readonly params?: JsonObject;
  /** As it was written. */
  readonly body?: string;
  readonly damage?: string;
  readonly path?: string;
  readonly apiKey?: string;
}

export class Story {
  readonly records: JournalRecord[] = [];
  #ns = 0;
  #conns = 0;

  wait(ms: number): this {
    this.#ns += ms * 1e6;
    return this;
  }

  tell(draft: Partial<RecordDraft> & Pick<RecordDraft, 'kind'>): number {
    this.#ns += STEP_NS;
    const i = this.records.length + 1;
    this.records.push({
      i,
      run: 'story',
      t_ns: this.#ns,
      wall: '2026-01-01T00:00:00+00:00',
      actor: 'suite',
      conn: null,
      check: 'story.check/one',
      account: null,
      client_request_id: null,
      operation_id: null,
      raw: null,
      parsed: null,
      error: null,
      cause: null,
      ...draft,
    });
    return i;
  }

  call(
    request: string,
    { account = 'A', key, params, body, damage, apiKey = 'main', path = `/v1/${request}` }: CallWish = {},
  ): number {
    return this.tell({
      kind: 'invoke',
      conn: 'http',
      account,
      client_request_id: key ?? null,
      ...(body !== undefined && { raw: body }),
      parsed: {
        request,
        method: 'POST',
        path,
        headers: [['SVC-API-KEY', apiKey]],
        ...(params && { params }),
        ...(damage !== undefined && { damage }),
      },
    });
  }

  answer(call: number, status: number, view: JsonObject = {}, body: JsonValue = view): number {
    const { account, client_request_id, parsed } = this.#at(call);
    return this.tell({
      kind: 'ok',
      actor: 'target',
      conn: 'http',
      account,
      client_request_id,
      operation_id: typeof view['operationId'] === 'string' ? view['operationId'] : null,
      parsed: { request: (parsed as JsonObject)['request'] ?? '', status, headers: {}, body, view },
      cause: call,
    });
  }

  /** The answer never came, though the request may have been executed. */
  lose(call: number): number {
    const { account, client_request_id } = this.#at(call);
    return this.tell({ kind: 'info', conn: 'http', account, client_request_id, cause: call });
  }

  /** A request with its ACK. */
  acknowledged(request: string, key: string, operationId: string, wish: CallWish = {}): number {
    const call = this.call(request, { params: { type: 'limit', volume: '1.00' }, ...wish, key });
    return this.answer(call, 202, { operationId, clientRequestId: key });
  }

  /** A reading of operation status. */
  read(operationId: string, state: string, more: JsonObject = {}): number {
    const call = this.call('operationStatus', { params: { operationId } });
    return this.answer(call, 200, { operationId, state, ...more });
  }

  control(action: string, account: string | null = 'A', params: JsonObject = {}, result: JsonObject = {}): number {
    return this.tell({ kind: 'control', account, parsed: { action, params, result } });
  }

  /** An open stream, without subscriptions. */
  stream(account = 'A', request = 'eventsStream'): Stream {
    this.#conns += 1;
    const conn = `ws-${this.#conns}`;
    const call = this.tell({ kind: 'invoke', conn, account, parsed: { request, path: `/v1/${request}`, headers: [] } });
    this.tell({
      kind: 'ok',
      conn,
      account,
      parsed: { request, status: 101, headers: {}, body: null, view: null },
      cause: call,
    });
    this.tell({ kind: 'open', conn, account, cause: call });
    return new Stream(this, conn, account);
  }

  /** An open stream that is subscribed to transactions and has its snapshot. */
  transactions(account = 'A', snapshot: JsonObject = EMPTY): Stream {
    const stream = this.stream(account);
    stream.subscribe('transactions');
    stream.message('trading_state_snapshot', snapshot);
    return stream;
  }

  /** What the named checker says of the story. */
  async judge(checker: string, settings: CheckerSettings = { resultMs: 1000, eventMs: 500 }): Promise<CheckerResult> {
    const [result] = await checkJournal(this.records, { ...settings, only: [checker] });
    if (result === undefined) throw new RangeError(`no checker ${checker}`);
    return result;
  }

  #at(i: number): JournalRecord {
    const record = this.records[i - 1];
    if (record === undefined) throw new RangeError(`no record ${i}`);
    return record;
  }
}

export class Stream {
  readonly conn: string;
  readonly #story: Story;
  readonly #account: string;

  constructor(story: Story, conn: string, account: string) {
    this.#story = story;
    this.conn = conn;
    this.#account = account;
  }

  subscribe(event: string, instruments?: readonly string[]): number {
    return this.#command('subscribe', event, instruments);
  }

  unsubscribe(event: string, instruments?: readonly string[]): number {
    return this.#command('unsubscribe', event, instruments);
  }

  /** A frame that is none of the suite's commands. */
  sendRaw(text: string): number {
    return this.#tell({ kind: 'send', raw: text, parsed: { kind: 'frame', message: null, view: null } });
  }

  message(kind: string, view: JsonObject, message: JsonValue = view, raw?: string): number {
    const text = (value: JsonValue | undefined): string | null => (typeof value === 'string' ? value : null);
    return this.#tell({
      kind: 'event',
      actor: 'target',
      raw: raw ?? null,
      parsed: { kind, message, view },
      operation_id: text(view['operationId']),
      client_request_id: text(view['clientRequestId']),
    });
  }

  event(view: JsonObject): number {
    return this.message('transaction_event', { status: 'success', ...view });
  }

  close(actor: 'client' | 'suite' = 'suite'): number {
    return this.#tell({ kind: 'close', actor, parsed: { code: 1000, clean: true } });
  }

  #command(action: string, event: string, instruments: readonly string[] | undefined): number {
    const view = { action, event, ...(instruments && { instruments }) };
    return this.#tell({ kind: 'send', raw: JSON.stringify(view), parsed: { kind: 'frame', message: view, view } });
  }

  #tell(draft: Partial<RecordDraft> & Pick<RecordDraft, 'kind'>): number {
    return this.#story.tell({ conn: this.conn, account: this.#account, ...draft });
  }
}

export const FIGURES = { balance: '1000.00', equity: '1000.00', usedMargin: '0.00' } as const;
export const EMPTY: JsonObject = { orders: [], positions: [], accountState: FIGURES };

export function order(id: string, more: JsonObject = {}): JsonObject {
  return { id, type: 'limit', instrument: 'EURUSD', side: 'buy', volume: '1.00', price: '1.05000', ...more };
}

export function position(id: string, volume: string, more: JsonObject = {}): JsonObject {
  return { id, instrument: 'EURUSD', side: 'buy', volume, price: '1.10000', ...more };
}

export function deal(id: string, positionId: string, volume: string, more: JsonObject = {}): JsonObject {
  return { id, positionId, instrument: 'EURUSD', side: 'buy', volume, price: '1.10000', amount: '0.00', ...more };
}

export function balanceDeal(id: string, amount: string): JsonObject {
  return { id, balanceKind: 'balance', amount };
}
