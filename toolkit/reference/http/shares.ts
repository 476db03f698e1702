// Work that waits its turn. Each turn of the event loop does a share of it, so that whoever comes meanwhile waits for that share and
// not for all that others have asked for.
import type { Duplex } from 'node:stream';
import { ByAddress, type Work } from './by-address.js';

/** Of work that goes on; one piece at least is done. */
const SHARE_MS = 1;

export class Shares {
  readonly #waiting = new ByAddress();
  readonly #nowMs: () => number;
  #isDue = false;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Does the work in a later turn, after what this address asked for before. */
  later(connection: Duplex, work: Work): void {
    this.#waiting.add(connection, work);
    this.#goOn();
  }

  #goOn(): void {
    if (this.#isDue || this.#waiting.size === 0) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.#doShare();
      this.#goOn();
    });
  }

  #doShare(): void {
    const endMs = this.#nowMs() + SHARE_MS;
    // What is added meanwhile waits for the next turn.
    for (let left = this.#waiting.size; left > 0; left -= 1) {
      this.#waiting.take()?.();
      if (this.#nowMs() >= endMs) return;
    }
  }
}
