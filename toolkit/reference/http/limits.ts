// What a peer may take from the service: sizes, times and counts, with safe defaults. The interface states none of them (section 8).

export interface TransportLimits {
  /** Request line and header fields together. */
  readonly headerBytes: number;
  readonly bodyBytes: number;
  /** From the first byte of a request to the end of its header; cuts off stalled sockets. */
  readonly headersTimeoutMs: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestTimeoutMs: number;
  /** An idle connection between two requests. */
  readonly keepAliveMs: number;
  /** How often the two request timeouts are looked at. */
  readonly timeoutCheckMs: number;
  /** Sockets of any kind, streams included. */
  readonly connections: number;
  /** Of these, from one address, so that one peer leaves room for others. */
  readonly connectionsPerAddress: number;
  /** Requests of one connection whose answers are owed; one that pipelines more is cut. */
  readonly pipelined: number;
  /** Bytes of bodies under way on all connections together; whoever would hold more is refused with 503. */
  readonly allBodiesBytes: number;
  /** Bytes of answers that nobody has read yet, on all connections together; a connection that would hold more is cut. */
  readonly allAnswersBytes: number;
  /** One command of a stream. */
  readonly commandBytes: number;
  /** Bytes that wait for a slow reader of a stream before the connection is closed (interface 6.4, rule 3). */
  readonly sendBufferBytes: number;
  /** The same over all streams together: the connection that goes beyond it is closed. */
  readonly allSendBuffersBytes: number;
  /** Streams are pinged this often, and cut when nothing came back for ten seconds and one ping at least. */
  readonly heartbeatMs: number;
  /** The age at which a stream is closed, whatever happens on it; a client opens another (interface 6.4, rule 4). */
  readonly streamLifetimeMs: number;
  /** How often one of three nodes is drained in turn, which closes the streams that it serves. */
  readonly drainMs: number;
  /** How long the other side may take for the closing handshake of a stream. */
  readonly closeMs: number;
}

/** The longest delay of a timer in Node, which stands for never. */
const NEVER_MS = 0x7fff_ffff;

export const DEFAULT_LIMITS: TransportLimits = {
  headerBytes: 16 * 1024,
  bodyBytes: 128 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveMs: 30_000,
  timeoutCheckMs: 5_000,
  connections: 12_000,
  connectionsPerAddress: 10_000,
  pipelined: 64,
  allBodiesBytes: 64 * 1024 * 1024,
  allAnswersBytes: 64 * 1024 * 1024,
  commandBytes: 64 * 1024,
  sendBufferBytes: 1024 * 1024,
  allSendBuffersBytes: 256 * 1024 * 1024,
  heartbeatMs: 30_000,
  streamLifetimeMs: NEVER_MS,
  drainMs: NEVER_MS,
  closeMs: 2_000,
};

/** @throws RangeError naming the limit that is no positive whole number. */
export function withDefaults(limits: Partial<TransportLimits> = {}): TransportLimits {
  const merged = { ...DEFAULT_LIMITS, ...limits };
  for (const [name, value] of Object.entries(merged)) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new RangeError(`limits.${name}: expected a positive whole number, got ${String(value)}`);
    }
  }
  return merged;
}
