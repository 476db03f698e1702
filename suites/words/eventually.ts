// Patience for channels that the interface promises to agree, but not at once: operation status, history, a read after an event.

import type { CheckContext } from '../runner/context.js';
import { readUntil } from '../runner/live/patience.js';

/** Reads until it holds or the profile's patience for results has ended; the last reading either way. */
export function eventually<Reading>(
  t: CheckContext,
  read: () => Promise<Reading>,
  holds: (reading: Reading) => boolean,
): Promise<Reading> {
  return readUntil(read, holds, { withinMs: t.timing.resultMs, signal: t.signal });
}
