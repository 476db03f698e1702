// How many checks work at once. Everything may overlap, but hundreds of checks that compute at the same time only stretch each
// other's waits towards their deadlines. Those that mostly wait have turns of their own, as they cost nothing meanwhile.
import type { CheckSpec } from '../check.js';

/** Enough to keep two cores busy with requests. */
const AT_ONCE = 48;
/** Under a budget of requests per second more checks at once would only wait for each other's requests. */
export function turnsFor(requestsPerSecond: number): number {
  return requestsPerSecond === 0 ? AT_ONCE : Math.min(AT_ONCE, Math.max(2, Math.ceil(requestsPerSecond / 2)));
}

/** A check that waits this long on the target is a waiting one. */
const LONG_WAIT_MS = 400;
/** At least; more than the waiting checks of one target, so that none of these waits for a turn. A run on many targets has hundreds. */
const WAITING_AT_ONCE = 64;

export class Turns {
  readonly #working: Pool;
  readonly #waiting: Pool;

  constructor(atOnce: number) {
    this.#working = new Pool(atOnce);
    this.#waiting = new Pool(Math.max(WAITING_AT_ONCE, atOnce));
  }

  /** Runs the work when a turn is free. */
  take<T>(spec: CheckSpec, work: () => Promise<T>): Promise<T> {
    return ((spec.waitMs ?? 0) >= LONG_WAIT_MS ? this.#waiting : this.#working).take(work);
  }
}

class Pool {
  #free: number;
  readonly #queue: (() => void)[] = [];

  constructor(size: number) {
    this.#free = size;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((enter) => this.#queue.push(enter));
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
