// Which calls meet the next trouble: a client may treat its closes otherwise than its orders, so that each kind of its calls has its turn
// with each sort of trouble. Then any one will do, as often as the client sends it.
import type { Trigger } from '../situations/situation.js';
import type { Seen, SeenRequest } from '../stage/seen.js';

/** Fewer of a kind do not tell that more will come. */
const ENOUGH = 2;

export class Turns {
  /** By sort of trouble, the kinds that met it. */
  readonly #met = new Map<string, Set<Trigger>>();

  /** The kinds that have not met it yet; undefined where it is any one's turn. */
  next(sort: string, seen: Seen): ReadonlySet<Trigger> | undefined {
    const kinds = [...counted(seen.mutations())].flatMap(([kind, count]) => (count < ENOUGH ? [] : [kind]));
    const left = kinds.filter((kind) => this.#met.get(sort)?.has(kind) !== true);
    return left.length === 0 || left.length === kinds.length ? undefined : new Set(left);
  }

  met(sort: string, { read: { request } }: SeenRequest): void {
    this.#met.set(sort, (this.#met.get(sort) ?? new Set<Trigger>()).add(request));
  }
}

function counted(mutations: readonly SeenRequest[]): ReadonlyMap<Trigger, number> {
  const counts = new Map<Trigger, number>();
  for (const { read } of mutations) counts.set(read.request, (counts.get(read.request) ?? 0) + 1);
  return counts;
}
