// The machine's clock with an offset that control moves (action `clock.advance`).
// Callbacks due "in a later turn" share one macrotask, so that a burst of operations costs one timer.
import type { Clock, Timer } from './clock.js';
import { Turns } from './turns.js';

interface Pending {
  readonly dueMs: number;
  readonly callback: () => void;
  handle: NodeJS.Timeout;
}

export class RealClock implements Clock {
  readonly #turns = new Turns();
  readonly #pending = new Set<Pending>();
  #offsetMs = 0;

  nowMs(): number {
    return Date.now() + this.#offsetMs;
  }

  schedule(delayMs: number, callback: () => void): Timer {
    if (delayMs <= 0) return this.#turns.add(callback);
    const pending: Pending = {
      dueMs: this.nowMs() + delayMs,
      callback,
      handle: setTimeout(() => this.#run(pending), delayMs),
    };
    this.#pending.add(pending);
    return { cancel: () => this.#cancel(pending) };
  }

  advance(ms: number): void {
    this.#offsetMs += ms;
    const nowMs = this.nowMs();
    const due = [...this.#pending].filter((pending) => pending.dueMs <= nowMs).sort((a, b) => a.dueMs - b.dueMs);
    for (const pending of due) {
      if (this.#pending.has(pending)) this.#run(pending);
    }
    for (const pending of this.#pending) {
      clearTimeout(pending.handle);
      pending.handle = setTimeout(() => this.#run(pending), Math.max(1, pending.dueMs - nowMs));
    }
  }

  stop(): void {
    this.#turns.clear();
    for (const pending of this.#pending) {
      this.#cancel(pending);
    }
  }

  #run(pending: Pending): void {
    this.#cancel(pending);
    pending.callback();
  }

  #cancel(pending: Pending): void {
    clearTimeout(pending.handle);
    this.#pending.delete(pending);
  }
}
