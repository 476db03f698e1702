// Callbacks for a later turn of the event loop, all of them in one macrotask and in the order of their arrival.
import type { Timer } from './clock.js';

interface Turn {
  callback: (() => void) | undefined;
}

export class Turns {
  #waiting: Turn[] = [];
  #handle: NodeJS.Immediate | undefined;

  add(callback: () => void): Timer {
    const turn: Turn = { callback };
    this.#waiting.push(turn);
    this.#handle ??= setImmediate(() => this.#turn());
    return {
      cancel: () => {
        turn.callback = undefined;
      },
    };
  }

  /** Runs now what waits, and what that adds. */
  flush(): void {
    while (this.#waiting.length > 0) {
      this.#runWaiting();
    }
    this.#disarm();
  }

  clear(): void {
    this.#waiting = [];
    this.#disarm();
  }

  #turn(): void {
    this.#handle = undefined;
    this.#runWaiting();
  }

  #runWaiting(): void {
    const turns = this.#waiting;
    this.#waiting = [];
    for (const turn of turns) {
      turn.callback?.();
    }
  }

  #disarm(): void {
    if (this.#handle !== undefined) {
      clearImmediate(this.#handle);
      this.#handle = undefined;
    }
  }
}
