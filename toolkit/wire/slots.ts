// How many requests of this client are under way at once. Waiting happens here, before signing, and not in a connection pool
// after it: a signature that waits in a queue grows stale, and the target would be blamed for refusing it.

import { linkSignals } from './linked-signal.js';
import type { Pacing } from './pacing.js';

export interface Slots {
  /** Resolves to the function that gives the slot back; rejects with the signal's reason when it is aborted first. */
  take(signal?: AbortSignal): Promise<() => void>;
}

/** @throws RangeError unless `size` is a positive whole number. */
export function createSlots(size: number): Slots {
  if (!Number.isSafeInteger(size) || size < 1) {
    throw new RangeError(`size: expected a positive whole number, got ${size}`);
  }
  let free = size;
  const waiting = new Set<() => void>();
  const release = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
    } else {
      waiting.delete(next);
      next();
    }
  };
  const once = (): (() => void) => {
    let released = false;
    return () => {
      if (!released) {
        released = true;
        release();
      }
    };
  };
  return {
    async take(signal) {
      signal?.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return once();
      }
      await new Promise<void>((resolve, reject) => {
        const give = (): void => {
          waiting.delete(enter);
          reject(signal?.reason);
        };
        const enter = (): void => {
          signal?.removeEventListener('abort', give);
          resolve();
        };
        waiting.add(enter);
        signal?.addEventListener('abort', give, { once: true });
      });
      return once();
    },
  };
}

/**
 * An exchange in its slot and at its turn, under one signal of several. Whatever ends it, the slot is given back.
 * @param givenUp What comes of it when a signal was aborted first.
 */
export async function inTurn<Result>(
  { slots, pacing }: { readonly slots: Slots; readonly pacing: Pacing },
  signals: readonly (AbortSignal | undefined)[],
  exchange: (signal: AbortSignal) => Promise<Result>,
  givenUp: (reason: unknown) => Result,
): Promise<Result> {
  const { signal, unlink } = linkSignals(signals);
  try {
    const release = await slots.take(signal);
    try {
      await pacing.turn(signal);
      return await exchange(signal);
    } finally {
      release();
    }
  } catch (error) {
    if (signal.aborted && error === signal.reason) return givenUp(error);
    throw error;
  } finally {
    unlink();
  }
}
