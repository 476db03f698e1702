// An append-only log in order of time that forgets its oldest entries: by age when asked, by number always.
// Entries keep their serial for ever, so that a cursor stays right while the front falls away.

export interface Entry<Item> {
  readonly serial: number;
  readonly atMs: number;
  readonly item: Item;
}

export class RetainedLog<Item> {
  readonly #max: number;
  readonly #forgotten: ((item: Item) => void) | undefined;
  #entries: Entry<Item>[] = [];
  #head = 0;
  #next = 0;

  /** `forgotten` is told of every entry that falls away. */
  constructor(max: number, forgotten?: (item: Item) => void) {
    this.#max = max;
    this.#forgotten = forgotten;
  }

  get size(): number {
    return this.#entries.length - this.#head;
  }

  /** Times must not decrease. */
  append(item: Item, atMs: number): void {
    this.#entries.push({ serial: this.#next, atMs, item });
    this.#next += 1;
    if (this.size > this.#max) {
      this.#dropFirst();
    }
  }

  /** Forgets from the front while `expired` says so. */
  forget(expired: (atMs: number) => boolean): void {
    for (
      let first = this.#entries[this.#head];
      first !== undefined && expired(first.atMs);
      first = this.#entries[this.#head]
    ) {
      this.#dropFirst();
    }
  }

  /** Entries from that serial on, or from the oldest that is left. */
  *from(serial: number): Generator<Entry<Item>> {
    for (let i = this.#indexOf(serial); i < this.#entries.length; i++) {
      const entry = this.#entries[i];
      if (entry !== undefined) {
        yield entry;
      }
    }
  }

  /** The serial of the first entry at `atMs` or later. */
  firstAt(atMs: number): number {
    let low = this.#head;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle]?.atMs ?? 0) < atMs) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return this.#entries[low]?.serial ?? this.#next;
  }

  #indexOf(serial: number): number {
    const first = this.#entries[this.#head]?.serial ?? this.#next;
    return this.#head + Math.max(0, serial - first);
  }

  /** Amortised: the array is cut once half of it is dead. */
  #dropFirst(): void {
    const first = this.#entries[this.#head];
    if (first !== undefined) {
      this.#forgotten?.(first.item);
    }
    this.#head += 1;
    if (this.#head > 32 && this.#head * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
  }
}
