// Timestamps that no two requests of one key share. Ed25519 is deterministic, so two equal reads within one millisecond would
// carry equal signatures, and a replay guard may rightly refuse the second. Nobody sleeps for it: the later one signs a
// millisecond that is still to come.

export interface Timestamps {
  /** A millisecond at or shortly after `nowMs` that this key has not signed yet. */
  next(keyId: string, nowMs: number): number;
}

/** So far the milliseconds of a burst may run ahead. More means that the clock went back, as when the target's is found to be behind. */
const AHEAD_MS = 1000;

export function createTimestamps(): Timestamps {
  const keys = new Map<string, { readonly signed: Set<number>; latest: number }>();
  return {
    next(keyId, nowMs) {
      const key = keys.get(keyId) ?? { signed: new Set(), latest: 0 };
      keys.set(keyId, key);
      const presentMs = Math.floor(nowMs);
      let timestampMs = key.latest - presentMs > AHEAD_MS ? presentMs : Math.max(presentMs, key.latest + 1);
      while (key.signed.has(timestampMs)) timestampMs += 1;
      key.signed.add(timestampMs);
      key.latest = timestampMs;
      return timestampMs;
    },
  };
}
