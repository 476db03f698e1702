// What the accounts of the pool held before the run touched them, so that only what the run opened is closed, and reported when it
// stays.
import type { TradingStateView } from '../../../toolkit/profile/views.js';

export interface Baseline {
  readonly orders: ReadonlySet<string>;
  readonly positions: ReadonlySet<string>;
}

/** What the run opened and did not close. */
export interface LeftOver {
  readonly orders: readonly string[];
  readonly positions: readonly string[];
}

export class Baselines {
  readonly #known = new Map<string, Promise<Baseline>>();

  /** Read once per account and run; `read` is asked before the first order goes there. */
  of(accountId: string, read: () => Promise<TradingStateView>): Promise<Baseline> {
    const known = this.#known.get(accountId);
    if (known !== undefined) return known;
    const fresh = read().then((state) => ({
      orders: new Set(idsOf(state.orders)),
      positions: new Set(idsOf(state.positions)),
    }));
    this.#known.set(accountId, fresh);
    // A failed read is tried again by the next lease.
    fresh.catch(() => this.#known.delete(accountId));
    return fresh;
  }

  /** Accounts of the pool that the run has traded on. */
  get accounts(): readonly string[] {
    return [...this.#known.keys()];
  }
}

export function leftOver(state: TradingStateView, baseline: Baseline): LeftOver {
  return {
    orders: idsOf(state.orders).filter((id) => !baseline.orders.has(id)),
    positions: idsOf(state.positions).filter((id) => !baseline.positions.has(id)),
  };
}

export function isEmpty({ orders, positions }: LeftOver): boolean {
  return orders.length === 0 && positions.length === 0;
}

function idsOf(entities: readonly { readonly id?: string }[] | undefined): readonly string[] {
  return (entities ?? []).flatMap((entity) => entity.id ?? []);
}
