// One handshake as it is heard, and the stream that it opens: frames both ways, pings of the tap, the end.
import { isHandshake, type ReadStreamCommand } from '../profile/dialect/dialect.js';
import { decodeBody } from '../wire/decode-body.js';
import { readFrame } from '../wire/streams/read-frame.js';
import { type Answer, answerAt } from './heard-request.js';
import type { Filled, Head, Hearing } from './hearing.js';
import type { ObservedAnswer, ObservedFrame, ObservedHandshake } from './observed.js';

const NO_BODY = new Uint8Array(0);

export class HeardHandshake {
  readonly #hearing: Hearing;
  readonly #seen: Filled<ObservedHandshake>;
  readonly #invoke: number;

  constructor(hearing: Hearing, head: Head) {
    const arrived = hearing.moments.next();
    const reading = hearing.read(head, NO_BODY);
    this.#hearing = hearing;
    this.#seen = { ...arrived, ...head, ...reading, stream: streamOf(reading.read?.request), status: 0 };
    hearing.observed.handshakes.push(this.#seen);
    this.#invoke = hearing.records.handshake(this.#seen);
  }

  refused(given: Answer | undefined): void {
    this.#decide(given, given === undefined ? 'cut-before' : 'whole');
  }

  opened(): HeardStream {
    const cause = this.#decide({ status: 101, headers: [], body: NO_BODY }, 'whole');
    return new HeardStream(this.#hearing, this.#seen, this.#hearing.records.opened(this.#seen, cause));
  }

  #decide(given: Answer | undefined, delivered: ObservedAnswer['delivered']): number {
    const decided = this.#hearing.moments.next();
    this.#seen.status = given?.status ?? 0;
    this.#seen.decided = decided;
    const answer = answerAt(decided, given, delivered);
    return this.#hearing.records.answer(this.#seen.connection, this.#seen, answer, this.#invoke);
  }
}

export class HeardStream {
  readonly connection: number;
  readonly #hearing: Hearing;
  readonly #handshake: Filled<ObservedHandshake>;
  readonly #open: number;
  /** Frames that were sent and are not known to have been read. */
  #unread: Filled<ObservedFrame>[] = [];
  /** By text, how many frames each ping goes behind. */
  readonly #pings = new Map<string, number>();
  #readFrames = 0;

  constructor(hearing: Hearing, handshake: Filled<ObservedHandshake>, open: number) {
    this.connection = handshake.connection;
    this.#hearing = hearing;
    this.#handshake = handshake;
    this.#open = open;
  }

  received(data: Uint8Array, isBinary: boolean): void {
    const text = textOf(data);
    const command = isBinary ? undefined : this.#commandIn(text);
    const frame = { ...this.#frame('in', text, isBinary, data), ...(command !== undefined && { command }) };
    this.#hearing.observed.frames.push(frame);
    this.#hearing.records.received(frame, this.#open);
  }

  /** Gives what is called when the kernel has taken the frame. */
  sent(data: string | Uint8Array, isBinary: boolean): () => void {
    const bytes = Buffer.from(data);
    const reading = readFrame(bytes, (json) => this.#hearing.dialect().readFrame(json));
    const frame: Filled<ObservedFrame> = {
      ...this.#frame('out', textOf(bytes), isBinary, bytes),
      messages: reading.messages,
    };
    this.#hearing.observed.frames.push(frame);
    this.#unread.push(frame);
    this.#hearing.records.sent(frame, reading, this.#open);
    return () => {
      frame.taken = this.#hearing.moments.next();
    };
  }

  /** A ping goes out behind all frames that were sent. */
  pinged(text: string): void {
    this.#pings.set(text, this.#readFrames + this.#unread.length);
  }

  /** Its pong comes: the client's library has read them. */
  ponged(text: string): void {
    const behind = this.#pings.get(text);
    if (behind === undefined) return;
    this.#pings.delete(text);
    const moment = this.#hearing.moments.next();
    const count = Math.max(0, behind - this.#readFrames);
    for (const frame of this.#unread.slice(0, count)) frame.ponged = moment;
    this.#unread = this.#unread.slice(count);
    this.#readFrames += count;
  }

  closed(by: 'client' | 'service', code: number): void {
    if (this.#handshake.closed !== undefined) return;
    this.#handshake.closed = { ...this.#hearing.moments.next(), by, code };
    this.#hearing.records.closed(this.#handshake, this.#handshake.closed, this.#open);
  }

  #frame(direction: 'in' | 'out', text: string, isBinary: boolean, bytes: Uint8Array): Filled<ObservedFrame> {
    const { stream, read } = this.#handshake;
    const { body: json } = decodeBody(bytes);
    const frame = { connection: this.connection, stream, accountId: read?.accountId, direction, text, isBinary };
    return { ...this.#hearing.moments.next(), ...frame, ...(json !== undefined && { json }), messages: [] };
  }

  #commandIn(text: string): ReadStreamCommand | undefined {
    try {
      return this.#hearing.dialect().readCommand(text, this.#handshake.stream ?? 'events');
    } catch {
      return undefined; // a dialect in code that fails on a frame does not know it
    }
  }
}

function streamOf(request: string | undefined): ObservedHandshake['stream'] {
  if (request === undefined || !isHandshake(request)) return undefined;
  return request === 'ticksStream' ? 'ticks' : 'events';
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}
