// Patience for channels that the interface promises to agree, but not at once: operation status, history, a read after an event.

import type { CheckContext } from '../runner/context.js';
import { pause } from '../runner/live/pause.js';

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 500;

/**
 * Reads until it holds or the profile's patience for results has ended, counted from the first reading, which may have had to wait
 * for its turn; returns the last reading either way.
 */
export async function eventually<Reading>(
  t: CheckContext,
  read: () => Promise<Reading>,
  holds: (reading: Reading) => boolean,
): Promise<Reading> {
  let deadline: number | undefined;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const reading = await read();
    deadline ??= performance.now() + t.timing.resultMs;
    if (holds(reading) || performance.now() + pauseMs > deadline) return reading;
    await pause(pauseMs, t.signal);
  }
}
