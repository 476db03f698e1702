// How many checks work at once. Everything may overlap, but hundreds of checks that compute at the same time only stretch each
// other's waits towards their deadlines. Those that mostly wait take no turn: they start at once and cost nothing meanwhile.
import type { CheckSpec } from '../check.js';

/** Enough to keep two cores busy with requests. */
const AT_ONCE = 48;
/** Under a budget of requests per second more checks at once would only wait for each other's requests. */
export function turnsFor(requestsPerSecond: number): number {
  return requestsPerSecond === 0 ? AT_ONCE : Math.min(AT_ONCE, Math.max(2, Math.ceil(requestsPerSecond / 2)));
}

/** A check that waits this long on the target is a waiting one. */
const LONG_WAIT_MS = 400;

export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs the work when a turn is free. */
  async take<T>(spec: CheckSpec, work: () => Promise<T>): Promise<T> {
    if ((spec.waitMs ?? 0) >= LONG_WAIT_MS) return work();
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((enter) => this.#waiting.push(enter));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
