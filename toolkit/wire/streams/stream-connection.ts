// An open stream: what arrived, what is sent, how it ended, journalled by `stream-records.ts`. Hard-bounded: frames by ws, their
// number and volume here, a silent peer by our own ping (`heartbeat.ts`). The handshake before it is in `handshake.ts`.
import { WebSocket } from 'ws';
import type { JsonValue } from '../../payload/json.js';
import type { FrameDocuments } from '../../profile/dialect/dialect.js';
import type { StreamMessage } from '../../profile/dialect/views.js';
import type { Intake } from '../intake.js';
import { Heartbeat, type HeartbeatLimits, pongOrEnd } from './heartbeat.js';
import { type FrameReader, readFrame, replyOf } from './read-frame.js';
import type { NextOptions, Received } from './received.js';
import { Inbox } from './received.js';
import { type StreamRecordContext, StreamRecords } from './stream-records.js';

export interface StreamEnd {
  /** The close code; 1006 where the connection ended without one. */
  readonly code: number;
  /** Whether both sides said goodbye. */
  readonly clean: boolean;
  readonly record: number;
}

export interface StreamLimits extends HeartbeatLimits {
  /** Messages, and bytes of frames, that one connection may bring. */
  readonly maxMessages: number;
  readonly maxBytes: number;
  /** The wait of `next` when its caller names none. */
  readonly answerMs: number;
}

export interface StreamContext extends StreamRecordContext {
  readonly readFrame: FrameReader;
  readonly frameDocuments?: FrameDocuments;
  readonly replyTo?: (message: StreamMessage) => string | undefined;
  readonly limits: StreamLimits;
  /** Bounds what all connections of the target bring together. */
  readonly intake?: Intake;
}

const ABNORMAL = 1006;
/** What `ws` says of a message in more fragments than `handshake.ts` bounds. */
const TOO_MANY_PARTS = 'WS_ERR_TOO_MANY_BUFFERED_PARTS';

export class StreamConnection {
  readonly conn: string;
  /** Resolves when the connection has ended, by whichever side. Never rejects. */
  readonly closed: Promise<StreamEnd>;
  readonly #context: StreamContext;
  readonly #records: StreamRecords;
  readonly #inbox = new Inbox();
  readonly #endOf: (end: StreamEnd) => void;
  #socket: WebSocket | undefined;
  #defect: { readonly code: string; readonly message: string } | null = null;
  #bytes = 0;
  /** Cut from our side: what still comes in is not looked at. */
  #isGivenUp = false;
  readonly #heartbeat: Heartbeat;
  #openedMs = performance.now();
  /** Whether we said goodbye, or cut it. */
  #isLeft = false;
  #endedAfterMs: number | undefined;

