// Patience with growing pauses, for channels that the interface promises to agree, but not at once: operation status, history, a
// read after an event.
import { pause } from '../../../toolkit/wire/pause.js';

const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 400;

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
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const reading = await read();
    deadline ??= performance.now() + withinMs;
    if (holds(reading) || performance.now() + pauseMs > deadline) return reading;
    await pause(pauseMs, signal);
  }
}
