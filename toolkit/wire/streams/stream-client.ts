// Opens signed streams (interface 4.5, 4.6): signs and journals the handshake like any request, then hands over the connection.
// A refused handshake is an exchange like any other, with the target's status and body.

import { messageOf } from '../../base/message-of.js';
import { decodeBody } from '../../payload/decode-body.js';
import type { FrameDocuments } from '../../profile/dialect/dialect.js';
import type { StreamMessage } from '../../profile/dialect/views.js';
import type { HttpAnswer, HttpExchange, RequestSpec } from '../exchange.js';
import type { SendContext } from '../exchange-records.js';
import { ExchangeRecords } from '../exchange-records.js';
import type { WireOptions } from '../http/http-client.js';
import { idempotencyKeyOf, MAX_BODY_BYTES, MAX_HEADER_BYTES, neverSent, signSpec } from '../http/http-client.js';
import { createSlots, inTurn } from '../slots.js';
import { shakeHands } from './handshake.js';
import type { FrameReader } from './read-frame.js';
import type { StreamLimits } from './stream-connection.js';
import { StreamConnection } from './stream-connection.js';

export interface StreamClientOptions extends WireOptions {
  /** Only its origin counts: the path of every spec is complete. */
  readonly streamUrl: string;
  readonly readFrame: FrameReader;
  /** How many JSON documents a frame holds; unstated, one of several is an error that says so. */
  readonly frameDocuments?: FrameDocuments;
  /** What must be sent back on a message, such as a pong (`Dialect.replyTo`). */
  readonly replyTo?: (message: StreamMessage) => string | undefined;
  /** Handshakes at once; 16 when left out. Open streams do not count. */
  readonly handshakes?: number;
  readonly maxFrameBytes?: number;
  readonly limits?: Partial<Omit<StreamLimits, 'answerMs'>>;
  /** Makes the ids of connections unique where several clients write one journal; `ws` when left out. */
  readonly connPrefix?: string;
}

export interface OpenedStream {
  readonly exchange: HttpExchange;
  /** Present when the target accepted the handshake. */
  readonly connection?: StreamConnection;
}

export interface StreamClient {
  /** Resolves whatever the target does. Rejects with `RangeError` for an unknown key role or a damage that cannot show. */
  open(spec: RequestSpec, context: SendContext): Promise<OpenedStream>;
  /** Connections that are open now. */
  readonly connections: ReadonlySet<StreamConnection>;
  /** Cuts every connection. */
  close(): Promise<void>;
}

const LIMITS: Omit<StreamLimits, 'answerMs'> = {
  maxMessages: 50_000,
  maxBytes: 64 << 20,
  pingMs: 15_000,
  silenceMs: 50_000,
};
const MAX_FRAME_BYTES = 1 << 20;

export function createStreamClient(options: StreamClientOptions): StreamClient {
  const slots = createSlots(options.handshakes ?? 16);
  const ended = new AbortController();
  const connections = new Set<StreamConnection>();
  const prefix = options.connPrefix ?? 'ws';
  let count = 0;

  async function open(
    spec: RequestSpec,
    context: SendContext,
    idempotencyKey: string,
    signal: AbortSignal,
  ): Promise<OpenedStream> {
    const startedMs = performance.now();
    const wire = signSpec(spec, idempotencyKey, options, [['User-Agent', 'tsi-conformance']]);
    count += 1;
    const conn = `${prefix}-${count}`;
    const records = new ExchangeRecords(options.journal, { spec, context, conn, idempotencyKey }, wire);
    const connection = new StreamConnection({
      conn,
      check: context.check,
      actor: context.actor,
      account: spec.accountId,
      journal: options.journal,
      readFrame: options.readFrame,
      ...(options.frameDocuments === undefined ? {} : { frameDocuments: options.frameDocuments }),
      ...(options.intake === undefined ? {} : { intake: options.intake }),
      ...(options.replyTo === undefined ? {} : { replyTo: options.replyTo }),
      limits: { ...LIMITS, ...options.limits, answerMs: options.answerMs },
    });
    const bounds = {
      timeoutMs: spec.timeoutMs ?? options.answerMs,
      maxBodyBytes: MAX_BODY_BYTES,
      maxHeaderBytes: MAX_HEADER_BYTES,
      maxFrameBytes: options.maxFrameBytes ?? MAX_FRAME_BYTES,
      signal,
    };
    const { invoke } = records;
    const base = { request: spec, idempotencyKey, sent: wire, invoke };
    let exchange: HttpExchange = { ...base, record: invoke, durationMs: 0 };
    const isOpen = await shakeHands(options.streamUrl, wire, bounds, {
      made: (socket) => connection.listen(socket),
      decided: (outcome) => {
        const durationMs = performance.now() - startedMs;
        if ('failure' in outcome) {
          const { code, message, sent } = outcome.failure;
          const error = { code, message, sent };
          exchange = { ...base, durationMs, record: records.failed(error), error };
        } else {
          options.intake?.answer(context.check, outcome.answer.bytes);
          const answer: HttpAnswer = { ...outcome.answer, ...decodeBody(outcome.answer.bytes) };
          exchange = { ...base, durationMs, record: records.answered(answer), answer };
        }
        connection.handshakeRecord = exchange.record;
      },
    });
    return isOpen ? { exchange, connection: keep(connection) } : { exchange };
  }

  function keep(connection: StreamConnection): StreamConnection {
    connections.add(connection);
    void connection.closed.then(() => connections.delete(connection));
    return connection;
  }

  return {
    connections,
    async open(spec, context) {
      const idempotencyKey = idempotencyKeyOf(spec, options.idempotencyKeys);
      return inTurn(
        { slots, pacing: options.pacing },
        [spec.signal, options.signal, ended.signal],
        (signal) => open(spec, context, idempotencyKey, signal),
        (reason) => ({
          exchange: neverSent(options.journal, { spec, context, conn: 'http', idempotencyKey }, messageOf(reason)),
        }),
      );
    },
    async close() {
      ended.abort(new Error('the client was closed'));
      const open = [...connections];
      for (const connection of open) {
        connection.terminate();
      }
      await Promise.all(open.map((connection) => connection.closed));
    },
  };
}
