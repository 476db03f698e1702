// Signatures that were accepted before, for as long as their timestamp could be accepted again. Whether a byte-identical signed
// request is taken twice is left open by the interface; a service that guards against it remembers signatures.
import { RetainedLog } from '../state/retained-log.js';

export class SeenSignatures {
  readonly #seen = new Set<string>();
  readonly #log: RetainedLog<string>;

  constructor(max: number) {
    this.#log = new RetainedLog(max, (signature) => this.#seen.delete(signature));
  }

  /** Whether the signature came within the last `keepMs`; remembers it. */
  seenBefore(signature: Uint8Array, nowMs: number, keepMs: number): boolean {
    this.#log.forget((atMs) => nowMs - atMs > keepMs);
    const text = Buffer.from(signature).toString('base64url');
    if (this.#seen.has(text)) {
      return true;
    }
    this.#seen.add(text);
    this.#log.append(text, nowMs);
    return false;
  }
}
