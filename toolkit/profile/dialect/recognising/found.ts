// What one template found in a message: values by placeholder, and how well the rest of the message fits.
import type { JsonValue } from '../../../payload/json.js';

export class Found {
  readonly #values = new Map<string, JsonValue>();
  readonly #hints = new Map<string, JsonValue>();
  /** Constants and members of the template that are there. */
  matched = 0;
  /** Constants and members of the template that are not there. */
  missed = 0;
  /** Constants in whose place something else stands. */
  clashes = 0;
  /** Members that the template does not know. */
  unread = 0;

  /** The first place counts: the path before the query before the body. */
  take(name: string, value: JsonValue | undefined): void {
    if (value !== undefined && !this.#values.has(name)) this.#values.set(name, value);
  }

  /** A value out of the middle of a text, which counts where no place of its own has one. */
  hint(name: string, value: JsonValue | undefined): void {
    if (value !== undefined && !this.#hints.has(name)) this.#hints.set(name, value);
  }

  get values(): ReadonlyMap<string, JsonValue> {
    return new Map([...this.#hints, ...this.#values]);
  }

  /** The larger, the better the fit. */
  get rank(): number {
    return this.matched + this.#values.size - this.missed - this.unread - MOST_TELLING * this.clashes;
  }
}

/** A wrong constant says more than any number of members. */
const MOST_TELLING = 1000;
