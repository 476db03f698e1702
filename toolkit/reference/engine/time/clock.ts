// The time of the service: what it reads, what it schedules, and how control moves it (action `clock.advance`).
// The only place of the reference service that touches the clock and the timers of the machine.

export interface Timer {
  cancel(): void;
}

export interface Clock {
  nowMs(): number;
  /** Calls back once, `delayMs` from now in this clock's time; 0 means a later turn, never this one. */
  schedule(delayMs: number, callback: () => void): Timer;
  /** Moves the time forward; what falls due runs in order of its due time. */
  advance(ms: number): void;
  /** Cancels everything scheduled. */
  stop(): void;
}
