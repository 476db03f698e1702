// What waits for slow readers on all streams together, bounded, so that many small buffers do not add up to the whole memory.
// Sockets drain without telling, so sums are kept from above and counted anew only where they would refuse.

interface Waiting {
  readonly waitingBytes: number;
}

export class SendBuffers {
  readonly #limitBytes: number;
  readonly #known = new Map<Waiting, number>();
  #sum = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Whether this one may hold so many bytes more. */
  hasRoom(one: Waiting, bytes: number): boolean {
    this.#take(one, one.waitingBytes + bytes);
    if (this.#sum <= this.#limitBytes) return true;
    for (const [other, known] of this.#known) {
      if (other !== one && known > other.waitingBytes) this.#take(other, other.waitingBytes);
    }
    return this.#sum <= this.#limitBytes;
  }

  forget(one: Waiting): void {
    this.#sum -= this.#known.get(one) ?? 0;
    this.#known.delete(one);
  }

  #take(one: Waiting, bytes: number): void {
    this.#sum += bytes - (this.#known.get(one) ?? 0);
    this.#known.set(one, bytes);
  }
}
