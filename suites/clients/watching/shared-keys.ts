// One key for orders that are plainly not the same (interface 7.1, rule 1; 8): a limit order and an sltp order, or closes of two
// positions. Which of them are of one kind of operation is left open, so that a service may take the second for a repeat of the first, or
// for an order of its own; whoever makes such keys time and again relies on the latter. Therefore this is a warning.
import { grouped } from '../../../toolkit/base/grouped.js';
import { textAt } from '../../../toolkit/checkers/ledger/views.js';
import { keyOf, type Seen, type SeenRequest } from '../stage/seen.js';
import type { Judged, WatchedCheck } from './scene.js';
import { meantBy } from './told-entities.js';
import { timelessWarning, undecided, verdictOf } from './verdicts.js';

export const SHARED_KEYS: WatchedCheck = {
  id: 'idempotency.client-key-per-intent/watched-shared-keys',
  title: 'names by one key no two orders of a call that differ in their type or in what they act on',
};

/** Fewer may have come about by a mistake. */
const KEYS = 3;

export function sharedKeys(seen: Seen): Judged {
  const { id } = SHARED_KEYS;
  const mutations = seen.mutations();
  if (mutations.length === 0) return undecided(id, 'the client placed no order');
  const shared = [...grouped(mutations, keyOf).values()].flatMap((same) => pairsAmong(same).slice(0, 1));
  const [pair] = shared;
  if (pair === undefined || shared.length < KEYS) return verdictOf(id, 'pass', mutations.slice(0, 1));
  const actual = `the key ${keyOf(pair[0])} and ${shared.length - 1} more for two orders each`;
  return timelessWarning(id, 'a key of its own for each order', actual, pair);
}

/** Calls of one name that mean something else than the first of that name. */
function pairsAmong(same: readonly SeenRequest[]): readonly (readonly [SeenRequest, SeenRequest])[] {
  return [...grouped(same, ({ read }) => read.request).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const other = others.find((one) => meaningOf(one) !== meaningOf(first));
    return other === undefined ? [] : [[first, other] as const];
  });
}

function meaningOf(request: SeenRequest): string {
  return `${textAt(request.read.params, 'type') ?? ''} ${meantBy(request) ?? ''}`;
}
