// Requests that were signed long before they came (interface 5.3, rule 8): by a clock that is behind, by a time that is kept, or by a
// client that had no processor, a machine that slept, a recording that stood still. Only what these last three cannot bring about is a
// fault: no such pause ends at the same age twice, comes four times to one moment, or is longer than the client has been known.

/** A request by the clock of the recording and by that of its client. */
interface Moment {
  readonly tMs: number;
  readonly signedMs: number;
}

/** A request that came too late, by the clock of the service so much. */
export interface Held<Told> extends Moment {
  readonly ageMs: number | undefined;
  readonly told: Told;
}

/** Two that lie so far apart and are equally old, but for a share of that time, are so by a clock. */
const APART_MS = 2_000;
const SHARE = 1 / 10;
const LEAST_DIFFERENCE_MS = 250;
/** So many requests, each so long after the one before it, may have been signed at one moment. */
const MOST_AT_ONCE = 3;
const AFTER_MS = 1_000;
/** So long a client may have been about before its first request. */
const BEFORE_FIRST_MS = 600_000;
/** However long the recording is. */
const REMEMBERED = 50;

export class HeldUp<Told> {
  readonly #isFromStart: boolean;
  readonly #proven: (told: Told) => void;
  readonly #open: Held<Told>[] = [];
  /** By the time of signing, how many requests came, and when the last that counted did. */
  readonly #times = new Map<number, { count: number; lastMs: number }>();
  #firstMs: number | undefined;
  #lastProven: Moment | undefined;
  #isForgotten = false;

  /** `isFromStart`: nothing of the client came before the recording. */
  constructor(isFromStart: boolean, proven: (told: Told) => void) {
    this.#isFromStart = isFromStart;
    this.#proven = proven;
  }

  /** Whether some came late, and nobody knows by whose fault. */
  get isAnyOpen(): boolean {
    return this.#isForgotten || this.#open.length > 0;
  }

  /** Every request that tells when it was signed, in their order, before it is judged. */
  see({ tMs, signedMs }: Moment): void {
    this.#firstMs ??= tMs;
    const { count = 0, lastMs = Number.NEGATIVE_INFINITY } = this.#times.get(signedMs) ?? {};
    const isLater = tMs - lastMs >= AFTER_MS;
    this.#times.delete(signedMs);
    this.#times.set(signedMs, isLater ? { count: count + 1, lastMs: tMs } : { count, lastMs });
    const [oldest] = this.#times.keys();
    if (this.#times.size > REMEMBERED && oldest !== undefined) this.#times.delete(oldest);
  }

  judge(held: Held<Told>): void {
    const twins = this.#open.filter((earlier) => isSteady(earlier, held));
    const isSteadyAgain = this.#lastProven !== undefined && isSteady(this.#lastProven, held);
    if (twins.length > 0 || isSteadyAgain || this.#isKept(held) || this.#isOlderThanAll(held)) {
      for (const twin of twins) {
        this.#open.splice(this.#open.indexOf(twin), 1);
        this.#proven(twin.told);
      }
      this.#proven(held.told);
      this.#lastProven = held;
      return;
    }
    // Of many that come together one will do: the others would push it out before time has gone by.
    if (this.#open.some((earlier) => isAsOld(earlier, held, LEAST_DIFFERENCE_MS))) return;
    this.#open.push(held);
    if (this.#open.length > REMEMBERED) this.#isForgotten = this.#open.shift() !== undefined;
  }

  #isKept({ signedMs }: Moment): boolean {
    return (this.#times.get(signedMs)?.count ?? 0) > MOST_AT_ONCE;
  }

  #isOlderThanAll({ ageMs, tMs }: Held<Told>): boolean {
    return this.#isFromStart && ageMs !== undefined && ageMs > tMs - (this.#firstMs ?? tMs) + BEFORE_FIRST_MS;
  }
}

function isSteady(one: Moment, other: Moment): boolean {
  const apartMs = Math.abs(other.tMs - one.tMs);
  return apartMs >= APART_MS && isAsOld(one, other, Math.max(LEAST_DIFFERENCE_MS, apartMs * SHARE));
}

function isAsOld(one: Moment, other: Moment, withinMs: number): boolean {
  return Math.abs(other.tMs - other.signedMs - (one.tMs - one.signedMs)) <= withinMs;
}
