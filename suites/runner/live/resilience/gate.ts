// One gate of the pace: what is known about how fast one quota lets requests through. Shut while the target asked to wait, paced once a
// quota was met, slowly faster again while nothing is refused, and never beyond a quota that is known.
// Interface 8, other limits, rule 1: the values and scopes of quotas are not shown.
import type { JsonValue } from '../../../../toolkit/payload/json.js';

/** A quota as the limits endpoint shows it. */
export interface KnownQuota {
  readonly limit: number;
  readonly windowMs: number;
}

/** A slower one is a mistake of whoever shows or reads it. */
const SLOWEST_SHOWN_PER_MINUTE = 5;

/** The quota where it makes sense. */
export function knownQuota(
  shown: { readonly limit?: JsonValue; readonly windowMs?: JsonValue } = {},
): KnownQuota | undefined {
  const [limit, windowMs] = [countOf(shown.limit), countOf(shown.windowMs)];
  const isSound = Number.isFinite(limit) && Number.isFinite(windowMs) && limit >= 1 && windowMs >= 1;
  return isSound && (limit / windowMs) * 60_000 >= SLOWEST_SHOWN_PER_MINUTE ? { limit, windowMs } : undefined;
}

/** An object of a message has no prototype, so that `Number` of it throws. */
function countOf(value: JsonValue | undefined): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
}

const RECENT_MS = 1_000;
const SLOWER = 0.7;
/** So much faster after as many requests as pass in a second, one at least. */
const FASTER = 1.15;
const SLOWEST_PER_SECOND = 0.5;
/** Beyond this a gate need not hold anything back. */
const FREE_PER_SECOND = 2_000;
const FIRST_SHUT_MS = 100;
const LONGEST_SHUT_MS = 10_000;
/** A quota counts arrivals, of which the first of a window may be late and the last not. */
const LATE = 1.1;

export class Gate {
  readonly #most: number;
  /** Requests per second; infinite as long as nothing was refused. */
  #rate: number;
  #nextMs = 0;
  #shutUntilMs = 0;
  #refusals = 0;
  #quota: KnownQuota | undefined;
  #passedSince = 0;
  /** When the latest requests left, oldest first: those of the last second, or of the window of a known quota. */
  #left: number[] = [];

  constructor(mostPerSecond: number = Number.POSITIVE_INFINITY) {
    this.#most = mostPerSecond;
    this.#rate = mostPerSecond;
  }

  /** Whether requests are refused here again and again. */
  get isRefusing(): boolean {
    return this.#refusals > 0;
  }

  bind(quota: KnownQuota): void {
    this.#quota = quota;
  }

  /** Requests that left within the last second. */
  recent(nowMs: number): number {
    return this.#left.reduce((count, at) => count + (at > nowMs - RECENT_MS ? 1 : 0), 0);
  }

  /** When the next request may leave. */
  readyAt(nowMs: number): number {
    this.#forget(nowMs);
    const { limit, windowMs } = this.#quota ?? { limit: Number.POSITIVE_INFINITY, windowMs: 0 };
    const oldest = this.#left.length < limit ? undefined : this.#left[this.#left.length - limit];
    return Math.max(this.#nextMs, this.#shutUntilMs, oldest === undefined ? 0 : oldest + windowMs * LATE);
  }

  leave(nowMs: number): void {
    this.#left.push(nowMs);
    if (this.#rate < Number.POSITIVE_INFINITY) {
      this.#nextMs = Math.max(nowMs, this.#nextMs) + (1000 * LATE) / this.#rate;
    }
  }

  passed(): void {
    this.#refusals = 0;
    if (this.#rate >= this.#most) return;
    this.#passedSince += 1;
    if (this.#passedSince < this.#rate) return;
    this.#passedSince = 0;
    const faster = this.#rate * FASTER;
    this.#rate = faster > FREE_PER_SECOND ? this.#most : Math.min(this.#most, faster);
  }

  /** Shuts for as long as was asked for, or else longer each time; answers to what had left before change nothing more. */
  refused(nowMs: number, retryAfterMs: number | undefined): void {
    if (nowMs < this.#shutUntilMs) return;
    const shutMs = Math.min(LONGEST_SHUT_MS, FIRST_SHUT_MS * 2 ** this.#refusals);
    this.#shutUntilMs = nowMs + (retryAfterMs ?? shutMs);
    this.#refusals += 1;
  }

  slowDown(nowMs: number): void {
    this.#passedSince = 0;
    const observed = Math.max(1, this.recent(nowMs));
    const present = this.#rate < Number.POSITIVE_INFINITY ? Math.min(this.#rate, observed * 1.5) : observed;
    this.#rate = Math.max(SLOWEST_PER_SECOND, present * SLOWER);
  }

  #forget(nowMs: number): void {
    const since = nowMs - Math.max(RECENT_MS, (this.#quota?.windowMs ?? 0) * LATE);
    const kept = this.#left.findIndex((at) => at > since);
    if (kept !== 0) this.#left = kept < 0 ? [] : this.#left.slice(kept);
  }
}
