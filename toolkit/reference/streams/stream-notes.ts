// What a sandbox tells of one connection: opened and closed, commands, why one was refused, every frame.
import type { RawData } from 'ws';
import type { Refusal } from '../domain.js';
import type { CommandAccepted, Connection } from '../engine/engine.js';
import type { Service } from '../http/service.js';
import { NoteLimiter } from '../notes/note-limiter.js';
import { placeOf, timeOf } from '../notes/notebook.js';
import type { ReadCommand } from '../speech/speech.js';

const MAX_FRAME_CHARS = 300;

export class StreamNotes {
  readonly #service: Service;
  readonly #connection: Connection;
  readonly #limiter = new NoteLimiter();

  constructor(service: Service, connection: Connection) {
    this.#service = service;
    this.#connection = connection;
  }

  tell(text: string): void {
    const { stream, id, accountId } = this.#connection;
    this.#service.notes?.write({ kind: 'stream', at: this.#now(), stream, connection: id, accountId, text });
  }

  closed(code: number): void {
    this.#tellUntold(this.#limiter.rest());
    this.tell(`closed (${code})`);
  }

  accepted({ action, event, instruments }: CommandAccepted): void {
    if (!this.#mayTell()) return;
    this.tell(`${action} ${event}${instruments === undefined ? '' : ` ${instruments}`}`);
  }

  /** Tells what came and what would have been right. */
  refused({ name, detail }: Refusal, read: ReadCommand | undefined, frame: RawData): void {
    const { notes } = this.#service;
    if (!this.#mayTell() || notes === undefined) return;
    const at = this.#now();
    const { id: connection, accountId } = this.#connection;
    const reason = notes.reason(name, detail, `command ${detail}`, placeOf(at));
    const rightForm = notes.forms.command(read?.command.event);
    notes.write({ kind: 'refused-command', at, connection, accountId, reason, got: excerpt(frame), rightForm });
  }

  frame(direction: 'in' | 'out', text: () => string): void {
    const { id: connection, accountId } = this.#connection;
    this.#service.frames?.({ at: this.#now(), accountId, connection, direction, text: text() });
  }

  received(frame: RawData): void {
    this.frame('in', () => excerpt(frame));
  }

  /** Not every one of the commands that come faster than anybody reads. */
  #mayTell(): boolean {
    const { isTold, untold } = this.#limiter.take(performance.now());
    this.#tellUntold(untold);
    return isTold;
  }

  #tellUntold(untold: number): void {
    if (untold > 0) this.tell(`${untold} more commands came within a second, and are not told here`);
  }

  #now(): string {
    return timeOf(this.#service.engine.clock.nowMs());
  }
}

function excerpt(frame: RawData): string {
  return bytesOf(frame).subarray(0, MAX_FRAME_CHARS).toString('utf8');
}

export function bytesOf(frame: RawData): Buffer {
  return Array.isArray(frame) ? Buffer.concat(frame) : Buffer.from(new Uint8Array(frame));
}
