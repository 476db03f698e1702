// Causes that were told before: a client that makes one mistake a thousand times reads its explanation once.
import type { Repeated } from './note.js';

/** More different causes than this are no longer told apart from new ones. */
const MOST = 1000;

export class Causes {
  readonly #told = new Map<string, { readonly place: string; times: number }>();

  /** `place` is how a reader finds it again: an operation, a time. Undefined the first time. */
  again(cause: string, place: string): Repeated | undefined {
    const told = this.#told.get(cause);
    if (told === undefined) {
      this.#forgetOldest();
      this.#told.set(cause, { place, times: 1 });
      return undefined;
    }
    told.times += 1;
    return { first: told.place, times: told.times };
  }

  #forgetOldest(): void {
    if (this.#told.size < MOST) return;
    const [oldest] = this.#told.keys();
    if (oldest !== undefined) this.#told.delete(oldest);
  }
}
