// One handshake as it is heard, and the stream that it opens: frames both ways, pings of the tap, the end.

import { decodeBody } from '../payload/decode-body.js';
import { isHandshake, type ReadStreamCommand } from '../profile/dialect/dialect.js';
import { readFrame } from '../wire/streams/read-frame.js';
import { type Answer, answerAt } from './heard-request.js';
import { inInterfaceWords } from './interface-words.js';
import type { ObservedAnswer, ObservedFrame, ObservedHandshake } from './observed.js';
import type { Filled, Head, TapContext } from './tap-context.js';

/** What a tap may do on a stream. */
export interface PingedStream {
  /** False where it is not open any more. */
  ping(payload: Uint8Array): boolean;
}

const NO_BODY = new Uint8Array(0);

export class HeardHandshake {
  readonly #context: TapContext;
  readonly #seen: Filled<ObservedHandshake>;
  readonly #invoke: number;

  constructor(context: TapContext, head: Head) {
    const arrived = context.moments.next();
    const reading = context.read(head, NO_BODY);
    this.#context = context;
    this.#seen = { ...arrived, ...head, ...reading, stream: streamOf(reading.read?.request), status: 0 };
    context.observed.handshakes.push(this.#seen);
    this.#invoke = context.records.handshake(this.#seen);
    this.#seen.record = this.#invoke;
  }

  refused(given: Answer | undefined): void {
    this.#decide(given, given === undefined ? 'cut-before' : 'whole');
  }

  opened(stream: PingedStream): HeardStream {
    const cause = this.#decide({ status: 101, headers: [], body: NO_BODY }, 'whole');
    const open = this.#context.records.opened(this.#seen, cause);
    const heard = new HeardStream(this.#context, this.#seen, stream, open);
    this.#context.streams.set(heard.connection, heard);
    return heard;
  }

  #decide(given: Answer | undefined, delivered: ObservedAnswer['delivered']): number {
    const decided = this.#context.moments.next();
    this.#seen.status = given?.status ?? 0;
    this.#seen.decided = decided;
    const answer = answerAt(decided, given, delivered);
    return this.#context.records.answer(this.#seen.connection, this.#seen, answer, this.#invoke);
  }
}

export class HeardStream {
  readonly connection: number;
  readonly #context: TapContext;
  readonly #handshake: Filled<ObservedHandshake>;
  readonly #stream: PingedStream;
  readonly #open: number;
  /** Frames that were sent and are not known to have been read. */
  #unread: Filled<ObservedFrame>[] = [];
  /** By payload, how many frames each ping goes behind. */
  readonly #pings = new Map<string, { readonly behind: number; readonly answer: (isRead: boolean) => void }>();
  #barriers = 0;
  #readFrames = 0;

  constructor(context: TapContext, handshake: Filled<ObservedHandshake>, stream: PingedStream, open: number) {
    this.connection = handshake.connection;
    this.#context = context;
    this.#handshake = handshake;
    this.#stream = stream;
    this.#open = open;
  }

  received(data: Uint8Array, isBinary: boolean): void {
    const text = textOf(data);
    const command = isBinary ? undefined : this.#commandIn(text);
    const frame: Filled<ObservedFrame> = {
      ...this.#frame('in', text, isBinary, data),
      ...(command !== undefined && { command }),
    };
    this.#context.observed.frames.push(frame);
    frame.record = this.#context.records.received(frame, this.#open);
  }

  /** Gives what is called when the kernel has taken the frame. */
  sent(data: string | Uint8Array, isBinary: boolean): () => void {
    const bytes = Buffer.from(data);
    const dialect = this.#context.dialect();
    const meaning = dialect.meaning.bind(dialect);
    const reading = readFrame(bytes, (json) => dialect.readFrame(json), dialect.frameDocuments);
    const frame: Filled<ObservedFrame> = {
      ...this.#frame('out', textOf(bytes), isBinary, bytes),
      messages: reading.messages.map((message) => inInterfaceWords(message, meaning)),
    };
    this.#context.observed.frames.push(frame);
    this.#unread.push(frame);
    const record = this.#context.records.sent(frame, reading, this.#open);
    if (record !== undefined) frame.record = record;
    return () => {
      frame.taken = this.#context.moments.next();
    };
  }

  /** True once the client's library has read all that was sent before. */
  barrier(withinMs: number): Promise<boolean> {
    this.#barriers += 1;
    const payload = `tsi ${this.#barriers}`;
    return new Promise((resolve) => {
      const answer = (isRead: boolean): void => {
        clearTimeout(timer);
        this.#pings.delete(payload);
        resolve(isRead);
      };
      const timer = setTimeout(() => answer(false), withinMs);
      this.#pings.set(payload, { behind: this.#readFrames + this.#unread.length, answer });
      if (this.#handshake.closed !== undefined || !this.#stream.ping(Buffer.from(payload))) answer(false);
    });
  }

  ponged(payload: Uint8Array): void {
    const ping = this.#pings.get(Buffer.from(payload).toString());
    if (ping === undefined) return;
    const moment = this.#context.moments.next();
    this.#handshake.answered = { count: (this.#handshake.answered?.count ?? 0) + 1, last: moment };
    const count = Math.max(0, ping.behind - this.#readFrames);
    for (const frame of this.#unread.slice(0, count)) frame.ponged = moment;
    this.#unread = this.#unread.slice(count);
    this.#readFrames += count;
    ping.answer(true);
  }

  closed(by: 'client' | 'service', code: number): void {
    if (this.#handshake.closed !== undefined) return;
    this.#handshake.closed = { ...this.#context.moments.next(), by, code };
    this.#context.records.closed(this.#handshake, this.#handshake.closed, this.#open);
    for (const { answer } of [...this.#pings.values()]) answer(false);
  }

  #frame(direction: 'in' | 'out', text: string, isBinary: boolean, bytes: Uint8Array): Filled<ObservedFrame> {
    const { stream, read } = this.#handshake;
    const { body: json } = decodeBody(bytes);
    const frame = { connection: this.connection, stream, accountId: read?.accountId, direction, text, isBinary };
    return { ...this.#context.moments.next(), ...frame, ...(json !== undefined && { json }), messages: [] };
  }

  #commandIn(text: string): ReadStreamCommand | undefined {
    try {
      return this.#context.dialect().readCommand(text, this.#handshake.stream ?? 'events');
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
