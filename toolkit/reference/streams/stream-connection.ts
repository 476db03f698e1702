// One WebSocket of a stream (interface 4.5, 4.6, 6): takes commands from the peer, brings events to it.
// What it is subscribed to is the engine's; how messages look is the speech's; what leaves as frames is the outbox's; what a
// sandbox tells of it is in `stream-notes.ts`.

import type { RawData, WebSocket } from 'ws';
import type { JsonObject } from '../../payload/json.js';
import type { DomainEvent, Refusal } from '../domain.js';
import type { CommandAccepted, Connection, ConnectionSink } from '../engine/engine.js';
import type { Service } from '../http/service.js';
import type { HandshakeListener, StreamListener } from '../http/traffic.js';
import type { CloseReason } from '../rules/telling/wire.js';
import type { ReadCommand } from '../speech/speech.js';
import type { EventTexts } from './event-texts.js';
import { Outbox } from './outbox.js';
import { readCommand } from './read-command.js';
import type { SendBuffers } from './send-buffers.js';
import { bytesOf, StreamNotes } from './stream-notes.js';

/** RFC 6455, section 7.4.1. */
const INTERNAL_ERROR = 1011;

/** A busy client answers late, which is no reason to cut it. */
const SILENCE_MS = 10_000;

export class StreamConnection implements ConnectionSink {
  readonly #service: Service;
  readonly #texts: EventTexts;
  readonly #sendBuffers: SendBuffers;
  #socket: WebSocket | undefined;
  #outbox: Outbox | undefined;
  #connection: Connection | undefined;
  #notes: StreamNotes | undefined;
  #heard: StreamListener | undefined;
  /** Whether the service let go of an open connection by itself. */
  #isEndedHere = false;
  #pending: DomainEvent[] = [];
  #flushing = false;
  #sequence = 0;
  /** Pings since the last sign of life of the peer. */
  #unanswered = 0;

  constructor(service: Service, texts: EventTexts, sendBuffers: SendBuffers) {
    this.#service = service;
    this.#texts = texts;
    this.#sendBuffers = sendBuffers;
  }

