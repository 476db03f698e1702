// The signed HTTP client of the suite: builds, damages on request, signs, paces, sends, bounds and journals one request at a
// time per slot. It never retries, never follows a redirect, never decompresses, and never rejects because of the target:
// what came of a request is data (`HttpExchange`).
import { Pool } from 'undici';
import { messageOf } from '../../base/message-of.js';
import type { RecordSink } from '../../journal/record.js';
import { decodeBody } from '../../payload/decode-body.js';
import type { HeaderList, HttpAnswer, HttpExchange, RequestSpec, WireRequest } from '../exchange.js';
import type { SendContext } from '../exchange-records.js';
import { ExchangeRecords, type Sending } from '../exchange-records.js';
import type { IdempotencyKeys } from '../idempotency-keys.js';
import type { Intake } from '../intake.js';
import type { Pacing } from '../pacing.js';
import type { SigningKey } from '../signed-request.js';
import { signInStages } from '../signed-request.js';
import { createSlots, inTurn } from '../slots.js';
import type { Timestamps } from '../timestamps.js';
import { dispatchRequest } from './dispatch.js';

/** What HTTP and streams of one target share. */
export interface WireOptions {
  /** Keys by role; `main` signs unless a spec says otherwise. */
  readonly keys: Readonly<Record<string, SigningKey>>;
  readonly journal: RecordSink;
  /** The target's time (`clock.ts`). */
  readonly clock: { nowMs(): number };
  readonly timestamps: Timestamps;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly pacing: Pacing;
  /** Bounds what the target sends; everything is taken when left out. */
  readonly intake?: Intake;
  /** The path as it is signed, from the path as it is sent (`Dialect.signedPath`); the same when left out. */
  readonly signedPath?: (path: string) => string;
  /** The longest wait for an answer. */
  readonly answerMs: number;
  /** Ends every exchange of the run. */
  readonly signal?: AbortSignal;
}

export interface HttpClientOptions extends WireOptions {
  /** Only its origin counts: the path of every spec is complete. */
  readonly baseUrl: string;
  /** Connections, and so requests at once; 32 when left out. */
  readonly connections?: number;
  readonly maxBodyBytes?: number;
  readonly maxHeaderBytes?: number;
}

export interface HttpClient {
  /** Resolves whatever the target does. Rejects with `RangeError` for an unknown key role or a damage that cannot show. */
  send(spec: RequestSpec, context: SendContext): Promise<HttpExchange>;
  /** Cuts what is under way and closes all connections. */
  close(): Promise<void>;
}

const CONNECTIONS = 32;
export const MAX_BODY_BYTES: number = 4 << 20;
export const MAX_HEADER_BYTES: number = 64 << 10;

const PLAIN_HEADERS: HeaderList = [
  ['Accept', 'application/json'],
  // A compressed body would be counted before it unfolds.
  ['Accept-Encoding', 'identity'],
  ['User-Agent', 'tsi-conformance'],
];

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const maxBodyBytes = options.maxBodyBytes ?? MAX_BODY_BYTES;
  const connections = options.connections ?? CONNECTIONS;
  const slots = createSlots(connections);
  const ended = new AbortController();
  const pool = new Pool(new URL(options.baseUrl).origin, {
    connections,
    pipelining: 1,
    connectTimeout: options.answerMs,
    maxResponseSize: maxBodyBytes,
    maxHeaderSize: options.maxHeaderBytes ?? MAX_HEADER_BYTES,
    allowH2: false,
  });

  async function exchange(sending: Sending, signal: AbortSignal): Promise<HttpExchange> {
    const { spec, context, idempotencyKey } = sending;
    const startedMs = performance.now();
    const wire = signSpec(spec, idempotencyKey, options, PLAIN_HEADERS);
    const records = new ExchangeRecords(options.journal, sending, wire);
    const outcome = await dispatchRequest(pool, wire, {
      timeoutMs: spec.timeoutMs ?? options.answerMs,
      maxBodyBytes,
      signal,
    });
    const { invoke } = records;
    const result = { request: spec, idempotencyKey, sent: wire, invoke, durationMs: performance.now() - startedMs };
    if ('failure' in outcome) {
      const { code, message, sent } = outcome.failure;
      const error = { code, message, sent };
      return { ...result, record: records.failed(error), error };
    }
    const tooMuch = refusedIntake(options.intake, context.check, outcome.answer.bytes);
    if (tooMuch !== undefined) return { ...result, record: records.failed(tooMuch), error: tooMuch };
    const answer: HttpAnswer = { ...outcome.answer, ...decodeBody(outcome.answer.bytes) };
    return { ...result, record: records.answered(answer), answer };
  }

  return {
    async send(spec, context) {
      const sending = { spec, context, conn: 'http', idempotencyKey: idempotencyKeyOf(spec, options.idempotencyKeys) };
      return inTurn(
        { slots, pacing: options.pacing },
        [spec.signal, options.signal, ended.signal],
        (signal) => exchange(sending, signal),
        (reason) => neverSent(options.journal, sending, messageOf(reason)),
      );
    },
    async close() {
      ended.abort(new Error('the client was closed'));
      await pool.destroy();
    },
  };
}

/** Small answers are read to the end, so that what a run opened can be closed. */
const ALWAYS_READ_BYTES = 64 << 10;

/** Why an answer is not read any more; undefined where it is. */
export function refusedIntake(
  intake: Intake | undefined,
  check: string | null,
  bytes: Uint8Array,
): NonNullable<HttpExchange['error']> | undefined {
  const message = intake?.answer(check, bytes);
  if (message === undefined || bytes.length <= ALWAYS_READ_BYTES) return undefined;
  return { code: 'over-budget', message, sent: true };
}

/** Signs with the key of the spec's role at the target's time. */
export function signSpec(
  spec: RequestSpec,
  idempotencyKey: string,
  options: WireOptions,
  plainHeaders: HeaderList,
): WireRequest {
  const role = spec.key ?? 'main';
  const key = options.keys[role];
  if (key === undefined) {
    throw new RangeError(`key: expected one of ${Object.keys(options.keys).join(', ')}, got ${role}`);
  }
  const nextTimestampMs = (): number => options.timestamps.next(key.id, options.clock.nowMs(), spec.shiftMs);
  const signedPath = options.signedPath?.(spec.path) ?? spec.path;
  return signInStages(spec, { key, idempotencyKey, nextTimestampMs, plainHeaders, signedPath });
}

/** Empty for a GET, fresh otherwise, unless the spec names one (interface 5.3, rules 6 and 7). */
export function idempotencyKeyOf(spec: RequestSpec, keys: IdempotencyKeys): string {
  return spec.idempotencyKey ?? (spec.method.toUpperCase() === 'GET' ? '' : keys.fresh());
}

/** The exchange of a request that was given up while it waited for its turn: nothing was signed, nothing was sent. */
export function neverSent(journal: RecordSink, sending: Sending, reason: string): HttpExchange {
  const { spec, idempotencyKey } = sending;
  const { method, path } = spec;
  const records = new ExchangeRecords(journal, sending, { method, path, headers: [], body: new Uint8Array() });
  const error = { code: 'pacing' as const, message: `given up while waiting for its turn: ${reason}`, sent: false };
  const { invoke } = records;
  return { request: spec, idempotencyKey, invoke, record: records.failed(error), error, durationMs: 0 };
}
