// Bytes that come in pieces, put together as they come: a body in chunks of one byte each would otherwise be as many buffers, each a
// hundred times as large as what is in it.

const FIRST_BYTES = 16_384;

export class Gathered {
  #held = new Uint8Array(0);
  #size = 0;

  add(piece: Uint8Array): void {
    const size = this.#size + piece.length;
    if (size > this.#held.length) {
      const larger = new Uint8Array(Math.max(size, 2 * this.#held.length, FIRST_BYTES));
      larger.set(this.#held.subarray(0, this.#size));
      this.#held = larger;
    }
    this.#held.set(piece, this.#size);
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  /** All of it, copied, so that nobody keeps the room for more. */
  bytes(): Uint8Array {
    return Buffer.from(this.#held.subarray(0, this.#size));
  }
}
