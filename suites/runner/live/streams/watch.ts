// The stream on which set-up awaits its results: the check's own, if it has one on transactions, so that what set-up brought about
// has arrived there when the verb returns; otherwise one that is opened when first needed, and again when it was cut. The snapshot
// that such a stream begins with is a fresh look at the trading state, which saves the first caller of `state()` a stream of its own.
import type { WithSnapshot } from '../../context.js';
import type { LiveEvents } from './events.js';

export type Transactions = LiveEvents & WithSnapshot;

export class Watch {
  readonly #open: () => Promise<Transactions>;
  #stream: Promise<LiveEvents> | undefined;
  #isOfCheck = false;
  /** The stream of set-up itself, once it is open. */
  #own: LiveEvents | undefined;
  #latest: LiveEvents | undefined;

  constructor(open: () => Promise<Transactions>) {
    this.#open = open;
  }

  /** Takes over a stream of the check, unless it has given one already. */
  adopt(stream: LiveEvents): void {
    if (this.#isOfCheck) return;
    this.#stream = Promise.resolve(stream);
    this.#latest = stream;
    this.#isOfCheck = true;
  }

  /** Closes the stream, unless it is the check's; it is opened again when it is needed. Whether there was one. */
  async giveUp(): Promise<boolean> {
    const stream = this.#own;
    if (stream === undefined) return false;
    this.#own = undefined;
    this.#stream = undefined;
    await stream.close();
    return true;
  }

  /** Whether set-up holds a stream of its own, which it could give up. */
  get hasOwn(): boolean {
    return this.#own !== undefined;
  }

  get carriesTransactions(): boolean {
    return this.#latest?.carriesTransactions === true;
  }

  /** The snapshot of the stream, if it was not open before. */
  async first(): Promise<Transactions['snapshot'] | undefined> {
    return this.#stream === undefined ? (await this.#reopen()).snapshot : undefined;
  }

  async get(): Promise<LiveEvents> {
    if (this.#stream === undefined) return this.#reopen();
    const stream = await this.#stream;
    return stream.carriesTransactions ? stream : this.#reopen();
  }

  /** The stream that is open now, if there is one. */
  async current(): Promise<LiveEvents | undefined> {
    return this.#stream;
  }

  async #reopen(): Promise<Transactions> {
    const opening = this.#open();
    this.#stream = opening;
    this.#isOfCheck = false;
    try {
      const opened = await opening;
      this.#latest = opened;
      this.#own = opened;
      return opened;
    } catch (error) {
      this.#stream = undefined;
      throw error;
    }
  }
}
