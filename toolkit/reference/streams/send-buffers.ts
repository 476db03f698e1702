// What waits for slow readers on all streams together, bounded, so that many small buffers do not add up to the whole memory. Where
// there is no room left the slowest reader goes, so that slow readers do not end the streams of others.
// Sockets drain without telling, so sums are kept from above and counted anew only where they would refuse.

interface Waiting {
  readonly waitingBytes: number;
  /** Ends this one, since its buffer is too much. */
  overflow(): void;
}

export class SendBuffers {
  readonly #limitBytes: number;
  readonly #known = new Map<Waiting, number>();
  #sum = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Whether this one may hold so many bytes more; others that hold more than it may have been ended for it. */
  hasRoom(one: Waiting, bytes: number): boolean {
    const wanted = one.waitingBytes + bytes;
    this.#take(one, wanted);
    if (this.#sum <= this.#limitBytes) return true;
    for (const [other, known] of this.#known) {
      if (other !== one && known > other.waitingBytes) this.#take(other, other.waitingBytes);
    }
    while (this.#sum > this.#limitBytes) {
      const largest = this.#largest();
      if (largest === undefined || largest.bytes <= wanted) return false;
      this.forget(largest.waiting);
      largest.waiting.overflow();
    }
    return true;
  }

  forget(one: Waiting): void {
    this.#sum -= this.#known.get(one) ?? 0;
    this.#known.delete(one);
  }

  #largest(): { readonly waiting: Waiting; readonly bytes: number } | undefined {
    let largest: { readonly waiting: Waiting; readonly bytes: number } | undefined;
    for (const [waiting, bytes] of this.#known) {
      if (bytes > (largest?.bytes ?? 0)) largest = { waiting, bytes };
    }
    return largest;
  }

  #take(one: Waiting, bytes: number): void {
    this.#sum += bytes - (this.#known.get(one) ?? 0);
    this.#known.set(one, bytes);
  }
}
