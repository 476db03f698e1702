// The journal records of one request and its outcome. `invoke` is written before anything leaves; then exactly one of `ok` (an
// answer came), `fail` (certainly never sent) and `info` (sent, outcome unknown) follows.
import type { RecordDraft, RecordSink } from '../journal/record.js';
import type { JsonValue } from '../payload/json.js';
import { memberOf } from '../payload/json-kind.js';
import type { HttpAnswer, HttpExchange, RequestSpec, WireRequest } from './exchange.js';

/** Reads an answer in the words of the interface; what it returns is the `view` of the `ok` record. */
export type AnswerReader = (request: RequestSpec['name'], status: number, body: JsonValue | undefined) => JsonValue;

export interface SendContext {
  /** The id of the check, null for preflight and the run itself. */
  readonly check: string | null;
  readonly actor: string;
  readonly read?: AnswerReader;
}

/** A request on its way: what is asked for, by whom, over which connection, under which key. */
export interface Sending {
  readonly spec: RequestSpec;
  readonly context: SendContext;
  readonly conn: string;
  readonly idempotencyKey: string;
}

/** What every record of one exchange has in common. */
export type ExchangeFrame = Pick<RecordDraft, 'conn' | 'check' | 'account' | 'client_request_id' | 'actor'>;

export class ExchangeRecords {
  /** The record of the request. */
  readonly invoke: number;
  readonly frame: ExchangeFrame;
  readonly #journal: RecordSink;
  readonly #sending: Sending;

  /** Writes the `invoke` record. */
  constructor(journal: RecordSink, sending: Sending, wire: WireRequest) {
    const { spec, context, conn, idempotencyKey } = sending;
    this.#journal = journal;
    this.#sending = sending;
    this.frame = {
      actor: context.actor,
      conn,
      check: context.check,
      account: spec.accountId,
      client_request_id: idempotencyKey === '' ? null : idempotencyKey,
    };
    this.invoke = journal.append({
      ...this.frame,
      kind: 'invoke',
      operation_id: null,
      raw: wire.body.length === 0 ? null : rawOf(wire.body),
      parsed: {
        request: spec.name,
        method: wire.method,
        path: wire.path,
        headers: wire.headers.map(([name, value]) => [name, value]),
        ...(spec.params === undefined ? {} : { params: spec.params }),
        ...(wire.inChunks ? { in_chunks: true } : {}),
        ...(spec.damage === undefined ? {} : { damage: spec.damage.name }),
        ...(spec.shiftMs === undefined ? {} : { shift_ms: spec.shiftMs }),
      },
      error: null,
      cause: null,
    });
  }

  answered(answer: HttpAnswer): number {
    const { spec, context } = this.#sending;
    const reading = readAnswer(context, spec, answer);
    return this.#journal.append({
      ...this.frame,
      actor: 'target',
      kind: 'ok',
      operation_id: identifier(memberOf(reading.view, 'operationId')),
      raw: answer.bytes.length === 0 ? null : rawOf(answer.bytes),
      parsed: {
        request: spec.name,
        status: answer.status,
        headers: answer.headers,
        body: answer.body ?? null,
        view: reading.view,
        ...(answer.bodyFault === undefined ? {} : { bodyFault: answer.bodyFault }),
      },
      error: reading.error,
      cause: this.invoke,
    });
  }

  failed({ sent, code, message }: NonNullable<HttpExchange['error']>): number {
    return this.#journal.append({
      ...this.frame,
      kind: sent ? 'info' : 'fail',
      operation_id: null,
      raw: null,
      parsed: { request: this.#sending.spec.name },
      error: { code, message },
      cause: this.invoke,
    });
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The bytes as text where they are UTF-8, as base64 where they are not. */
export function rawOf(bytes: Uint8Array): string | { readonly base64: string } {
  try {
    return decoder.decode(bytes);
  } catch {
    return { base64: Buffer.from(bytes).toString('base64') };
  }
}

/** The interface leaves the form of identifiers open, so numbers count too. */
export function identifier(value: JsonValue | undefined): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

function readAnswer(
  context: SendContext,
  spec: RequestSpec,
  answer: HttpAnswer,
): { readonly view: JsonValue; readonly error: RecordDraft['error'] } {
  if (context.read === undefined) return { view: null, error: null };
  try {
    return { view: context.read(spec.name, answer.status, answer.body), error: null };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return { view: null, error: { code: 'dialect-failed', message } };
  }
}
