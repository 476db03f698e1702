// The budget of requests per second over all checks of a run: requests leave evenly spaced, in the order asked.
import { pause } from './pause.js';

export interface Pacing {
  /** Resolves when the next request may leave; rejects with the signal's reason when it is aborted first. */
  turn(signal?: AbortSignal): Promise<void>;
}

/** So many requests take longer than a second: a quota counts arrivals, of which the first of a second may be late and the last not. */
const SECOND_MS = 1100;

const AT_ONCE: Pacing = { turn: async (signal) => signal?.throwIfAborted() };

/**
 * @param requestsPerSecond 0 for no pacing.
 * @throws RangeError for a negative or infinite rate.
 */
export function createPacing(requestsPerSecond: number): Pacing {
  if (!Number.isFinite(requestsPerSecond) || requestsPerSecond < 0) {
    throw new RangeError(`requestsPerSecond: expected a number of at least 0, got ${requestsPerSecond}`);
  }
  if (requestsPerSecond === 0) return AT_ONCE;
  const gapMs = SECOND_MS / requestsPerSecond;
  let nextMs = 0;
  return {
    async turn(signal) {
      signal?.throwIfAborted();
      const nowMs = performance.now();
      const mineMs = Math.max(nowMs, nextMs);
      nextMs = mineMs + gapMs;
      await pause(mineMs - nowMs, signal);
    },
  };
}
