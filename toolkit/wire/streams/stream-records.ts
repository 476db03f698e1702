// The records of one stream: opened, sent, received, closed, each resting on the one that it follows from.
import type { RecordDraft, RecordSink } from '../../journal/record.js';
import { decodeBody } from '../../payload/decode-body.js';
import type { JsonValue } from '../../payload/json.js';
import { memberOf } from '../../payload/json-kind.js';
import type { StreamMessage } from '../../profile/dialect/views.js';
import { identifier, rawOf } from '../exchange-records.js';

export interface StreamRecordContext {
  readonly conn: string;
  readonly check: string | null;
  readonly actor: string;
  readonly account: string;
  readonly journal: RecordSink;
}

type Draft = Pick<RecordDraft, 'kind' | 'actor' | 'raw' | 'parsed' | 'error' | 'cause'> & Partial<RecordDraft>;

/** What a sent frame asks for in the interface's words, and why it was not sent where it was not. */
interface Sent {
  readonly view: JsonValue;
  readonly error: RecordDraft['error'];
}

export class StreamRecords {
  readonly #context: StreamRecordContext;
  /** The record of the handshake's request, which the `open` record rests on. */
  handshake: number | null = null;
  #open: number | null = null;

  constructor(context: StreamRecordContext) {
    this.#context = context;
  }

  get isOpened(): boolean {
    return this.#open !== null;
  }

  opened(): void {
    this.#open ??= this.#append({
      kind: 'open',
      actor: this.#context.actor,
      raw: null,
      parsed: null,
      error: null,
      cause: this.handshake,
    });
  }

  sent(data: string | Uint8Array, { view, error }: Sent): number {
    return this.#append({
      kind: 'send',
      actor: this.#context.actor,
      raw: typeof data === 'string' ? data : rawOf(data),
      parsed: {
        kind: 'frame',
        message: typeof data === 'string' ? (decodeBody(Buffer.from(data)).body ?? null) : null,
        view,
      },
      error,
      cause: this.#open,
    });
  }

  /** A reply to a message that the dialect could not make. */
  notReplied(message: number, error: NonNullable<RecordDraft['error']>): void {
    const parsed = { kind: 'frame', message: null, view: null };
    this.#append({ kind: 'send', actor: this.#context.actor, raw: null, parsed, error, cause: message });
  }

  /** The messages of one frame. The first keeps the bytes and rests on the connection, the others rest on the first. */
  *received(
    data: Buffer,
    { messages, error }: { readonly messages: readonly StreamMessage[]; readonly error: RecordDraft['error'] },
  ): Generator<{ readonly message: StreamMessage; readonly record: number }> {
    let first: number | null = null;
    for (const message of messages) {
      const view = message.view as unknown as JsonValue; // a view holds JSON values only, and undefined, which JSON leaves out
      const record: number = this.#append({
        kind: 'event',
        actor: 'target',
        raw: first === null ? rawOf(data) : null,
        parsed: { kind: message.kind, message: message.message, view },
        error,
        cause: first ?? this.#open,
        operation_id: identifier(memberOf(view, 'operationId')),
        client_request_id: identifier(memberOf(view, 'clientRequestId')),
      });
      first ??= record;
      yield { message, record };
    }
  }

  closed(code: number, clean: boolean, error: RecordDraft['error']): number {
    return this.#append({
      kind: 'close',
      actor: 'suite',
      raw: null,
      parsed: { code, clean },
      error,
      cause: this.#open,
    });
  }

  #append(draft: Draft): number {
    const { conn, check, account, journal } = this.#context;
    return journal.append({ conn, check, account, client_request_id: null, operation_id: null, ...draft });
  }
}
