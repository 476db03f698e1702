// What of that which a check opened is still open as far as events tell (interface 3: transitions are open): a target may end any of it by
// itself, so that lists of what is open are compared without it.
import type { CheckContext } from '../../runner/context.js';
import { ENDED_BY_TARGET, endedIds } from '../../runner/live/market/ended-by-target.js';

/** Identifiers of orders and positions of the check that the target has ended by itself, with the records that tell so. */
export function endedByItself(t: CheckContext): ReadonlyMap<string, number> {
  return endedIds(t.records(), t.dialect);
}

/** Those of them that it has not ended; undecided where none is left. */
export function stillOpen(t: CheckContext, ids: Iterable<string>): readonly string[] {
  const ended = endedByItself(t);
  const left = [...ids].filter((id) => !ended.has(id));
  return left.length > 0 ? left : t.inconclusive(ENDED_BY_TARGET, [...ended.values()]);
}
