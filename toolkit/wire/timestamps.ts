// Timestamps that no two requests of one key share. Ed25519 is deterministic, so two equal reads within one millisecond would
// carry equal signatures, and a replay guard may rightly refuse the second. Nobody sleeps for it: the later one signs a
// millisecond that is still to come.

export interface Timestamps {
  /** A millisecond at or after `nowMs` that this key has not signed yet. */
  next(keyId: string, nowMs: number): number;
}

export function createTimestamps(): Timestamps {
  const last = new Map<string, number>();
  return {
    next(keyId, nowMs) {
      const timestampMs = Math.max(Math.floor(nowMs), (last.get(keyId) ?? 0) + 1);
      last.set(keyId, timestampMs);
      return timestampMs;
    },
  };
}
