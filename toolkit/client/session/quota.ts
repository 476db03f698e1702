// Keeps calls within the quota that the limits endpoint tells (interface 7.1, rule 2; 8): a place is taken when a call leaves and given
// back a window after its answer, so that no window of the service can hold more, wherever it begins.
import type { Conduct } from '../conduct/conduct.js';
import type { Service } from './service.js';
import { textOf } from './values.js';

const MARGIN_MS = 30;

export class Quota {
  readonly #conduct: Conduct;
  readonly #service: Service;
  #read: Promise<void> | undefined;
  #limit = Number.POSITIVE_INFINITY;
  #windowMs = 0;
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(conduct: Conduct, service: Service) {
    this.#conduct = conduct;
    this.#service = service;
  }

  /** Resolves when the next call may leave, to what must be called when its answer is there. */
  async take(): Promise<() => void> {
    if (!this.#conduct.keepsQuota) return () => undefined;
    if (this.#conduct.asksQuotaEachTime || this.#read === undefined) this.#read = this.#ask();
    await this.#read;
    while (this.#taken >= this.#limit && !this.#service.isClosed) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#taken += 1;
    return () => void this.#service.pause(this.#windowMs + MARGIN_MS).then(() => this.#giveBack());
  }

  #giveBack(): void {
    this.#taken -= 1;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async #ask(): Promise<void> {
    if (!this.#service.dialect.has('limits')) return;
    const outcome = await this.#service.read('limits');
    const quota = 'body' in outcome ? this.#service.dialect.readQuota(outcome.body) : undefined;
    const limit = Number(textOf(quota?.limit));
    const windowMs = Number(textOf(quota?.windowMs));
    if (Number.isFinite(limit) && limit > 0 && Number.isFinite(windowMs)) {
      this.#limit = limit;
      this.#windowMs = windowMs;
    }
  }
}