  constructor(context: StreamContext) {
    this.#context = context;
    this.#records = new StreamRecords(context);
    this.conn = context.conn;
    this.#heartbeat = new Heartbeat(context.limits, (silentMs) =>
      this.#give('half-open', `nothing was heard for ${Math.round(silentMs)} ms, in spite of pings`),
    );
    let endOf: (end: StreamEnd) => void = () => undefined;
    this.closed = new Promise((resolve) => {
      endOf = resolve;
    });
    this.#endOf = endOf;
  }

  /** Everything received so far, in order. */
  get received(): readonly Received[] {
    return this.#inbox.messages;
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Listens from the moment that the socket is made. Frames can be glued to the 101 and arrive before `opened`.
   * @internal Not for whoever imports the package, who needs no types of `ws` then.
   */
  listen(socket: WebSocket): void {
    this.#socket = socket;
    socket.on('open', () => this.#open());
    socket.on('message', (data: Buffer) => this.#take(data));
    socket.on('ping', (data) => this.#hearControl(data));
    socket.on('pong', (data) => this.#hearControl(data));
    socket.on('error', (error: Error) => {
      const code = 'code' in error ? String(error.code) : 'stream-failed';
      this.#defect ??= { code, message: error.message };
      if (code === TOO_MANY_PARTS) this.#context.intake?.endless(this.#context.check);
    });
    socket.on('close', (code) => this.#end(code));
  }

  /**
   * The first message that fits, past or to come; undefined at the deadline or when the stream ends first.
   * `after` looks only at messages of later records.
   */
  next(fits: (message: Received) => boolean, options: NextOptions = {}): Promise<Received | undefined> {
    return this.#inbox.next(fits, { ...options, withinMs: options.withinMs ?? this.#context.limits.answerMs });
  }

  /**
   * Sends a text frame, or a binary one for bytes, and returns its record. On a closed stream it only leaves the record.
   * `view` is what the frame asks for in the interface's words, such as `{action: 'subscribe', event: 'transactions'}`.
   */
  send(data: string | Uint8Array, view: JsonValue = null): number {
    const isOpen = this.isOpen;
    const error = isOpen ? null : { code: 'not-open', message: 'the stream was not open; nothing was sent' };
    const record = this.#records.sent(data, { view, error });
    if (isOpen) {
      this.#socket?.send(data, (error) => {
        if (error) this.#defect ??= { code: 'send-failed', message: error.message };
      });
    }
    return record;
  }

  /** The account whose stream it is. */
  get account(): string {
    return this.#context.account;
  }

  /** Reads nothing more until `resume`, as a slow reader: what the peer sends fills its buffers and ours. */
  pause(): void {
    if (this.isOpen) this.#socket?.pause();
  }

  resume(): void {
    this.#heartbeat.heard();
    this.#socket?.resume();
  }

  /**
   * Says goodbye and waits for the end; a peer that does not answer is cut off after two seconds. A paused stream is cut at once, since
   * the answer could not be read.
   */
  async close(code = 1000, reason = ''): Promise<void> {
    this.#leave();
    const { readyState, isPaused } = this.#socket ?? {};
    if (readyState === undefined || readyState === WebSocket.CONNECTING || isPaused === true) {
      this.terminate();
    } else {
      this.#socket?.close(code, reason);
    }
    await this.closed;
  }

  /** Pings, and tells whether the connection is still open when the pong has come, or did not come in time. */
  async answersPing(withinMs: number): Promise<boolean> {
    const socket = this.#socket;
    if (socket === undefined || !this.isOpen) return false;
    await pongOrEnd(socket, this.closed, withinMs);
    return this.isOpen;
  }

  /** How long it was open, where the other side has ended it; undefined otherwise. */
  get endedAfterMs(): number | undefined {
    return this.#endedAfterMs;
  }

  /** Who has ended what is closing already is decided. */
  #leave(): void {
    if (this.isOpen) this.#isLeft = true;
  }

  /** Cuts the connection without a word. */
  terminate(): void {
    this.#leave();
    this.#socket?.terminate();
  }

  #open(): void {
    this.#openedMs = performance.now();
    this.#records.opened();
    if (this.#socket !== undefined) this.#heartbeat.start(this.#socket);
  }

  /** The record of the handshake's request, which the `open` record rests on. */
  set handshakeRecord(record: number) {
    this.#records.handshake = record;
  }

  /** Control frames cost time, too. */
  #hearControl(data: Buffer): void {
    this.#heartbeat.heard();
    this.#isInBudget(data);
  }

  #isInBudget(data: Buffer): boolean {
    if (this.#isGivenUp) return false;
    return this.#isAffordable(this.#context.intake?.message(this.#context.check, data));
  }

  #isAffordable(tooMuch: string | undefined): boolean {
    if (tooMuch !== undefined) this.#give('over-budget', tooMuch);
    return tooMuch === undefined;
  }

  /** Ends the connection from our side, for a reason that the close record will name. */
  #give(code: string, message: string): void {
    this.#isGivenUp = true;
    this.#defect ??= { code, message };
    this.terminate();
  }

  #take(data: Buffer): void {
    this.#heartbeat.heard();
    if (this.#isGivenUp) return;
    const { maxBytes, maxMessages } = this.#context.limits;
    this.#bytes += data.length;
    if (this.#bytes > maxBytes || this.#inbox.messages.length >= maxMessages) {
      this.#give('flood', `more than ${maxMessages} messages or ${maxBytes} bytes on one connection`);
      return;
    }
    if (!this.#isInBudget(data)) return;
    const atNs = Number(process.hrtime.bigint());
    const reading = readFrame(data, this.#context.readFrame, this.#context.frameDocuments);
    // A frame of many is taken whole or not at all: whoever reads the journal again finds all that its bytes say.
    if (!this.#isAffordable(this.#context.intake?.parts(this.#context.check, reading.messages.length))) return;
    for (const { message, record } of this.#records.received(data, reading)) {
      this.#inbox.add({ ...message, record, atNs });
      this.#reply(message, record);
    }
  }

  #reply(message: StreamMessage, record: number): void {
    const { reply, error } = replyOf(message, this.#context.replyTo);
    // It holds what the target has put into it, and stands in the journal beside that.
    if (
      reply !== undefined &&
      this.#isAffordable(this.#context.intake?.answer(this.#context.check, Buffer.from(reply)))
    ) {
      this.send(reply);
    }
    if (error !== undefined) this.#records.notReplied(record, error);
  }

  #end(code: number): void {
    this.#heartbeat.stop();
    if (!this.#records.isOpened) {
      // Never open: the handshake's own outcome tells the story.
      this.#inbox.end();
      this.#endOf({ code, clean: false, record: this.#records.handshake ?? 0 });
      return;
    }
    const clean = code !== ABNORMAL && this.#defect === null;
    if (this.#defect === null && !this.#isLeft) this.#endedAfterMs = performance.now() - this.#openedMs;
    const record = this.#records.closed(code, clean, this.#defect);
    this.#inbox.end();
    this.#endOf({ code, clean, record });
  }
}
