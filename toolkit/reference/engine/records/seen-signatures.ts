// Signatures that were accepted before, for as long as their timestamp could be accepted again. Whether a byte-identical signed
// request is taken twice is left open by the interface; a service that guards against it remembers signatures.
import { RetainedLog } from '../../state/retained-log.js';

export class SeenSignatures {
  readonly #seen = new Set<string>();
  readonly #log: RetainedLog<string>;

  constructor(max: number) {
    this.#log = new RetainedLog(max, (signature) => this.#seen.delete(signature));
  }

  /** Whether a signature of that mark came within the last `keepMs`; remembers it. */
  seenBefore(mark: string, nowMs: number, keepMs: number): boolean {
    this.#log.forget((atMs) => nowMs - atMs > keepMs);
    if (this.#seen.has(mark)) {
      return true;
    }
    this.#seen.add(mark);
    this.#log.append(mark, nowMs);
    return false;
  }
}
