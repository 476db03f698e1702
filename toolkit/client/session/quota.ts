// Keeps calls within the quota that the limits endpoint tells (interface 7.1, rule 2; 8): a place is taken when a call leaves and given
// back a window after its answer, so that no window of the service can hold more, wherever it begins. Once one was refused for the rate the
// next leaves when the limits endpoint tells that something remains.
import type { Conduct } from '../conduct/conduct.js';
import type { Service } from './service.js';
import { textOf } from './values.js';

const MARGIN_MS = 30;
const ASKS_AGAIN_MS = 1_000;

export class Quota {
  readonly #conduct: Conduct;
  readonly #service: Service;
  #read: Promise<number | undefined> | undefined;
  #limit = Number.POSITIVE_INFINITY;
  #windowMs = 0;
  #taken = 0;
  #isSpent = false;
  #recovery: Promise<void> | undefined;
  readonly #waiting: (() => void)[] = [];

  constructor(conduct: Conduct, service: Service) {
    this.#conduct = conduct;
    this.#service = service;
  }

  /** Resolves when the next call may leave, to what must be called when its answer is there; a repeat waits for no quota to come back. */
  async take(isRepeat: boolean): Promise<() => void> {
    if (!this.#conduct.keepsQuota) return () => undefined;
    const asksEachTime = this.#conduct.asksQuotaEachTime;
    if (asksEachTime || this.#read === undefined) this.#read = this.#ask();
    const remaining = await this.#read;
    if (asksEachTime && remaining === 0) this.#isSpent = true;
    if (this.#isSpent && !isRepeat) {
      this.#recovery ??= this.#recover();
      await this.#recovery;
    }
    while (this.#taken >= this.#limit && !this.#service.isClosed) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#taken += 1;
    return () => void this.#service.pause(this.#windowMs + MARGIN_MS).then(() => this.#giveBack());
  }

  /** A call was refused for its rate. */
  refused(): void {
    this.#isSpent = true;
  }

  async #recover(): Promise<void> {
    while (!this.#service.isClosed && (await this.#ask()) === 0) await this.#service.pause(ASKS_AGAIN_MS);
    this.#isSpent = false;
    this.#recovery = undefined;
  }

  #giveBack(): void {
    this.#taken -= 1;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** What remains, where that is told. */
  async #ask(): Promise<number | undefined> {
    if (!this.#service.dialect.has('limits')) return undefined;
    const outcome = await this.#service.read('limits');
    const quota = 'body' in outcome ? this.#service.dialect.readQuota(outcome.body) : undefined;
    const limit = Number(textOf(quota?.limit));
    const windowMs = Number(textOf(quota?.windowMs));
    if (Number.isFinite(limit) && limit > 0 && Number.isFinite(windowMs)) {
      this.#limit = limit;
      this.#windowMs = windowMs;
    }
    const remaining = textOf(quota?.remaining);
    return remaining === undefined ? undefined : Number(remaining);
  }
}
