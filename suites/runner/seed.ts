// One seed per run; each check draws from a stream of its own, derived from the run seed and its id, so that running one check
// alone repeats what it did in the full run.
import { createHash, randomInt } from 'node:crypto';

/** A new run seed, short enough to be typed again. */
export function newSeed(): string {
  return String(randomInt(2 ** 31));
}

/** A signed 32-bit integer, as fast-check wants it. */
export function checkSeed(runSeed: string, checkId: string): number {
  return createHash('sha256').update(`${runSeed}\0${checkId}`).digest().readInt32BE(0);
}

/** Uniform whole numbers below a bound, from a seed. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  below(bound: number): number {
    if (!Number.isSafeInteger(bound) || bound < 1 || bound > 2 ** 32) {
      throw new RangeError(`bound: expected a whole number from 1 to 2^32, got ${bound}`);
    }
    // Rejection keeps every outcome equally likely whatever the bound.
    const fair = 2 ** 32 - (2 ** 32 % bound);
    let drawn = this.#next();
    while (drawn >= fair) drawn = this.#next();
    return drawn % bound;
  }

  /** mulberry32 */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}
