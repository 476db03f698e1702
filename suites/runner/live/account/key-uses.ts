// When a check used its keys first. Records of keys are retained for an unknown time (interface 8), so that a repeat which comes seconds
// later, as on a slow machine, may rightly count as a new request, and nothing can be concluded from it.
import { KEYS_RETAINED_MS } from '../../../../toolkit/checkers/ledger/key-retention.js';
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';

export class KeyUses {
  readonly #first = new Map<string, number>();
  readonly #late: number[] = [];

  /** Called with each mutation when it is answered, in order. */
  add({ request, idempotencyKey, record }: HttpExchange, nowMs: number): void {
    const name = `${request.accountId} ${idempotencyKey}`;
    const first = this.#first.get(name);
    if (first === undefined) this.#first.set(name, nowMs);
    else if (nowMs - first > KEYS_RETAINED_MS) this.#late.push(record);
  }

  /** Records of the answers to repeats that may have come after the record of their key. */
  get late(): readonly number[] {
    return this.#late;
  }
}