  /** Begins to speak; what the engine delivered meanwhile goes first. */
  attach(socket: WebSocket, connection: Connection, handshake: HandshakeListener | undefined): void {
    const { engine, limits, speech } = this.#service;
    this.#socket = socket;
    this.#connection = connection;
    this.#notes = new StreamNotes(this.#service, connection);
    this.#heard = handshake?.opened({ ping: (payload) => this.#ping(payload) });
    this.#outbox = new Outbox(socket, {
      rules: engine.rules,
      clock: engine.clock,
      limitBytes: limits.sendBufferBytes,
      all: this.#sendBuffers,
      overflow: () => this.close('overflow'),
      cutting: () => this.#endHere(),
      heard: this.#heard,
    });
    socket.on('message', (data: RawData, isBinary) => this.#receive(data, isBinary));
    const alive = (): void => {
      this.#unanswered = 0;
    };
    socket.on('pong', (payload) => {
      alive();
      this.#heard?.ponged(payload);
    });
    // What breaks the rules of WebSocket is refused by the library, which ends the connection.
    socket.on('error', () => {
      this.#isEndedHere = true;
    });
    socket.on('ping', () => {
      alive();
      engine.pinged(connection);
    });
    this.#notes?.tell(`opened for account ${connection.accountId}`);
    const greeting = speech.greeting(connection.stream);
    if (greeting !== undefined) this.#write(this.#texts.single(greeting), 'greeting');
    this.#flush();
  }

  detach(code: number): void {
    this.#outbox?.close();
    this.#heard?.closed(this.#isEndedHere ? 'service' : 'client', code);
    if (this.#connection !== undefined) {
      this.#notes?.closed(code);
      this.#service.engine.disconnect(this.#connection);
    }
  }

  deliver(events: readonly DomainEvent[]): void {
    for (const event of events) {
      this.#pending.push(event);
    }
    if (!this.#service.engine.behaviour.burst) {
      this.#flush();
    } else if (!this.#flushing) {
      this.#flushing = true;
      queueMicrotask(() => this.#flush());
    }
  }

  stall(stalled: boolean): void {
    this.#notes?.tell(stalled ? 'stalled' : 'resumed');
    this.#outbox?.stall(stalled);
  }

  close(reason: CloseReason): void {
    const stalled = this.#outbox?.isStalled ?? false;
    this.#flush();
    this.#outbox?.close();
    const code = this.#service.engine.rules.closeCode(reason);
    this.#notes?.tell(`closing: ${reason}`);
    this.#endHere();
    if (code === 'cut' || (stalled && reason !== 'shutdown')) {
      this.#socket?.terminate();
    } else {
      this.#socket?.close(code);
    }
  }

  drop(): void {
    this.#outbox?.close();
    this.#endHere();
    this.#socket?.terminate();
  }

  /** Pings; cuts a peer that has not answered for some time, one ping at least. A connection that control stalled is left alone. */
  heartbeat(): void {
    if (this.#outbox?.isStalled) return;
    const silentMs = this.#unanswered * this.#service.limits.heartbeatMs;
    if (silentMs >= SILENCE_MS) {
      this.#notes?.tell(`no answer to pings for ${silentMs} ms`);
      this.#endHere();
      this.#socket?.terminate();
      return;
    }
    this.#unanswered += 1;
    this.#socket?.ping();
  }

  /** A connection that the peer has begun to close is ended by the peer. */
  #endHere(): void {
    if (this.#socket?.readyState === this.#socket?.OPEN) this.#isEndedHere = true;
  }

  #ping(payload: Uint8Array): boolean {
    const socket = this.#socket;
    if (socket === undefined || socket.readyState !== socket.OPEN) return false;
    socket.ping(payload);
    return true;
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#unanswered = 0;
    this.#notes?.received(data);
    this.#heard?.received(bytesOf(data), isBinary);
    const { engine, speech, limits } = this.#service;
    const connection = this.#connection;
    if (connection === undefined) return;
    try {
      const read = readCommand({ data, isBinary, stream: connection.stream }, speech, limits.commandBytes);
      if (read === 'idle') return;
      if ('defect' in read) {
        const refused = engine.malformedCommand(connection, read.defect);
        this.#refuse(refused, undefined, refused.closes, data);
        return;
      }
      const answer = engine.command(connection, read.command);
      if (answer.refused) {
        this.#refuse(answer, read, answer.closes, data);
      } else {
        this.#accept(answer, read);
      }
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      this.#refuse(engine.refuse(500, 'SYSTEM_INTERNAL_ERROR', detail), undefined, false, data);
    }
  }

  #accept(answer: CommandAccepted, read: ReadCommand): void {
    this.#notes?.accepted(answer);
    const said = this.#service.speech.commandAccepted(answer, read);
    this.#flush();
    if (answer.answerFirst) this.#answer(said, 'command_accepted');
    this.#pending.push(...answer.events);
    this.#flush();
    if (!answer.answerFirst) this.#answer(said, 'command_accepted');
  }

  #refuse(refusal: Refusal, read: ReadCommand | undefined, closes: boolean, frame: RawData): void {
    this.#notes?.refused(refusal, read, frame);
    this.#flush();
    this.#answer(this.#service.speech.commandRefused(refusal, read), 'command_refused');
    if (closes) this.close('refused');
  }

  /** A speech may have no answer. */
  #answer(said: JsonObject | undefined, kind: string): void {
    if (said !== undefined) this.#write(this.#texts.single(said), kind);
  }

  /** The sink must not throw into the engine: what cannot be written ends this connection alone. */
  #flush(): void {
    try {
      this.#send();
    } catch (error) {
      this.#notes?.tell(`cannot write a message: ${error instanceof Error ? error.message : String(error)}`);
      this.#outbox?.close();
      this.#endHere();
      this.#socket?.close(INTERNAL_ERROR);
    }
  }

  /** Sends what was delivered: each event in a frame of its own, or all of them in one where behaviour and speech have that. */
  #send(): void {
    this.#flushing = false;
    const connection = this.#connection;
    if (connection === undefined || this.#pending.length === 0) return;
    const events = this.#pending;
    this.#pending = [];
    const told = events.flatMap((event) => {
      const message = this.#texts.message(event, connection);
      return message === undefined ? [] : [{ kind: event.kind, message }];
    });
    const joined =
      told.length > 1 && this.#service.engine.behaviour.burst
        ? this.#texts.batch(told.map(({ message }) => message))
        : undefined;
    if (joined !== undefined) {
      this.#write(joined, told[0]?.kind ?? '');
      return;
    }
    for (const { kind, message } of told) this.#write(this.#texts.single(message), kind);
  }

  #write(encoded: ReturnType<EventTexts['single']>, kind: string): void {
    const connection = this.#connection;
    if (connection !== undefined) {
      const sequence = this.#sequence;
      this.#sequence += 1;
      this.#notes?.frame('out', () => encoded.text);
      this.#outbox?.write(encoded, {
        stream: connection.stream,
        kind,
        connectionId: connection.id,
        connection: connection.ordinal,
        sequence,
      });
    }
  }
}
