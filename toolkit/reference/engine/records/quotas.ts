// Live quota accounting of one account (interface 4.4, 8): a count per operation, or one of all that trade, in a fixed window that starts
// with its first request.
import { isMutating } from '../../../profile/dialect/dialect.js';
import type { Operation, Quota } from '../../domain.js';
import type { LimitRules } from '../../rules/auth/limits.js';
import type { Settings } from '../settings.js';

interface Window {
  used: number;
  endsAtMs: number;
}

export class Quotas {
  readonly #settings: Settings['quotas'];
  readonly #areTogether: boolean;
  readonly #windows = new Map<Operation, Window>();
  /** Operations whose quota control used up, where no window gives it back. */
  readonly #exhausted = new Set<Operation>();

  constructor({ quotas, oneQuotaForTrading }: Pick<Settings, 'quotas' | 'oneQuotaForTrading'>) {
    this.#settings = quotas;
    this.#areTogether = oneQuotaForTrading;
  }

  /** Counts a request, or tells that the quota is used up. */
  admits(operation: Operation, nowMs: number, rules: LimitRules): boolean {
    const window = this.#window(operation, nowMs);
    if (rules.exceeds(window.used, this.#setting(operation).limit, operation)) return false;
    window.used += rules.counts(operation) ? 1 : 0;
    return true;
  }

  exhaust(operation: Operation, nowMs: number, lastsMs: number | undefined): void {
    const counted = this.#counted(operation);
    if (lastsMs === undefined) this.#exhausted.add(counted);
    else this.#windows.set(counted, { used: this.#setting(operation).limit, endsAtMs: nowMs + lastsMs });
  }

  restore(): void {
    this.#exhausted.clear();
    this.#windows.clear();
  }

  shown(operation: Operation, nowMs: number, rules: LimitRules): Quota {
    const { limit, windowMs } = this.#setting(operation);
    const { used, endsAtMs } = this.#window(operation, nowMs);
    const remaining = rules.remainingShown(used, limit, operation);
    return { operation, limit, windowMs, remaining, resetsAtMs: endsAtMs };
  }

  #window(operation: Operation, nowMs: number): Window {
    const counted = this.#counted(operation);
    const { limit, windowMs } = this.#setting(counted);
    let window = this.#windows.get(counted);
    if (window === undefined || nowMs >= window.endsAtMs) {
      window = { used: 0, endsAtMs: nowMs + windowMs };
      this.#windows.set(counted, window);
    }
    if (this.#exhausted.has(counted)) window.used = Math.max(window.used, limit);
    return window;
  }

  /** Under which operation it is counted. */
  #counted(operation: Operation): Operation {
    return this.#areTogether && isMutating(operation) ? 'placeOrder' : operation;
  }

  #setting(operation: Operation): Settings['quotas']['default'] {
    return this.#settings[this.#counted(operation)] ?? this.#settings.default;
  }
}
