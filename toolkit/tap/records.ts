// Journal records of observed traffic: those that the suite writes of its own, seen from the other end. What was asked is the client's,
// what was answered and announced is the service's; an answer that did not leave whole is `info`, since its client cannot know it.

import { messageOf } from '../base/message-of.js';
import type { RecordDraft, RecordSink } from '../journal/record.js';
import type { JsonValue } from '../payload/json.js';
import { memberOf } from '../payload/json-kind.js';
import type { Dialect, ReadRequest } from '../profile/dialect/dialect.js';
import { viewOf } from '../profile/dialect/reading/answer-view.js';
import { HEADER } from '../signing/headers.js';
import type { StageResult } from '../signing/stage-result.js';
import { identifier, rawOf } from '../wire/exchange-records.js';
import type { FrameReading } from '../wire/streams/read-frame.js';
import type {
  HeaderPairs,
  ObservedAnswer,
  ObservedBytes,
  ObservedFrame,
  ObservedHandshake,
  ObservedRequest,
  ObservedSignature,
} from './observed.js';

/** The member `observed` of a journal's settings: who saw the traffic, and how much of it. */
export interface ObservedSettings {
  readonly by: 'service' | 'proxy' | 'import';
  /** ISO 8601. */
  readonly since: string;
  /** Whether nobody else acts on the accounts. */
  readonly accounts: 'sole' | 'shared';
  readonly connections: 'all' | 'some';
  /** Whose clock the times are of. */
  readonly clock: 'service' | 'observer';
  /** `bytes`: exactly what crossed the wire. */
  readonly fidelity: 'bytes' | 'messages';
}

/** Of everything that an embedded service hears itself. */
export function observedByService(accounts: ObservedSettings['accounts']): ObservedSettings {
  const since = new Date().toISOString();
  return { by: 'service', since, accounts, connections: 'all', clock: 'service', fidelity: 'bytes' };
}

export class Records {
  readonly drafts: RecordDraft[] = [];
  readonly #sink: RecordSink | undefined;
  readonly #check: () => string | null;
  readonly #dialect: () => Dialect;

  constructor(sink: RecordSink | undefined, check: () => string | null, dialect: () => Dialect) {
    this.#sink = sink;
    this.#check = check;
    this.#dialect = dialect;
  }

