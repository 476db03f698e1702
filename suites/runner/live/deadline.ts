// The time of a check, or of tidying up behind it. What it waits for others is not its own: leases, the pace, locks that pass.
import { setMaxListeners } from 'node:events';
import { Interrupted, type Undecided } from '../check-end.js';

/** The time of a check, and the stop of the run, as one signal. */
export class Deadline {
  readonly #stop = new AbortController();
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;
  #startedMs = 0;
  #spentMs = 0;
  /** Waits outside that are under way. */
  #outside = 0;
  readonly #outer: AbortSignal | undefined;
  readonly #give = (): void => this.#end(new Interrupted(`the run was stopped (${String(this.#outer?.reason)})`));
  readonly #ended: Promise<never>;

  constructor(ms: number, outer: AbortSignal | undefined) {
    this.#outer = outer;
    this.#ms = ms;
    setMaxListeners(0, this.#stop.signal);
    this.#start();
    this.#ended = new Promise((_, reject) => {
      this.#stop.signal.addEventListener('abort', () => reject(this.reason), { once: true });
    });
    this.#ended.catch(() => undefined);
    if (outer?.aborted === true) this.#give();
    else outer?.addEventListener('abort', this.#give, { once: true });
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get reason(): unknown {
    return this.#stop.signal.reason;
  }

  /** Work that does not heed the signal is left behind. */
  race<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    return Promise.race([work, this.#ended]);
  }

  /** The clock stands while others are waited for. */
  async outside<T>(waiting: Promise<T>): Promise<T> {
    if (this.#outside === 0) this.#halt();
    this.#outside += 1;
    try {
      return await waiting;
    } finally {
      this.#outside -= 1;
      if (this.#outside === 0) this.#start();
    }
  }

  get spentMs(): number {
    return this.#spentMs + (this.#timer === undefined ? 0 : performance.now() - this.#startedMs);
  }

  #start(): void {
    if (this.#stop.signal.aborted) return;
    this.#startedMs = performance.now();
    const give = (): void => this.#end(new Interrupted(`not decided within ${Math.round(this.#ms / 1000)} s`));
    this.#timer = setTimeout(give, Math.max(1, this.#ms - this.#spentMs));
  }

  #halt(): void {
    this.#spentMs = this.spentMs;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  stop(reason: Undecided): void {
    this.#end(reason);
  }

  clear(): void {
    this.#halt();
    this.#outer?.removeEventListener('abort', this.#give);
  }

  #end(reason: Undecided): void {
    this.#stop.abort(reason);
  }
}
