// Who may run beside whom. Checks run together unless one needs a control action that reaches the whole target, such as moving
// its clock: that one waits until the others have ended and runs alone. First come, first served; the plan puts them last.

export class Gate {
  #together = 0;
  #alone = false;
  readonly #waiting: { readonly alone: boolean; readonly enter: () => void }[] = [];

  /** Resolves to the function that leaves the gate again. */
  async enter(alone: boolean): Promise<() => void> {
    if (this.#waiting.length > 0 || !this.#admits(alone)) {
      await new Promise<void>((enter) => {
        this.#waiting.push({ alone, enter });
      });
    } else {
      this.#admit(alone);
    }
    let left = false;
    return () => {
      if (left) return;
      left = true;
      if (alone) this.#alone = false;
      else this.#together -= 1;
      this.#next();
    };
  }

  #admits(alone: boolean): boolean {
    return !this.#alone && (!alone || this.#together === 0);
  }

  #admit(alone: boolean): void {
    if (alone) this.#alone = true;
    else this.#together += 1;
  }

  #next(): void {
    for (let first = this.#waiting[0]; first !== undefined && this.#admits(first.alone); first = this.#waiting[0]) {
      this.#waiting.shift();
      this.#admit(first.alone);
      first.enter();
    }
  }
}
