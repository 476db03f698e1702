// How busy this machine is: pauses in which this process could do nothing. What rests on time says nothing of a client then, since its
// time limits went by without anybody's doing.
const STEP_MS = 20;

export class Strain {
  #longestMs = 0;
  #last = performance.now();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.#longestMs = Math.max(this.#longestMs, now - this.#last - STEP_MS);
      this.#last = now;
    }, STEP_MS);
    this.#timer.unref();
  }

  /** The longest pause since it began. */
  get longestMs(): number {
    return Math.round(Math.max(this.#longestMs, performance.now() - this.#last - STEP_MS));
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
