// How much one connection may have told of itself: so many notes in a second, then only how many more there were. A client that sends
// commands as fast as it can fills its own turn of the service, and not the disk behind the log.

/** More than anybody reads in that time. */
const MOST_IN_A_WINDOW = 40;
const WINDOW_MS = 1000;

export class NoteLimiter {
  #beganMs = Number.NEGATIVE_INFINITY;
  #told = 0;
  #untold = 0;

  /** Whether one more may be told at this time, and how many before it were not, to be told first. */
  take(nowMs: number): { readonly isTold: boolean; readonly untold: number } {
    let untold = 0;
    if (nowMs - this.#beganMs >= WINDOW_MS || nowMs < this.#beganMs) {
      this.#beganMs = nowMs;
      this.#told = 0;
      untold = this.rest();
    }
    if (this.#told >= MOST_IN_A_WINDOW) {
      this.#untold += 1;
      return { isTold: false, untold };
    }
    this.#told += 1;
    return { isTold: true, untold };
  }

  /** What was not told since this was asked last. */
  rest(): number {
    const untold = this.#untold;
    this.#untold = 0;
    return untold;
  }
}
