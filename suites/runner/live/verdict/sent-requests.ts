// The requests of one check that its failure may have to explain: those of auth checks, and any that was refused as unauthorised.
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import type { SentRequest } from './explain-signature.js';

/** A property sends hundreds; the oldest are forgotten. */
const MOST = 256;
const UNAUTHORISED = 401;

export class SentRequests {
  readonly #byRecord = new Map<number, SentRequest>();
  readonly #keepsAll: boolean;

  constructor(checkId: string) {
    this.#keepsAll = checkId.startsWith('auth.');
  }

  add(exchange: HttpExchange, atMs: number): void {
    if (!this.#keepsAll && exchange.answer?.status !== UNAUTHORISED) return;
    this.#byRecord.set(exchange.record, { exchange, atMs });
    const [oldest] = this.#byRecord.keys();
    if (this.#byRecord.size > MOST && oldest !== undefined) this.#byRecord.delete(oldest);
  }

  /** The first of the evidence that is the outcome of a request. */
  among(evidence: readonly number[]): SentRequest | undefined {
    const record = evidence.find((index) => this.#byRecord.has(index));
    return record === undefined ? undefined : this.#byRecord.get(record);
  }
}
