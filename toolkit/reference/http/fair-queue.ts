// Whose request is next. A peer may send many requests in one packet, and hundreds of peers at once; handled as they are read they
// would hold up everybody else until the last of them is answered. So each connection has one request in a turn of the event loop.
import type { Duplex } from 'node:stream';
import type { Shares } from './shares.js';

export class FairQueue {
  readonly #shares: Shares;
  /** What connections that have had their turn still wait for. */
  readonly #waiting = new WeakMap<Duplex, (() => void)[]>();

  constructor(shares: Shares) {
    this.#shares = shares;
  }

  /** Runs the work now, or in order after what this connection asked for before. */
  run(connection: Duplex, work: () => void): void {
    const waiting = this.#waiting.get(connection);
    if (waiting !== undefined) {
      waiting.push(work);
      return;
    }
    this.#waiting.set(connection, []);
    work();
    this.#shares.later(connection, () => this.#next(connection));
  }

  #next(connection: Duplex): void {
    const work = connection.destroyed ? undefined : this.#waiting.get(connection)?.shift();
    if (work === undefined) {
      this.#waiting.delete(connection);
      return;
    }
    this.#shares.later(connection, () => this.#next(connection));
    work();
  }
}
