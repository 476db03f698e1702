// Bytes that all connections hold together, for a bound on memory that many small holders cannot get around.

export class ByteBudget {
  readonly #limitBytes: number;
  #held = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Whether there is room for so many bytes more; they are held then. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#limitBytes) return false;
    this.#held += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#held -= bytes;
  }
}
