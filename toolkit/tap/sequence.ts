// The one sequence and clock of a tap, and waiting for what it will hear.
import type { Moment } from './observed.js';

export class MomentSequence {
  #count = 0;
  #isWaking = false;
  readonly #waiting = new Set<() => void>();

  /** The next moment; whoever waits looks again once the caller has written down what happened in it. */
  next(): Moment {
    this.#count += 1;
    if (this.#waiting.size > 0 && !this.#isWaking) {
      this.#isWaking = true;
      queueMicrotask(() => this.#wake());
    }
    return { seq: this.#count, atNs: process.hrtime.bigint() };
  }

  /** What `look` finds, now or later; undefined when it finds nothing in time. */
  until<Found>(look: () => Found | undefined, withinMs: number): Promise<Found | undefined> {
    const now = look();
    if (now !== undefined) return Promise.resolve(now);
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(again);
      };
      const again = (): void => {
        try {
          const found = look();
          if (found === undefined) return;
          stop();
          resolve(found);
        } catch (cause) {
          // What the caller's look throws is the caller's affair.
          stop();
          reject(cause);
        }
      };
      const timer = setTimeout(() => {
        stop();
        resolve(undefined);
      }, withinMs);
      this.#waiting.add(again);
    });
  }

  #wake(): void {
    this.#isWaking = false;
    for (const again of [...this.#waiting]) again();
  }
}
