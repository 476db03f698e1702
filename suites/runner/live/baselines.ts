// What pool accounts held before the run touched them, so that the clean-up closes only what the run opened.
import type { TradingStateView } from '../../../toolkit/profile/views.js';

export interface Baseline {
  readonly orders: ReadonlySet<string>;
  readonly positions: ReadonlySet<string>;
}

export class Baselines {
  readonly #known = new Map<string, Promise<Baseline>>();

  /** Read once per account and run; `read` is asked before the first order goes there. */
  of(accountId: string, read: () => Promise<TradingStateView>): Promise<Baseline> {
    const known = this.#known.get(accountId);
    if (known !== undefined) return known;
    const fresh = read().then((state) => ({ orders: idsOf(state.orders), positions: idsOf(state.positions) }));
    this.#known.set(accountId, fresh);
    // A failed read is tried again by the next lease.
    fresh.catch(() => this.#known.delete(accountId));
    return fresh;
  }
}

function idsOf(entities: readonly { readonly id?: string }[] | undefined): ReadonlySet<string> {
  return new Set((entities ?? []).flatMap((entity) => entity.id ?? []));
}
