// Signed requests over raw sockets, journalled like any other: targets and heads that no library sends, a request whose answer
// nobody reads, and WebSocket frames that break RFC 6455 (test purposes 57, 64 and 66).
import { createHash, randomBytes } from 'node:crypto';
import { messageOf } from '../../base/message-of.js';
import { decodeBody } from '../../payload/decode-body.js';
import type { HttpAnswer, HttpExchange, RequestSpec, WireRequest } from '../exchange.js';
import type { SendContext } from '../exchange-records.js';
import { ExchangeRecords } from '../exchange-records.js';
import type { RawStream } from '../streams/raw-stream.js';
import { rawStream } from '../streams/raw-stream.js';
import type { WireOptions } from './http-client.js';
import { idempotencyKeyOf, MAX_BODY_BYTES, neverSent, refusedIntake, signSpec } from './http-client.js';
import type { AnswerHead } from './http-text.js';
import { readBody, readHead, renderRequest } from './http-text.js';
import type { RawFailure } from './raw-socket.js';
import { RawSocket } from './raw-socket.js';

export interface RawClientOptions extends WireOptions {
  /** http(s): base of the requests and ws(s): base of the streams; only their origins count. */
  readonly baseUrl: string;
  readonly streamUrl: string;
  readonly connPrefix?: string;
}

export interface RawClient {
  /** Sends the exact bytes of the signed request and reads one answer. */
  send(spec: RequestSpec, context: SendContext): Promise<HttpExchange>;
  /** Sends the whole request and cuts the connection without reading: the outcome is unknown by design. */
  sendAndCut(spec: RequestSpec, context: SendContext): Promise<HttpExchange>;
  /** A signed handshake, then a stream on which any frame can be sent. */
  openStream(
    spec: RequestSpec,
    context: SendContext,
  ): Promise<{ readonly exchange: HttpExchange; readonly stream?: RawStream }>;
  /** Cuts every open stream. */
  close(): void;
}

interface Prepared {
  readonly wire: WireRequest;
  readonly context: SendContext;
  readonly base: Pick<HttpExchange, 'request' | 'idempotencyKey' | 'sent' | 'invoke'>;
  readonly records: ExchangeRecords;
  readonly startedMs: number;
}

export function createRawClient(options: RawClientOptions): RawClient {
  return new RawRequests(options);
}

class RawRequests implements RawClient {
  readonly #options: RawClientOptions;
  readonly #open = new Set<RawSocket>();
  #count = 0;

  constructor(options: RawClientOptions) {
    this.#options = options;
  }

