// One WebSocket connection of the reference client over ws: a signed handshake, then texts in order until its end.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { JsonValue } from '../../payload/json.js';
import type { SignedDraft } from './signed.js';

export interface SocketListener {
  /** Called in order; never after `ended`. */
  readonly onText: (text: string) => void;
  /** Called once, for a handshake that failed as well. */
  readonly onEnd: (end: SocketEnd) => void;
  /** Bytes as they arrive, for who reads half messages. */
  readonly onBytes?: (bytes: Uint8Array) => void;
}

export interface SocketEnd {
  /** 1006 where there was no closing handshake. */
  readonly code: number;
  /** Of a handshake that was answered otherwise than by 101. */
  readonly refusal?: { readonly status: number; readonly body: JsonValue | undefined };
  readonly wasOpen: boolean;
}

export interface SocketOptions {
  readonly timeoutMs: number;
  readonly maxFrameBytes: number;
  /** False for who hears nothing of what comes with the 101. */
  readonly hearsFirstFrames: boolean;
}

const ABNORMAL = 1006;
/** Who hears nothing of the first frames begins to listen so late. */
const LATE_MS = 300;
const MOST_OF_A_REFUSAL = 64 * 1024;

export class Socket {
  readonly #socket: WebSocket;
  readonly #listener: SocketListener;
  #refusal: SocketEnd['refusal'];
  #wasOpen = false;
  #isEnded = false;
  readonly opened: Promise<boolean>;

  constructor(streamUrl: string, draft: SignedDraft, options: SocketOptions, listener: SocketListener) {
    this.#listener = listener;
    const { origin } = new URL(streamUrl.replace(/^ws/, 'http'));
    const socket = new WebSocket(origin.replace(/^http/, 'ws') + draft.path, {
      perMessageDeflate: false,
      followRedirects: false,
      maxPayload: options.maxFrameBytes,
      handshakeTimeout: options.timeoutMs,
      headers: Object.fromEntries(draft.headers),
    });
    this.#socket = socket;
    const hear = (data: Buffer): void => {
      if (!this.#isEnded) listener.onText(data.toString('utf8'));
    };
    if (options.hearsFirstFrames) socket.on('message', hear);
    if (listener.onBytes !== undefined) {
      const { onBytes } = listener;
      socket.once('upgrade', (response: IncomingMessage) => {
        const stream: Duplex = response.socket;
        stream.on('data', (bytes: Buffer) => onBytes(bytes));
      });
    }
    this.opened = new Promise((resolve) => {
      socket.once('open', () => {
        this.#wasOpen = true;
        if (!options.hearsFirstFrames) setTimeout(() => socket.on('message', hear), LATE_MS);
        resolve(true);
      });
      socket.once('unexpected-response', (_request, response: IncomingMessage) => {
        refusalOf(response).then(
          (refusal) => {
            this.#refusal = refusal;
            socket.terminate();
            this.#end(ABNORMAL);
            resolve(false);
          },
          () => undefined,
        );
      });
      socket.on('error', () => undefined);
      socket.once('close', (code: number) => {
        this.#end(code);
        resolve(false);
      });
    });
  }

  send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /** Ends it without a word to the listener. */
  drop(): void {
    this.#isEnded = true;
    this.#socket.terminate();
  }

  #end(code: number): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#listener.onEnd({
      code,
      wasOpen: this.#wasOpen,
      ...(this.#refusal === undefined ? {} : { refusal: this.#refusal }),
    });
  }
}

/** Never rejects. */
async function refusalOf(response: IncomingMessage): Promise<{ status: number; body: JsonValue | undefined }> {
  const status = response.statusCode ?? 0;
  let text = '';
  try {
    for await (const chunk of response) {
      text += String(chunk);
      if (text.length > MOST_OF_A_REFUSAL) break;
    }
    return { status, body: JSON.parse(text) as JsonValue }; // what JSON.parse gives
  } catch {
    return { status, body: undefined };
  }
}
