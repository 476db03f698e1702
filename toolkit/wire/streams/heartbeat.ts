// Whether the peer of an open stream is still there: pings it regularly (RFC 6455, section 5.5.2), since a half-open connection, whose
// other side vanished without a word, never ends by itself.

/** What a heartbeat needs of a WebSocket: its users need no types of the library. */
export interface PingedSocket {
  readonly isPaused: boolean;
  ping(sent: () => void): void;
  once(event: 'pong', listener: () => void): unknown;
  off(event: 'pong', listener: () => void): unknown;
}

export interface HeartbeatLimits {
  /** How often to ping, and how long a peer may then stay silent altogether. */
  readonly pingMs: number;
  readonly silenceMs: number;
}

export class Heartbeat {
  readonly #limits: HeartbeatLimits;
  readonly #onSilence: (silentMs: number) => void;
  #heardMs = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: HeartbeatLimits, onSilence: (silentMs: number) => void) {
    this.#limits = limits;
    this.#onSilence = onSilence;
  }

  start(socket: PingedSocket): void {
    this.heard();
    this.#timer = setInterval(() => this.#beat(socket), this.#limits.pingMs).unref();
  }

  /** Anything that comes from the peer shows that it lives, control frames included. */
  heard(): void {
    this.#heardMs = performance.now();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(socket: PingedSocket): void {
    // Nothing is read from a paused socket, pongs included.
    if (socket.isPaused) return;
    const silentMs = performance.now() - this.#heardMs;
    if (silentMs > this.#limits.silenceMs) this.#onSilence(silentMs);
    else socket.ping(() => undefined);
  }
}

/** Pings, and resolves when the pong has come, the connection has ended, or the time is over. */
export async function pongOrEnd(socket: PingedSocket, ended: Promise<unknown>, withinMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let heard: (() => void) | undefined;
  await Promise.race([
    ended,
    new Promise<void>((resolve) => {
      heard = resolve;
      socket.once('pong', resolve);
      timer = setTimeout(resolve, withinMs);
      socket.ping(() => undefined);
    }),
  ]);
  clearTimeout(timer);
  if (heard !== undefined) socket.off('pong', heard);
}
