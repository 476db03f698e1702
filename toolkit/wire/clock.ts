// The target's clock as far as its `Date` headers show it. Each answer bounds the offset to an interval (a header says whole
// seconds, and the answer was made somewhere between sending and receiving); intervals of several answers are intersected.
// Without this, a skewed machine would see every timestamp rule fail (interface 5.3, rule 8).

export interface ClockOffset {
  /** Milliseconds to add to the local clock. As long as no difference is proved, those by which it was moved. */
  readonly ms: number;
  /** The true offset is within this many milliseconds of the middle of what is possible. */
  readonly uncertaintyMs: number;
  /** Answers that this rests on. */
  readonly samples: number;
}

export interface TargetClock {
  /** The target's time. */
  nowMs(): number;
  readonly offset: ClockOffset;
  /** Takes in one answer; an unreadable header changes nothing. */
  observe(date: string | undefined, sentMs: number, receivedMs: number): void;
  /** A control action has moved the target's clock; the next answer tells whether it has. */
  advance(byMs: number): void;
}

interface Interval {
  readonly fromMs: number;
  readonly toMs: number;
  readonly samples: number;
}

const DATE_GRAIN_MS = 1000;
/** No clock stands before 1970, or where years have five digits; times a little later could not even be written. */
const END_OF_DATES_MS = Date.UTC(9000, 0);
const UNKNOWN: Interval = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY, samples: 0 };

/** @param localMs the local clock, for tests. */
export function createTargetClock(localMs: () => number = Date.now): TargetClock {
  let known = UNKNOWN;
  let movedMs = 0;
  return {
    nowMs: () => localMs() + offsetOf(known, movedMs).ms,
    get offset() {
      return offsetOf(known, movedMs);
    },
    observe(date, sentMs, receivedMs) {
      const atMs = date === undefined ? Number.NaN : Date.parse(date);
      if (!(atMs >= 0 && atMs < END_OF_DATES_MS) || receivedMs < sentMs) return;
      const seen = { fromMs: atMs - receivedMs, toMs: atMs + DATE_GRAIN_MS - sentMs };
      const fromMs = Math.max(known.fromMs, seen.fromMs);
      const toMs = Math.min(known.toMs, seen.toMs);
      // No overlap: one of the clocks was moved, and only the latest answer counts.
      known = fromMs <= toMs ? { fromMs, toMs, samples: known.samples + 1 } : { ...seen, samples: 1 };
    },
    advance(byMs) {
      known = { ...known, fromMs: known.fromMs + byMs, toMs: known.toMs + byMs };
      movedMs += byMs;
    },
  };
}

function offsetOf(known: Interval, movedMs: number): ClockOffset {
  if (known.samples === 0) return { ms: movedMs, uncertaintyMs: Number.POSITIVE_INFINITY, samples: 0 };
  const uncertaintyMs = Math.ceil((known.toMs - known.fromMs) / 2);
  const agrees = known.fromMs <= 0 && known.toMs >= 0;
  return { ms: agrees ? 0 : Math.round((known.fromMs + known.toMs) / 2), uncertaintyMs, samples: known.samples };
}
