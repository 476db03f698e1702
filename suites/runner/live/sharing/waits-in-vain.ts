// How long to believe in what has not come yet, when each check waits for it: as many waits as checks may run at the same time, or a few
// one after the other, so that a target that is slow at first has its chance, and one with a single account costs no hour.

const AT_ONCE = 48;
const IN_TURN = 4;

export class WaitsInVain {
  #all = 0;
  #inTurn = 0;
  #lastEndMs = Number.NEGATIVE_INFINITY;

  /** A wait of `withinMs` that ended now. */
  add(withinMs: number): void {
    this.#all += 1;
    const nowMs = performance.now();
    if (nowMs - withinMs < this.#lastEndMs) return;
    this.#inTurn += 1;
    this.#lastEndMs = nowMs;
  }

  get areEnough(): boolean {
    return this.#all >= AT_ONCE || this.#inTurn >= IN_TURN;
  }
}
