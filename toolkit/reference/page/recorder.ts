// The last frames and refusals of a sandbox, for its page; bounded, whatever clients send.
import type { Note } from '../notes/note.js';
import type { ShownFrame } from './page-state.js';

const MOST_FRAMES = 500;
const MOST_REFUSALS = 30;
const MOST_FRAME_CHARS = 4000;

/** A frame as a stream tells it. */
export interface TellFrame {
  readonly at: string;
  readonly accountId: string;
  readonly connection: string;
  readonly direction: 'in' | 'out';
  readonly text: string;
}

export class Recorder {
  readonly #frames: (ShownFrame & { readonly accountId: string })[] = [];
  readonly #refusals: Note[] = [];
  #serial = 0;

  frame(frame: TellFrame): void {
    this.#serial += 1;
    this.#frames.push({ ...frame, text: frame.text.slice(0, MOST_FRAME_CHARS), serial: this.#serial });
    if (this.#frames.length > MOST_FRAMES) this.#frames.shift();
  }

  note(note: Note): void {
    if (!('reason' in note) || note.reason === undefined) return;
    this.#refusals.unshift(note);
    if (this.#refusals.length > MOST_REFUSALS) this.#refusals.pop();
  }

  framesAfter(serial: number, accountId: string): readonly ShownFrame[] {
    return this.#frames.filter((frame) => frame.accountId === accountId && frame.serial > serial);
  }

  get refusals(): readonly Note[] {
    return this.#refusals;
  }
}
