// One key for two orders (interface 8): the service takes the second for the first, or refuses it, and what the client tells of it then
// is true of neither. Checks of that statement find it; for any other that rests on what became of an order, it leaves nothing to judge.
import type { Observed } from '../../../toolkit/tap/index.js';
import { isAccepted, keyOf, Seen, type SeenRequest } from '../stage/seen.js';
import { asks } from '../watching/habit-of-sending.js';

/** Where a client is judged by the fate of its orders. */
const RESTING_ON_FATES = ['domain', 'transactions', 'reconnect', 'delivery', 'errors', 'operations', 'positions'];

export function restsOnFates(requirement: string): boolean {
  return RESTING_ON_FATES.includes(requirement.split('.')[0] ?? '');
}

/** The key that two orders had: another order under it, or the same again after a whole answer to the first. */
export function keyOfTwo(observed: Observed): string | undefined {
  const first = new Map<string, SeenRequest>();
  for (const request of new Seen(observed).mutations()) {
    const key = keyOf(request);
    const { read, seq } = request;
    const place = JSON.stringify([read.accountId ?? null, read.request, key]);
    const earlier = first.get(place);
    if (earlier === undefined) first.set(place, request);
    else if (asks(earlier) !== asks(request) || wasAccepted(earlier, seq)) return key;
  }
  return undefined;
}

function wasAccepted(request: SeenRequest, before: number): boolean {
  return isAccepted(request) && (request.answer?.seq ?? before) < before;
}
