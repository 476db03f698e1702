// Bytes that all connections hold together, for a bound on memory that many small holders cannot get around. Who comes when there is no
// room left is let in at the cost of whoever holds the most, so that nobody keeps the others out by holding all there is.

export class ByteBudget<Holder extends object> {
  readonly #limitBytes: number;
  readonly #evict: (holder: Holder) => void;
  readonly #held = new Map<Holder, number>();
  #sum = 0;

  /** `evict` makes a holder let go of everything; what it held counts no more. */
  constructor(limitBytes: number, evict: (holder: Holder) => void) {
    this.#limitBytes = limitBytes;
    this.#evict = evict;
  }

  /** Whether this one may hold so many bytes more. It does then, and others that held more than it may have been evicted. */
  take(holder: Holder, bytes: number): boolean {
    const wanted = (this.#held.get(holder) ?? 0) + bytes;
    while (this.#sum + bytes > this.#limitBytes) {
      const largest = this.#largest();
      if (largest === undefined || largest.bytes <= wanted) return false;
      this.give(largest.holder, largest.bytes);
      this.#evict(largest.holder);
    }
    this.#held.set(holder, wanted);
    this.#sum += bytes;
    return true;
  }

  /** One that was evicted has nothing left to give. */
  give(holder: Holder, bytes: number): void {
    const held = this.#held.get(holder) ?? 0;
    const given = Math.min(held, bytes);
    this.#sum -= given;
    if (held === given) this.#held.delete(holder);
    else this.#held.set(holder, held - given);
  }

  #largest(): { readonly holder: Holder; readonly bytes: number } | undefined {
    let largest: { readonly holder: Holder; readonly bytes: number } | undefined;
    for (const [holder, bytes] of this.#held) {
      if (bytes > (largest?.bytes ?? 0)) largest = { holder, bytes };
    }
    return largest;
  }
}