  async send(spec: RequestSpec, context: SendContext): Promise<HttpExchange> {
    const prepared = await this.#prepare(spec, context, (wire) => ({
      ...wire,
      headers: [...wire.headers, ['Connection', 'close']],
    }));
    if (!('wire' in prepared)) return prepared;
    const socket = await this.#ask(this.#options.baseUrl, spec, prepared.wire);
    if (!(socket instanceof RawSocket)) return this.#failed(prepared, socket);
    const complete = await socket.until((bytes) => bodyOf(bytes, false) !== undefined);
    const head = readHead(socket.received);
    const failure = socket.failure;
    // A body without a stated length ends with the connection, but only with an orderly end.
    const body = bodyOf(socket.received, !complete && socket.ended && failure === undefined);
    socket.destroy();
    return head && body
      ? this.#answered(prepared, head, body)
      : this.#failed(prepared, failure ?? incomplete(head, socket.ended));
  }

  async sendAndCut(spec: RequestSpec, context: SendContext): Promise<HttpExchange> {
    const prepared = await this.#prepare(spec, context);
    if (!('wire' in prepared)) return prepared;
    const socket = await this.#ask(this.#options.baseUrl, spec, prepared.wire);
    if (!(socket instanceof RawSocket)) return this.#failed(prepared, socket);
    // The last byte has left this process; whether the target acts on it is what the check is about.
    const failure = socket.failure ?? { code: 'reset', message: 'cut on purpose before the answer', sent: true };
    socket.destroy();
    return this.#failed(prepared, failure);
  }

  async openStream(
    spec: RequestSpec,
    context: SendContext,
  ): Promise<{ readonly exchange: HttpExchange; readonly stream?: RawStream }> {
    const key = randomBytes(16).toString('base64');
    const prepared = await this.#prepare(spec, context, (wire) => ({
      ...wire,
      headers: [
        ['Connection', 'Upgrade'],
        ['Upgrade', 'websocket'],
        ['Sec-WebSocket-Version', '13'],
        ['Sec-WebSocket-Key', key],
        ...wire.headers,
      ],
    }));
    if (!('wire' in prepared)) return { exchange: prepared };
    const socket = await this.#ask(this.#options.streamUrl, spec, prepared.wire);
    if (!(socket instanceof RawSocket)) return { exchange: this.#failed(prepared, socket) };
    await socket.until((bytes) => {
      const head = readHead(bytes);
      return head !== undefined && (head === null || head.status === 101 || readBody(bytes, head, false) !== undefined);
    });
    const head = readHead(socket.received);
    const body = head?.status === 101 ? Buffer.alloc(0) : bodyOf(socket.received, socket.ended);
    if (!head || body === undefined || (head.status === 101 && !accepts(head, key))) {
      const failure = socket.failure ?? incomplete(head, socket.ended);
      socket.destroy();
      return { exchange: this.#failed(prepared, failure) };
    }
    const exchange = this.#answered(prepared, head, body);
    if (head.status !== 101) {
      socket.destroy();
      return { exchange };
    }
    this.#open.add(socket);
    const { frame } = prepared.records;
    const stream = rawStream(
      socket,
      { headLength: head.length, frame, handshake: exchange.record },
      this.#options.journal,
    );
    return { exchange, stream };
  }

  close(): void {
    for (const socket of this.#open) socket.destroy();
    this.#open.clear();
  }

  /** Paces, signs and journals; the exchange of a request that never left when it was given up before. */
  async #prepare(
    spec: RequestSpec,
    context: SendContext,
    dress: (wire: WireRequest) => WireRequest = (wire) => wire,
  ): Promise<Prepared | HttpExchange> {
    const options = this.#options;
    const idempotencyKey = idempotencyKeyOf(spec, options.idempotencyKeys);
    try {
      await options.pacing.turn(this.#boundsOf(spec).signal);
    } catch (reason) {
      return neverSent(options.journal, { spec, context, conn: 'http', idempotencyKey }, messageOf(reason));
    }
    const wire = dress(signSpec(spec, idempotencyKey, options, []));
    this.#count += 1;
    const conn = `${options.connPrefix ?? 'raw'}-${this.#count}`;
    const records = new ExchangeRecords(options.journal, { spec, context, conn, idempotencyKey }, wire);
    const base = { request: spec, idempotencyKey, sent: wire, invoke: records.invoke };
    return { wire, context, records, base, startedMs: performance.now() };
  }

  #boundsOf(spec: RequestSpec): { timeoutMs: number; maxBytes: number; signal?: AbortSignal } {
    const { signal, answerMs } = this.#options;
    const signals = [spec.signal, signal].filter((one) => one !== undefined);
    return {
      timeoutMs: spec.timeoutMs ?? answerMs,
      maxBytes: MAX_BODY_BYTES,
      ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
    };
  }

  /** Writes the request; the socket then has what comes. */
  async #ask(url: string, spec: RequestSpec, wire: WireRequest): Promise<RawSocket | RawFailure> {
    const socket = await RawSocket.open(url, this.#boundsOf(spec));
    if (!(socket instanceof RawSocket)) return socket;
    await socket.write(renderRequest(wire, new URL(url).host));
    return socket;
  }

  #failed({ base, records, startedMs }: Prepared, failure: RawFailure): HttpExchange {
    return {
      ...base,
      error: failure,
      record: records.failed(failure),
      durationMs: performance.now() - startedMs,
    };
  }

  #answered(prepared: Prepared, head: AnswerHead, bytes: Uint8Array): HttpExchange {
    const { base, context, records, startedMs } = prepared;
    const tooMuch = refusedIntake(this.#options.intake, context.check, bytes);
    if (tooMuch !== undefined) return this.#failed(prepared, tooMuch);
    const answer: HttpAnswer = { status: head.status, headers: head.headers, bytes, ...decodeBody(bytes) };
    return {
      ...base,
      answer,
      record: records.answered(answer),
      durationMs: performance.now() - startedMs,
    };
  }
}

function bodyOf(bytes: Buffer, ended: boolean): Buffer | undefined {
  const head = readHead(bytes);
  return head ? readBody(bytes, head, ended) : undefined;
}

function incomplete(head: AnswerHead | null | undefined, ended: boolean): RawFailure {
  if (head === null || head?.status === 101) {
    return { code: 'not-http', message: 'what came is no valid HTTP/1.1 answer', sent: true };
  }
  return ended
    ? { code: 'reset', message: 'the connection ended before the answer did', sent: true }
    : { code: 'timeout', message: 'no complete answer in time', sent: true };
}

function accepts(head: AnswerHead, key: string): boolean {
  const expected = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  return head.headers['sec-websocket-accept'] === expected;
}
