// One stream per account on which set-up awaits its results, opened when first needed and again when it was cut. The snapshot that
// it begins with is a fresh look at the trading state, which saves the first caller of `state()` a stream of its own.
import type { Events, Received } from '../context.js';

export type Transactions = Events & {
  readonly snapshot: Extract<Received, { readonly kind: 'trading_state_snapshot' }>;
};

export class Watch {
  readonly #open: () => Promise<Transactions>;
  #stream: Promise<Transactions> | undefined;

  constructor(open: () => Promise<Transactions>) {
    this.#open = open;
  }

  /** The snapshot of the stream, if it was not open before. */
  async first(): Promise<Transactions['snapshot'] | undefined> {
    if (this.#stream !== undefined) return undefined;
    this.#stream = this.#open();
    try {
      return (await this.#stream).snapshot;
    } catch (error) {
      this.#stream = undefined;
      throw error;
    }
  }

  async get(): Promise<Events> {
    this.#stream ??= this.#open();
    try {
      const stream = await this.#stream;
      if (stream.isOpen) return stream;
    } catch (error) {
      this.#stream = undefined;
      throw error;
    }
    this.#stream = this.#open();
    return this.#stream;
  }
}
