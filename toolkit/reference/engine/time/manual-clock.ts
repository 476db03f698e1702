// A clock that stands still until it is advanced: fake time for tests and simulations.
// What is due in a later turn runs in the next macrotask or at the next `advance`, whichever comes first, so that a service
// with real sockets still finishes its operations while its time stands still.
import type { Clock, Timer } from './clock.js';
import { Turns } from './turns.js';

export function createManualClock(startMs: number): Clock {
  return new ManualClock(startMs);
}

interface Pending {
  readonly dueMs: number;
  readonly order: number;
  readonly callback: () => void;
}

class ManualClock implements Clock {
  readonly #turns = new Turns();
  readonly #pending = new Set<Pending>();
  #nowMs: number;
  #order = 0;

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  schedule(delayMs: number, callback: () => void): Timer {
    if (delayMs <= 0) return this.#turns.add(callback);
    this.#order += 1;
    const pending: Pending = { dueMs: this.#nowMs + delayMs, order: this.#order, callback };
    this.#pending.add(pending);
    return { cancel: () => this.#pending.delete(pending) };
  }

  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    this.#turns.flush();
    for (let next = this.#next(untilMs); next !== undefined; next = this.#next(untilMs)) {
      this.#pending.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.dueMs);
      next.callback();
      this.#turns.flush();
    }
    this.#nowMs = untilMs;
  }

  stop(): void {
    this.#turns.clear();
    this.#pending.clear();
  }

  #next(untilMs: number): Pending | undefined {
    let earliest: Pending | undefined;
    for (const pending of this.#pending) {
      if (
        pending.dueMs <= untilMs &&
        (earliest === undefined ||
          pending.dueMs < earliest.dueMs ||
          (pending.dueMs === earliest.dueMs && pending.order < earliest.order))
      ) {
        earliest = pending;
      }
    }
    return earliest;
  }
}
