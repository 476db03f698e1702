// Timestamps that no two requests of one key share. Ed25519 is deterministic, so two equal reads within one millisecond would
// carry equal signatures, and a replay guard may rightly refuse the second. Nobody sleeps for it: the later one signs a
// millisecond that is still to come.

export interface Timestamps {
  /**
   * A millisecond at or shortly after `nowMs + shiftMs` that this key has not signed yet. What was shifted on purpose moves nothing for
   * those that come after it, but is not signed again either when the present has come as far.
   */
  next(keyId: string, nowMs: number, shiftMs?: number): number;
}

/** So far the milliseconds of a burst may run ahead. More means that the clock went back, as when the target's is found to be behind. */
const AHEAD_MS = 1000;

/** So many milliseconds of a key are remembered at least, the latest ones: minutes, at the rates of a soak. */
const REMEMBERED = 100_000;

export function createTimestamps(): Timestamps {
  const keys = new Map<string, Signed>();
  return {
    next(keyId, nowMs, shiftMs = 0) {
      const key = keys.get(keyId) ?? { recent: new Set(), older: new Set(), latest: 0 };
      keys.set(keyId, key);
      const presentMs = Math.floor(nowMs);
      let timestampMs = key.latest - presentMs > AHEAD_MS ? presentMs : Math.max(presentMs, key.latest + 1);
      while (wasSigned(key, timestampMs + shiftMs)) timestampMs += 1;
      remember(key, timestampMs + shiftMs);
      key.latest = timestampMs;
      return timestampMs + shiftMs;
    },
  };
}

/** What a key has signed, in two halves of which the older is forgotten when the other is full. */
interface Signed {
  recent: Set<number>;
  older: ReadonlySet<number>;
  latest: number;
}

function wasSigned({ recent, older }: Signed, timestampMs: number): boolean {
  return recent.has(timestampMs) || older.has(timestampMs);
}

function remember(key: Signed, timestampMs: number): void {
  if (key.recent.size === REMEMBERED) {
    key.older = key.recent;
    key.recent = new Set();
  }
  key.recent.add(timestampMs);
}