  /** Its index, and that of whatever became of it. */
  request(sent: Omit<ObservedRequest, 'answer'>): number {
    const { whole, body } = sent;
    const invoke = this.#invoke('http', sent, body);
    if (whole === undefined) {
      const message = 'the client went away before its request was whole';
      this.#append({
        ...frameOf('http', sent),
        kind: 'fail',
        actor: 'client',
        error: { code: 'abandoned', message },
        cause: invoke,
      });
    }
    return invoke;
  }

  handshake(sent: ObservedHandshake): number {
    return this.#invoke(streamOf(sent.connection), sent, new Uint8Array(0));
  }

  answer(
    conn: 'http' | number,
    sent: ObservedRequest | ObservedHandshake,
    answer: ObservedAnswer,
    cause: number,
  ): number {
    const frame = frameOf(conn === 'http' ? conn : streamOf(conn), sent);
    const { status, headers, body, json, delivered } = answer;
    const request = sent.read?.request ?? null;
    if (delivered !== 'whole') {
      const error = { code: `answer-${delivered}`, message: UNDELIVERED[delivered] };
      const parsed = { request, status, delivered };
      return this.#append({ ...frame, kind: 'info', actor: 'service', parsed, error, cause });
    }
    const { view, error } = this.#viewOf(sent.read, status, json);
    return this.#append({
      ...frame,
      kind: 'ok',
      actor: 'service',
      operation_id: identifier(memberOf(view, 'operationId')),
      raw: body.length === 0 ? null : rawOf(body),
      parsed: { request, status, headers: joined(headers), body: json ?? null, view },
      error,
      cause,
    });
  }

  opened(sent: ObservedHandshake, cause: number): number {
    return this.#append({ ...frameOf(streamOf(sent.connection), sent), kind: 'open', actor: 'client', cause });
  }

  closed(sent: ObservedHandshake, { by, code }: NonNullable<ObservedHandshake['closed']>, cause: number): number {
    const parsed = { code, clean: code !== ABNORMAL };
    return this.#append({ ...frameOf(streamOf(sent.connection), sent), kind: 'close', actor: by, parsed, cause });
  }

  received(frame: ObservedFrame, cause: number): number {
    const { command, json, text } = frame;
    const view: JsonValue = command === undefined ? null : { ...command };
    return this.#append({
      ...onStream(frame),
      kind: 'send',
      actor: 'client',
      raw: text,
      parsed: { kind: 'frame', message: json ?? null, view },
      cause,
    });
  }

  /** A record for each message of the frame; the first keeps its bytes. */
  sent(frame: ObservedFrame, { messages, error }: FrameReading, cause: number): number | undefined {
    let first: number | undefined;
    for (const message of messages) {
      const view = message.view as unknown as JsonValue; // a view holds JSON values only, and undefined, which JSON leaves out
      const record: number = this.#append({
        ...onStream(frame),
        kind: 'event',
        actor: 'service',
        raw: first === undefined ? frame.text : null,
        parsed: { kind: message.kind, message: message.message, view },
        error,
        cause: first ?? cause,
        operation_id: identifier(memberOf(view, 'operationId')),
        client_request_id: identifier(memberOf(view, 'clientRequestId')),
      });
      first ??= record;
    }
    return first;
  }

  malformed({ connection, bytes, reason, status }: ObservedBytes): void {
    const parsed = { malformed: true, connection, status: status ?? null };
    const error = { code: 'not-http', message: reason };
    this.#append({ kind: 'info', actor: 'client', raw: rawOf(bytes), parsed, error });
  }

  controlled(action: string, params: Readonly<Record<string, string>>, result: Readonly<Record<string, string>>): void {
    const account = params['account_id'] ?? null;
    this.#append({ kind: 'control', actor: 'service', account, parsed: { action, params, result } });
  }

  gap(from: string, reason: string): void {
    this.#append({ kind: 'gap', actor: 'service', parsed: { from, reason } });
  }

  #invoke(conn: string, sent: Omit<ObservedRequest, 'answer' | 'body'> | ObservedHandshake, body: Uint8Array): number {
    const { method, target, headers, read, signature, connection } = sent;
    return this.#append({
      ...frameOf(conn, sent),
      kind: 'invoke',
      actor: 'client',
      raw: body.length === 0 ? null : rawOf(body),
      parsed: {
        request: read?.request ?? null,
        method,
        path: target,
        headers: headers.map(([name, value]) => [name, value]),
        ...(read !== undefined && { params: read.params }),
        connection,
        signature: signature.stages.map(stageOf),
        ...damageOf(signature),
      },
    });
  }

  #viewOf(
    read: ReadRequest | undefined,
    status: number,
    json: JsonValue | undefined,
  ): { readonly view: JsonValue; readonly error: RecordDraft['error'] } {
    if (read === undefined) return { view: null, error: null };
    try {
      return { view: viewOf(this.#dialect(), read.request, status, json), error: null };
    } catch (cause) {
      return { view: null, error: { code: 'dialect-failed', message: messageOf(cause) } };
    }
  }

  #append(draft: Partial<RecordDraft> & Pick<RecordDraft, 'kind' | 'actor'>): number {
    const whole: RecordDraft = {
      conn: null,
      check: this.#check(),
      account: null,
      client_request_id: null,
      operation_id: null,
      raw: null,
      parsed: null,
      error: null,
      cause: null,
      ...draft,
    };
    this.drafts.push(whole);
    return this.#sink?.append(whole) ?? this.drafts.length;
  }
}

const ABNORMAL = 1006;

const UNDELIVERED: Readonly<Record<Exclude<ObservedAnswer['delivered'], 'whole'>, string>> = {
  'cut-before': 'the connection ended before the answer left',
  'cut-inside': 'the connection ended before the answer had left whole',
  never: 'no answer was sent, and the connection stayed open',
};

function streamOf(connection: number): string {
  return `stream-${connection}`;
}

function frameOf(
  conn: string,
  { read, headers }: Pick<ObservedRequest, 'read' | 'headers'>,
): Pick<RecordDraft, 'conn' | 'account' | 'client_request_id'> {
  const key = headers.find(([name]) => name.toUpperCase() === HEADER.idempotencyKey)?.[1] ?? '';
  return { conn, account: read?.accountId ?? null, client_request_id: key === '' ? null : key };
}

function onStream({ connection, accountId }: ObservedFrame): Pick<RecordDraft, 'conn' | 'account'> {
  return { conn: streamOf(connection), account: accountId ?? null };
}

function stageOf({ stage, state, cause, expected, actual }: StageResult): JsonValue {
  return {
    stage,
    state,
    ...(cause !== undefined && { cause }),
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
  };
}

/** So that who judges the service by this journal knows what it may refuse. */
function damageOf({ cause }: ObservedSignature): { readonly damage?: string } {
  return cause === undefined ? {} : { damage: cause };
}

function joined(headers: HeaderPairs): JsonValue {
  const values: Record<string, string> = Object.create(null);
  for (const [name, value] of headers) {
    const known = values[name.toLowerCase()];
    values[name.toLowerCase()] = known === undefined ? value : `${known}, ${value}`;
  }
  return values;
}
