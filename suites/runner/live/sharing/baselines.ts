// What the accounts of the pool held before the run touched them, so that only what the run opened is closed, and reported when it
// stays.
import { subtract, toText } from '../../../../toolkit/decimal/index.js';
import type { PositionView, TradingStateView } from '../../../../toolkit/profile/dialect/views.js';
import { figureOf } from '../../figures.js';

export interface Baseline {
  readonly orders: ReadonlySet<string>;
  readonly positions: ReadonlyMap<string, PositionView>;
}

export interface LeftPosition {
  readonly id: string;
  /** What the run added to a position that was there before, on a target that nets; the whole position when absent. */
  readonly volume?: string;
}

/** What the run opened and did not close. */
export interface LeftOver {
  readonly orders: readonly string[];
  readonly positions: readonly LeftPosition[];
}

export class Baselines {
  readonly #known = new Map<string, Promise<Baseline>>();

  /** Read once per account and run; `read` is asked before the first order goes there. */
  of(accountId: string, read: () => Promise<TradingStateView>): Promise<Baseline> {
    const known = this.#known.get(accountId);
    if (known !== undefined) return known;
    const fresh = read().then((state) => ({
      orders: new Set(idsOf(state.orders)),
      positions: new Map(withId(state.positions)),
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
    positions: withId(state.positions).flatMap(([id, position]) => {
      const before = baseline.positions.get(id);
      if (before === undefined || before.side !== position.side) return [{ id }];
      const volume = added(before, position);
      return volume === undefined ? [] : [{ id, volume }];
    }),
  };
}

/** Undefined when the position did not grow, or shows no volume as a decimal. */
function added(before: PositionView, now: PositionView): string | undefined {
  const [old, present] = [before.volume, now.volume].map(figureOf);
  if (old === undefined || present === undefined) return undefined;
  const more = subtract(present, old);
  return more.coefficient > 0n ? toText(more) : undefined;
}

function withId(positions: readonly PositionView[] | undefined): readonly (readonly [string, PositionView])[] {
  return (positions ?? []).flatMap((position) => (position.id === undefined ? [] : [[position.id, position] as const]));
}

export function isEmpty({ orders, positions }: LeftOver): boolean {
  return orders.length === 0 && positions.length === 0;
}

function idsOf(entities: readonly { readonly id?: string }[] | undefined): readonly string[] {
  return (entities ?? []).flatMap((entity) => entity.id ?? []);
}
