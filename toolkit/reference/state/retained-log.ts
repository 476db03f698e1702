// An append-only log in order of time that forgets its oldest entries: by age when asked, by number always.
// Entries keep their serial for ever, so that a cursor stays right while the front falls away. Items and times are kept in arrays
// of their own rather than as entries, since a million small objects would slow the collector down.

export interface Entry<Item> {
  readonly serial: number;
  readonly atMs: number;
  readonly item: Item;
}

export class RetainedLog<Item> {
  readonly #max: number;
  readonly #forgotten: ((item: Item) => void) | undefined;
  #items: Item[] = [];
  #times: number[] = [];
  /** Index of the oldest entry; what precedes it is dead. */
  #head = 0;
  /** Serial of the entry at index 0. */
  #base = 0;

  /** `forgotten` is told of every entry that falls away. */
  constructor(max: number, forgotten?: (item: Item) => void) {
    this.#max = max;
    this.#forgotten = forgotten;
  }

  get size(): number {
    return this.#items.length - this.#head;
  }

  /** Times must not decrease. */
  append(item: Item, atMs: number): void {
    this.#items.push(item);
    this.#times.push(atMs);
    if (this.size > this.#max) this.#dropFirst();
  }

  /** Forgets from the front while `expired` says so. */
  forget(expired: (atMs: number) => boolean): void {
    for (let atMs = this.#times[this.#head]; atMs !== undefined && expired(atMs); atMs = this.#times[this.#head]) {
      this.#dropFirst();
    }
  }

  /** Entries from that serial on, or from the oldest that is left. */
  *from(serial: number): Generator<Entry<Item>> {
    for (let index = Math.max(this.#head, serial - this.#base); index < this.#items.length; index += 1) {
      const item = this.#items[index];
      if (item !== undefined) yield { serial: this.#base + index, atMs: this.#times[index] ?? 0, item };
    }
  }

  /** Entries from that serial down, or from the newest, to the oldest that is left. */
  *downFrom(serial: number): Generator<Entry<Item>> {
    for (let index = Math.min(this.#items.length - 1, serial - this.#base); index >= this.#head; index -= 1) {
      const item = this.#items[index];
      if (item !== undefined) yield { serial: this.#base + index, atMs: this.#times[index] ?? 0, item };
    }
  }

  /** The serial of the first entry at `atMs` or later. */
  firstAt(atMs: number): number {
    let low = this.#head;
    let high = this.#times.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#times[middle] ?? 0) < atMs) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return this.#base + low;
  }

  /** Amortised: the arrays are cut once half of them is dead. */
  #dropFirst(): void {
    const first = this.#items[this.#head];
    if (first !== undefined) this.#forgotten?.(first);
    this.#head += 1;
    if (this.#head > 32 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#times = this.#times.slice(this.#head);
      this.#base += this.#head;
      this.#head = 0;
    }
  }
}
