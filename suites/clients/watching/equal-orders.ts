// Equal orders under one key (interface 8): whoever makes its keys of what an order says sends every later one like it under the key of the
// first, and the service makes nothing of it. One such key may be a repeat too many; several, of orders that met nothing, are no accident.
// What looks like a repeat of what was refused for its rate is then as likely another order.
import type { PlayedCheck } from '../playing/play.js';
import { keyOf } from '../stage/seen.js';
import { oneKeyForEqual } from './keys-again.js';
import type { Judged, WatchedCheck, WatchedId } from './scene.js';
import { timelessWarning, undecided, verdictOf } from './verdicts.js';
import type { Watched } from './watched.js';

export const EQUAL_ORDERS: WatchedCheck = {
  id: 'idempotency.client-key-per-intent/watched-equal-orders',
  title: 'gives equal orders keys of their own',
};

export function equalOrders(watched: Watched): Judged {
  const { id } = EQUAL_ORDERS;
  const [first, ...others] = oneKeyForEqual(watched);
  if (first === undefined) {
    const mutations = watched.seen.mutations();
    return mutations.length > 0
      ? verdictOf(id, 'pass', mutations.slice(0, 1))
      : undecided(id, 'the client placed no order');
  }
  const actual = `the key ${keyOf(first[0])} and ${others.length} more for equal orders, of which the later ones are not carried out`;
  return timelessWarning(id, 'a key of its own for each order', actual, first);
}

/** What was found of repeats, where an equal order is none; one that comes at once, with nothing else between, is a repeat all the same. */
export function excusingEqual(found: Judged, watched: Watched): PlayedCheck | Judged {
  if (oneKeyForEqual(watched).length === 0 || !hasOthersBetween(found, watched)) return found;
  const id = found.check as WatchedId; // every check of a watch has such an id
  return undecided(id, 'the client gives equal orders one key, so that nobody knows which of them this is');
}

function hasOthersBetween({ evidence }: Judged, { seen }: Watched): boolean {
  const [from, to] = [Math.min(...evidence), Math.max(...evidence)];
  const between = seen.mutations().filter(({ record }) => record !== undefined && record > from && record < to);
  const ends = seen.mutations().filter(({ record }) => record === from || record === to);
  const keys = new Set(ends.map(keyOf));
  return between.some((one) => !keys.has(keyOf(one)));
}
