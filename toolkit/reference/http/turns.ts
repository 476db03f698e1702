// Work that waits its turn. Each turn of the event loop does a share of it, so that whoever comes meanwhile waits for that share and
// not for all that others have asked for. Node accepts one connection in a turn, from a queue of the system that knows no fairness: so
// turns are short, and while connections come they only accept. Of the connections of an address the newest begins first: in a flood
// that is more than can be served some are then served at once, where in order all would come too late.
import type { Duplex } from 'node:stream';
import { ByAddress, type Work } from './by-address.js';

/** Of work that goes on; one piece at least is done. */
const SHARE_MS = 1;

/** So many turns only accept, as long as connections come. */
const MOST_ACCEPTING = 8;

export class Turns {
  readonly #beginnings = new ByAddress();
  readonly #others = new ByAddress();
  readonly #nowMs: () => number;
  #isDue = false;
  #hasCome = false;
  #accepting = 0;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Begins with a new connection in a later turn, before older ones of its address. */
  begin(connection: Duplex, work: Work): void {
    this.#hasCome = this.#beginnings.size + this.#others.size > 0;
    this.#beginnings.add(connection, work);
    this.#goOn();
  }

  /** Does the work in a later turn, after what this address asked for before. */
  later(connection: Duplex, work: Work): void {
    this.#others.add(connection, work);
    this.#goOn();
  }

  #goOn(): void {
    if (this.#isDue || this.#beginnings.size + this.#others.size === 0) return;
    this.#isDue = true;
    setImmediate(() => this.#run());
  }

  #run(): void {
    this.#isDue = false;
    const onlyAccepts = this.#hasCome && this.#accepting < MOST_ACCEPTING;
    this.#accepting = onlyAccepts ? this.#accepting + 1 : 0;
    this.#hasCome = false;
    if (!onlyAccepts) {
      this.#beginnings.take('newest')?.();
      this.#doShare();
    }
    this.#goOn();
  }

  #doShare(): void {
    const endMs = this.#nowMs() + SHARE_MS;
    // What is added meanwhile waits for the next turn.
    for (let left = this.#others.size; left > 0; left -= 1) {
      this.#others.take('oldest')?.();
      if (this.#nowMs() >= endMs) return;
    }
  }
}
