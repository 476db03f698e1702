// What one connection still has to send (interface 6.4): frames in order, bounded. Beyond the bound the connection is closed and
// what waited is dropped; nothing is ever replayed.

import type { WebSocket } from 'ws';
import type { Clock } from '../engine/time/clock.js';
import type { StreamListener } from '../http/traffic.js';
import type { Frame, FrameContext, WireRules } from '../rules/telling/wire.js';
import type { EncodedText } from './event-texts.js';
import type { SendBuffers } from './send-buffers.js';

export class Outbox {
  readonly overflow: () => void;
  readonly #socket: WebSocket;
  readonly #rules: WireRules;
  readonly #clock: Clock;
  readonly #limitBytes: number;
  readonly #all: SendBuffers;
  readonly #cutting: () => void;
  readonly #heard: Pick<StreamListener, 'sent'> | undefined;
  /** Frames held back while stalled; undefined when the connection is not stalled. */
  #held: Frame[] | undefined;
  #heldBytes = 0;
  #closed = false;

  constructor(
    socket: WebSocket,
    options: {
      readonly rules: WireRules;
      readonly clock: Clock;
      readonly limitBytes: number;
      readonly all: SendBuffers;
      readonly overflow: () => void;
      /** Called before the connection is cut in a message. */
      readonly cutting: () => void;
      readonly heard: Pick<StreamListener, 'sent'> | undefined;
    },
  ) {
    this.#socket = socket;
    this.#rules = options.rules;
    this.#clock = options.clock;
    this.#limitBytes = options.limitBytes;
    this.#all = options.all;
    this.overflow = options.overflow;
    this.#cutting = options.cutting;
    this.#heard = options.heard;
  }

  get isStalled(): boolean {
    return this.#held !== undefined;
  }

  /** Bytes that wait here or in the socket. */
  get waitingBytes(): number {
    return this.#heldBytes + this.#socket.bufferedAmount;
  }

  write(encoded: EncodedText, context: FrameContext): void {
    for (const frame of this.#rules.frames(encoded.text, context)) {
      const ready = frame.data === encoded.text ? { ...frame, data: encoded.bytes } : frame;
      if (frame.delayMs !== undefined && frame.delayMs > 0) {
        this.#clock.schedule(frame.delayMs, () => this.#push(ready));
      } else {
        this.#push(ready);
      }
    }
  }

  /** Stops writing to the socket, or writes what was held back. */
  stall(stalled: boolean): void {
    if (stalled) {
      this.#held ??= [];
      return;
    }
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#heldBytes = 0;
    for (const frame of held) {
      this.#push(frame);
    }
  }

  /** Takes nothing more and forgets what it held. */
  close(): void {
    this.#all.forget(this);
    this.#closed = true;
    this.#held = undefined;
    this.#heldBytes = 0;
  }

  #push(frame: Frame): void {
    if (this.#closed || this.#socket.readyState !== this.#socket.OPEN) return;
    const size = byteLength(frame.data);
    if (!this.#all.hasRoom(this, size)) {
      this.overflow();
    } else if (this.#rules.overflows(this.waitingBytes + size, this.#limitBytes)) {
      if (this.#rules.onOverflow() === 'close') this.overflow();
    } else if (this.#held !== undefined) {
      this.#held.push(frame);
      this.#heldBytes += size;
    } else {
      this.#send(frame);
    }
  }

  #send(frame: Frame): void {
    const { data, binary, fragments = 1, cutAfter = fragments } = frame;
    const isCut = cutAfter < fragments;
    if (isCut) {
      this.#cutting();
      this.close();
    }
    if (cutAfter === 0) {
      this.#socket.terminate();
      return;
    }
    // Of a message that is cut nobody ever has the whole.
    const taken = isCut ? () => this.#socket.terminate() : this.#heard?.sent(data, binary);
    if (fragments < 2) {
      this.#socket.send(data, { binary }, taken);
      return;
    }
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    const size = Math.ceil(bytes.byteLength / fragments);
    for (let part = 0; part < cutAfter; part += 1) {
      const fin = part === fragments - 1;
      const done = part === cutAfter - 1 ? taken : undefined;
      this.#socket.send(bytes.subarray(part * size, (part + 1) * size), { binary, fin }, done);
    }
  }
}

function byteLength(data: string | Uint8Array): number {
  return typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength;
}
