// The wire: signed, bounded, journalled clients for HTTP and streams, raw sockets, and deliberate damages.
export { type ClockOffset, createTargetClock, type TargetClock } from './clock.js';
export {
  DAMAGES,
  type DamageEntry,
  type DamageSubject,
  damageOf,
  damagesOn,
  signedBy,
} from './damage/library.js';
export type * from './exchange.js';
export type { AnswerReader, SendContext } from './exchange-records.js';
export { createHttpClient, type HttpClient, type HttpClientOptions, type WireOptions } from './http/http-client.js';
export { createRawClient, type RawClient, type RawClientOptions } from './http/raw-client.js';
export { createIdempotencyKeys, type IdempotencyKeys } from './idempotency-keys.js';
export { DEFAULT_BUDGET, Intake, type IntakeBudget } from './intake.js';
export { createPacing, type Pacing } from './pacing.js';
export type { SigningKey } from './signed-request.js';
export type { RawStream, RawStreamEnd } from './streams/raw-stream.js';
export type { FrameReader } from './streams/read-frame.js';
export type { NextOptions, Received } from './streams/received.js';
export {
  createStreamClient,
  type OpenedStream,
  type StreamClient,
  type StreamClientOptions,
} from './streams/stream-client.js';
export type { StreamConnection, StreamEnd, StreamLimits } from './streams/stream-connection.js';
export { closePayload, type FrameSpec, OPCODE, type ServerFrame } from './streams/websocket-frames.js';
export { createTimestamps, type Timestamps } from './timestamps.js';
