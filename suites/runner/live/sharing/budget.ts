// The budgets of a profile: orders that a run may place in all, and streams that may be open at once.
import { Undecided } from '../../check-end.js';

/** Streams that a check may hold at once unless it says otherwise. */
export const STREAMS = 3;

/** A search for a smaller case may have one part of so many of the orders that are left, at so many for each case. */
const SHARES = 10;
const FEW = 4;

/** Orders: counted when sent, since whether they executed may never be known. */
export class OrderBudget {
  readonly #orders: number;
  #left: number;

  constructor(orders: number) {
    this.#orders = orders;
    this.#left = orders;
  }

  /** How often one check may repeat something that places a few orders, and leave the others their share. */
  get repetitions(): number {
    return Math.floor(this.#left / SHARES / FEW);
  }

  spend(): void {
    if (this.#left <= 0) {
      throw new Undecided(`the order budget of the profile is used up (limits.orders: ${this.#orders})`);
    }
    this.#left -= 1;
  }
}

/**
 * Streams: a check reserves all it may open before its first one, so that checks which hold one stream each never wait for each
 * other's second.
 */
export class StreamBudget {
  readonly #waiting: { readonly streams: number; readonly enter: () => void }[] = [];
  #free: number;
  readonly #all: number;

  constructor(streams: number) {
    this.#all = streams;
    this.#free = streams;
  }

  /** Resolves to the function that gives the reservation back; rejects with the signal's reason when it is aborted first. */
  async reserve(streams: number, signal: AbortSignal): Promise<() => void> {
    const amount = Math.min(streams, this.#all);
    signal.throwIfAborted();
    if (this.#waiting.length > 0 || this.#free < amount) await this.#wait(amount, signal);
    else this.#free -= amount;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#free += amount;
      this.#serve();
    };
  }

  #wait(streams: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const place = {
        streams,
        enter: (): void => {
          signal.removeEventListener('abort', give);
          resolve();
        },
      };
      const give = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(place), 1);
        this.#serve();
        reject(signal.reason);
      };
      signal.addEventListener('abort', give, { once: true });
      this.#waiting.push(place);
    });
  }

  #serve(): void {
    for (let first = this.#waiting[0]; first !== undefined && first.streams <= this.#free; first = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= first.streams;
      first.enter();
    }
  }
}
