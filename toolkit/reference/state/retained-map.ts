// Items by a name of their own, forgotten by age and beyond a number: operations, idempotency records, signatures that were seen.
import { RetainedLog } from './retained-log.js';

export class RetainedMap<Item> {
  readonly #nameOf: (item: Item) => string;
  readonly #byName = new Map<string, Item>();
  readonly #log: RetainedLog<Item>;

  constructor(max: number, nameOf: (item: Item) => string) {
    this.#nameOf = nameOf;
    this.#log = new RetainedLog(max, (item) => {
      if (this.#byName.get(nameOf(item)) === item) this.#byName.delete(nameOf(item));
    });
  }

  find(name: string): Item | undefined {
    return this.#byName.get(name);
  }

  /** The last so many, the latest first. */
  latest(count: number): readonly Item[] {
    return [...this.#byName.values()].slice(-count).reverse();
  }

  /** Takes the place of an earlier one of that name. Times must not decrease. */
  add(item: Item, atMs: number): void {
    this.#byName.set(this.#nameOf(item), item);
    this.#log.append(item, atMs);
  }

  /** Whether there was one. */
  forget(name: string): boolean {
    return this.#byName.delete(name);
  }

  forgetBefore(atMs: number): void {
    this.#log.forget((madeAtMs) => madeAtMs < atMs);
  }
}
