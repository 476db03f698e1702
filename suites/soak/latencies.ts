// Latencies in constant memory: counts in buckets that grow by a tenth, so that a percentile is right to a tenth.
const GROWTH = 1.1;
const LEAST_MS = 0.05;

export class Latencies {
  readonly #buckets: number[] = [];
  #count = 0;

  add(ms: number): void {
    const bucket = ms <= LEAST_MS ? 0 : Math.ceil(Math.log(ms / LEAST_MS) / Math.log(GROWTH));
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    this.#count += 1;
  }

  get count(): number {
    return this.#count;
  }

  /** The upper bound of the bucket in which the share of all is reached, in milliseconds; 0 where nothing was added. */
  percentile(share: number): number {
    let left = this.#count * share;
    for (let bucket = 0; bucket < this.#buckets.length; bucket += 1) {
      left -= this.#buckets[bucket] ?? 0;
      if (left <= 0 && this.#count > 0) return Math.round(LEAST_MS * GROWTH ** bucket * 100) / 100;
    }
    return 0;
  }
}
