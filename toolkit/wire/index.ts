// The wire: signed, bounded, journalled clients for HTTP and streams, raw sockets, and deliberate damages.
export { type ClockOffset, createTargetClock, type TargetClock } from './clock.js';
export type { DamageArea, DamageEntry, DamageSubject } from './damage/entry.js';
export { DAMAGES, damageOf, damagesOn } from './damage/library.js';
export { signedBy } from './damage/signatures.js';
export type * from './exchange.js';
export type { AnswerReader, SendContext } from './exchange-records.js';
export { createHttpClient, type HttpClient, type HttpClientOptions, type WireOptions } from './http-client.js';
export { createIdempotencyKeys, type IdempotencyKeys } from './idempotency-keys.js';
export { createPacing, type Pacing } from './pacing.js';
export { createRawClient, type RawClient, type RawClientOptions } from './raw-client.js';
export type { RawStream, RawStreamEnd } from './raw-stream.js';
export type { FrameReader } from './read-frame.js';
export type { NextOptions, Received } from './received.js';
export type { SigningKey } from './signed-request.js';
export { createStreamClient, type OpenedStream, type StreamClient, type StreamClientOptions } from './stream-client.js';
export type { StreamConnection, StreamEnd, StreamLimits } from './stream-connection.js';
export { createTimestamps, type Timestamps } from './timestamps.js';
export { closePayload, type FrameSpec, OPCODE, type ServerFrame } from './websocket-frames.js';
