// A bare TCP or TLS connection for what no library would send: exact bytes out, whatever comes back in, both bounded. Signing,
// HTTP and frames on top of it are in `raw-client.ts` and `../streams/raw-stream.ts`.
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { messageOf } from '../../base/message-of.js';
import type { WireErrorCode } from '../exchange.js';
import { wireErrorOf } from '../wire-error.js';

export interface RawBounds {
  /** For connecting, and for each wait. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

export interface RawFailure {
  readonly code: WireErrorCode;
  readonly message: string;
  readonly sent: boolean;
}

export class RawSocket {
  readonly #socket: Socket;
  readonly #bounds: RawBounds;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #sent = false;
  #failure: RawFailure | undefined;
  #ended = false;
  #wake: () => void = () => undefined;

  private constructor(socket: Socket, bounds: RawBounds) {
    this.#socket = socket;
    this.#bounds = bounds;
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) =>
      this.#fail(wireErrorOf(error, { timeoutMs: bounds.timeoutMs, maxBodyBytes: bounds.maxBytes })),
    );
    socket.on('close', () => {
      this.#ended = true;
      this.#wake();
    });
    bounds.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  readonly #onAbort = (): void => {
    this.#fail({ code: 'aborted', message: `given up: ${messageOf(this.#bounds.signal?.reason)}` });
    this.destroy();
  };

  /** Resolves to the open socket, or to why there is none. Never rejects. */
  static open(url: string, bounds: RawBounds): Promise<RawSocket | RawFailure> {
    const { protocol, hostname, port } = new URL(url);
    const isTls = protocol === 'https:' || protocol === 'wss:';
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const options = { host, port: port === '' ? (isTls ? 443 : 80) : Number(port) };
    return new Promise((resolve) => {
      // An address is no name of a server (RFC 6066, 3); the certificate is held against it all the same.
      const socket = isTls ? connectTls({ ...options, servername: isIP(host) === 0 ? host : '' }) : connectTcp(options);
      const raw = new RawSocket(socket, bounds);
      const timer = setTimeout(() => {
        raw.#fail({ code: 'unreachable', message: `no connection within ${bounds.timeoutMs} ms` });
        socket.destroy();
      }, bounds.timeoutMs);
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer);
        resolve(raw);
      });
      socket.once('close', () => {
        clearTimeout(timer);
        resolve(raw.#failure ?? { code: 'unreachable', message: 'the connection was closed at once', sent: false });
      });
      if (bounds.signal?.aborted === true) raw.#onAbort();
    });
  }

  /** Whether the peer, or we, ended the connection. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Why the connection broke; undefined while it holds and after an orderly end. */
  get failure(): RawFailure | undefined {
    return this.#failure === undefined ? undefined : { ...this.#failure, sent: this.#sent };
  }

  /** Everything received so far. */
  get received(): Buffer {
    if (this.#chunks.length > 1) this.#chunks.splice(0, this.#chunks.length, Buffer.concat(this.#chunks));
    return this.#chunks[0] ?? Buffer.alloc(0);
  }

  /** Resolves when the bytes have left this process, or the connection is gone. */
  write(bytes: string | Uint8Array): Promise<void> {
    this.#sent = true;
    return new Promise((resolve) => {
      if (this.#ended) {
        resolve();
      } else {
        this.#socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes, () => resolve());
      }
    });
  }

  /** Waits until what was received fits, the connection ends, or the time is up; tells whether it fits. */
  async until(fits: (received: Buffer) => boolean, withinMs: number = this.#bounds.timeoutMs): Promise<boolean> {
    const deadlineMs = performance.now() + withinMs;
    while (!fits(this.received)) {
      const leftMs = deadlineMs - performance.now();
      if (this.#ended || leftMs <= 0) return false;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return true;
  }

  /** Waits for the end of the connection; false when the peer keeps it open. */
  untilEnd(withinMs?: number): Promise<boolean> {
    return this.until(() => this.#ended, withinMs);
  }

  /** Half-closes: nothing more will be sent. */
  end(): void {
    this.#socket.end();
  }

  /** Cuts the connection at once. */
  destroy(): void {
    this.#bounds.signal?.removeEventListener('abort', this.#onAbort);
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#bounds.maxBytes) {
      this.#fail({ code: 'body-too-large', message: `more than ${this.#bounds.maxBytes} bytes came` });
      this.destroy();
      return;
    }
    this.#chunks.push(chunk);
    this.#wake();
  }

  #fail(failure: Omit<RawFailure, 'sent'>): void {
    this.#failure ??= { ...failure, sent: this.#sent };
    this.#wake();
  }
}
