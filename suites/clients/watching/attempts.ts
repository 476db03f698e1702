// The attempts of one order as a service sees them (interface 8): a client that repeats itself under one key may still lose patience
// at the third loss, and take another. The first attempt under another key counts, unless somebody was answered before: what comes
// after a whole answer is somebody's decision.
import { keyOf, type SeenRequest } from '../stage/seen.js';
import { asks } from './habit-of-sending.js';

/** The last attempt under the key of the first, and what came next; undefined where nothing did. */
export function attemptsAmong(
  first: SeenRequest,
  later: readonly SeenRequest[],
): readonly [last: SeenRequest, next: SeenRequest | undefined] {
  const [second, ...others] = later;
  let [last, next] = [first, second];
  for (const further of others) {
    if (next === undefined || !isRepeat(last, next) || next.answer?.delivered === 'whole') break;
    if (asks(further) !== asks(next)) break;
    [last, next] = [next, further];
  }
  return [last, next];
}

function isRepeat(one: SeenRequest, other: SeenRequest): boolean {
  return keyOf(one) === keyOf(other) && asks(one) === asks(other);
}
