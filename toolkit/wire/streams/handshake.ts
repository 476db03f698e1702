// The signed WebSocket handshake (interface 4.5, rule 1) through ws: the exact path, method and headers of a wire request, one
// timer over all of it, and the answer of a target that refuses, read within bounds. What the open socket does is not here.
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { ClientOptions } from 'ws';
import { WebSocket } from 'ws';
import { messageOf } from '../../base/message-of.js';
import type { WireErrorCode, WireRequest } from '../exchange.js';
import type { DispatchOutcome } from '../http/dispatch.js';
import { headerBytes } from '../http/dispatch.js';
import { wireErrorOf } from '../wire-error.js';

export interface HandshakeBounds {
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly maxHeaderBytes: number;
  readonly maxFrameBytes: number;
  readonly signal: AbortSignal | undefined;
}

export interface HandshakeObserver {
  /** Called at once with the new socket, so that frames glued to the 101 find a listener. */
  readonly made: (socket: WebSocket) => void;
  /** Called once, with the outcome, before anything of an accepted stream is heard. */
  readonly decided: (outcome: DispatchOutcome) => void;
}

/** Resolves when the handshake is decided, to whether the stream is open. Never rejects. */
export function shakeHands(
  streamUrl: string,
  wire: WireRequest,
  bounds: HandshakeBounds,
  observer: HandshakeObserver,
): Promise<boolean> {
  return new Promise((resolve) => {
    let connected = false;
    let decided = false;
    let upgrade: IncomingMessage | undefined;
    const onConnected = (): void => {
      connected = true;
    };
    const socket = new WebSocket(
      new URL(streamUrl).origin.replace(/^http/, 'ws'),
      socketOptions(wire, bounds, onConnected),
    );

    const decide = (outcome: DispatchOutcome, open: boolean): void => {
      if (decided) return;
      decided = true;
      clearTimeout(timer);
      bounds.signal?.removeEventListener('abort', onAbort);
      observer.decided(outcome);
      resolve(open);
      if (!open) socket.terminate();
    };
    const fail = (code: WireErrorCode, message: string): void =>
      decide({ failure: { code, message, sent: connected } }, false);
    const onAbort = (): void => fail('aborted', `given up: ${messageOf(bounds.signal?.reason)}`);
    const timer = setTimeout(
      () => fail(connected ? 'timeout' : 'unreachable', `no complete handshake within ${bounds.timeoutMs} ms`),
      bounds.timeoutMs,
    );
    bounds.signal?.addEventListener('abort', onAbort, { once: true });

    socket.once('upgrade', (response) => {
      upgrade = response;
    });
    socket.once('open', () =>
      decide({ answer: { status: 101, headers: headersOf(upgrade), bytes: new Uint8Array() } }, true),
    );
    socket.once('unexpected-response', (_request, response) => {
      readRefusal(response, bounds.maxBodyBytes).then(
        (bytes) => decide({ answer: { status: response.statusCode ?? 0, headers: headersOf(response), bytes } }, false),
        (error: unknown) => {
          const { code, message } = wireErrorOf(error, bounds);
          decide({ failure: { code, message, sent: true, status: response.statusCode ?? 0 } }, false);
        },
      );
    });
    socket.on('error', (error) => {
      const { code, message } = wireErrorOf(error, bounds);
      // ws complains in plain errors about a 101 that does not fit its request; the network's errors have a code.
      fail('code' in error ? code : 'not-http', message);
    });
    observer.made(socket);
    if (bounds.signal?.aborted === true) onAbort();
  });
}

/**
 * A service may write its messages three bytes at a time: this many are four hundred kilobytes, which no message of the interface has.
 * What a message may weigh in all, bytes bound; this, that empty frames end and that what is kept of small ones is some twenty megabytes.
 */
const MOST_FRAGMENTS = 1 << 17;

/** Newer than the type declarations of ws. */
type SocketOptions = ClientOptions &
  RequestOptions & { readonly maxPendingAutoPongs: number; readonly closeTimeout: number };

function socketOptions(wire: WireRequest, bounds: HandshakeBounds, onConnected: () => void): SocketOptions {
  return {
    followRedirects: false,
    perMessageDeflate: false,
    maxPayload: bounds.maxFrameBytes,
    maxFragments: MOST_FRAGMENTS,
    maxBufferedChunks: 16_384,
    maxPendingAutoPongs: 60,
    closeTimeout: 2_000,
    maxHeaderSize: bounds.maxHeaderBytes,
    finishRequest(request) {
      dress(request, wire);
      request.once('socket', (socket) => {
        socket.once('connect', onConnected);
      });
      request.end();
    },
  };
}

/** Replaces what ws derived from the URL by what was signed; header names repeat where the list repeats them. */
function dress(request: ClientRequest, wire: WireRequest): void {
  request.method = wire.method;
  request.path = wire.path;
  const values = new Map<string, [name: string, values: string[]]>();
  for (const [name, value] of wire.headers) {
    const known = values.get(name.toLowerCase());
    if (known === undefined) {
      values.set(name.toLowerCase(), [name, [headerBytes(value)]]);
    } else {
      known[1].push(headerBytes(value));
    }
  }
  for (const [name, all] of values.values()) {
    const [only] = all;
    request.setHeader(name, all.length === 1 && only !== undefined ? only : all);
  }
}

async function readRefusal(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response) {
    // Without an encoding an IncomingMessage yields Buffers.
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > maxBytes) throw Object.assign(new Error('too large'), { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function headersOf(response: IncomingMessage | undefined): Readonly<Record<string, string>> {
  const flat: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(response?.headersDistinct ?? {})) {
    flat[name] = value?.join(', ') ?? '';
  }
  return flat;
}
