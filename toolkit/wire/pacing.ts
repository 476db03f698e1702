// The budget of requests per second over all checks of a run (design, rule 10): requests leave evenly spaced, in the order asked.

export interface Pacing {
  /** Resolves when the next request may leave; rejects with the signal's reason when it is aborted first. */
  turn(signal?: AbortSignal): Promise<void>;
}

const AT_ONCE: Pacing = { turn: async (signal) => signal?.throwIfAborted() };

/**
 * @param requestsPerSecond 0 for no pacing.
 * @throws RangeError for a negative or infinite rate.
 */
export function createPacing(requestsPerSecond: number): Pacing {
  if (!Number.isFinite(requestsPerSecond) || requestsPerSecond < 0) {
    throw new RangeError(`requestsPerSecond: expected a number of at least 0, got ${requestsPerSecond}`);
  }
  if (requestsPerSecond === 0) {
    return AT_ONCE;
  }
  const gapMs = 1000 / requestsPerSecond;
  let nextMs = 0;
  return {
    async turn(signal) {
      signal?.throwIfAborted();
      const nowMs = performance.now();
      const mineMs = Math.max(nowMs, nextMs);
      nextMs = mineMs + gapMs;
      await delay(mineMs - nowMs, signal);
    },
  };
}

function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms <= 0) {
    return Promise.resolve();
  }
  return new Promise((resolve, reject) => {
    const give = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', give);
      resolve();
    }, ms);
    signal?.addEventListener('abort', give, { once: true });
  });
}
