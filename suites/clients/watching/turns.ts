// Which calls meet the next trouble: a client may treat its closes otherwise than its orders, so that each kind of its calls has its turn.
import type { Trigger } from '../situations/situation.js';
import type { Seen, SeenRequest } from '../stage/seen.js';

/** Fewer of a kind do not tell that more will come. */
const ENOUGH = 2;

export class Turns {
  readonly #met = new Map<Trigger, number>();

  /** The kinds that met less trouble than others; undefined where it is any one's turn. */
  next(seen: Seen): ReadonlySet<Trigger> | undefined {
    const kinds = [...counted(seen.mutations())].flatMap(([kind, count]) => (count < ENOUGH ? [] : [kind]));
    const least = Math.min(...kinds.map((kind) => this.#met.get(kind) ?? 0));
    const rare = kinds.filter((kind) => (this.#met.get(kind) ?? 0) === least);
    return rare.length === kinds.length ? undefined : new Set(rare);
  }

  met({ read: { request } }: SeenRequest): void {
    this.#met.set(request, (this.#met.get(request) ?? 0) + 1);
  }
}

function counted(mutations: readonly SeenRequest[]): ReadonlyMap<Trigger, number> {
  const counts = new Map<Trigger, number>();
  for (const { read } of mutations) counts.set(read.request, (counts.get(read.request) ?? 0) + 1);
  return counts;
}
