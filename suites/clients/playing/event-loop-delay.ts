// How busy this machine is: pauses in which this process could do nothing. What rests on time says nothing of a client then, since its
// time limits went by without anybody's doing.
const STEP_MS = 20;
/** So long this process may stand still without a client's time limits being in doubt; so late it may be all the time. */
const PAUSE_MS = 300;
const LATENESS_MS = 60;

export class EventLoopDelay {
  readonly #begunMs = performance.now();
  #longestMs = 0;
  #steps = 0;
  #last = performance.now();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.#longestMs = Math.max(this.#longestMs, now - this.#last - STEP_MS);
      this.#steps += 1;
      this.#last = now;
    }, STEP_MS);
    this.#timer.unref();
  }

  /** The longest pause since it began. */
  get longestMs(): number {
    return Math.round(Math.max(this.#longestMs, performance.now() - this.#last - STEP_MS));
  }

  /** Whether a time limit of a client may have gone by for want of a processor: in one long pause, or in many short ones. */
  get isFelt(): boolean {
    const latenessMs = (performance.now() - this.#begunMs) / Math.max(1, this.#steps) - STEP_MS;
    return this.longestMs >= PAUSE_MS || latenessMs >= LATENESS_MS;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
