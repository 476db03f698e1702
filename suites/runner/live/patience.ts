// Patience with growing pauses, for channels that the interface promises to agree, but not at once: operation status, history, a
// read after an event.
import { pause } from '../../../toolkit/wire/pause.js';

const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 400;
/** Where each reading takes long, the target or the machine is slow in all: so many are made, if it takes so much longer. */
const LEAST_READINGS = 5;
const LONGEST = 3;

export interface Patience {
  /** Counted from the first reading, which may have had to wait for its turn. */
  readonly withinMs: number;
  readonly signal: AbortSignal;
}

/** Reads until it holds or patience has ended; the last reading either way. */
export async function readUntil<Reading>(
  read: () => Promise<Reading>,
  holds: (reading: Reading) => boolean,
  { withinMs, signal }: Patience,
): Promise<Reading> {
  let deadline: number | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  for (let readings = 1; ; readings += 1) {
    const reading = await read();
    deadline ??= performance.now() + withinMs;
    const overMs = performance.now() + pauseMs - deadline;
    const mayGoOn = readings < LEAST_READINGS && overMs < withinMs * (LONGEST - 1);
    if (holds(reading) || (overMs > 0 && !mayGoOn)) return reading;
    await pause(pauseMs, signal);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}
