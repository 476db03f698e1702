// What unsubscribing wrongly ends, as the change that several faults make (interface 4.5, rule 4; 6, table).
import type { DomainEvent, EventKind } from '../../domain.js';
import { exceptWhere } from '../algebra/edits.js';
import type { Change } from '../algebra/index.js';
import { onceGivenUp } from '../algebra/once-given-up.js';

/** Once `kind` was unsubscribed on a connection, messages of these kinds no longer reach it, subscribed again or not. */
export function unsubscribingEnds(kind: EventKind, ended: readonly DomainEvent['kind'][]): Change {
  return onceGivenUp(kind, (hasLeft) => ({
    deliversTo: exceptWhere((event, _subscriptions, { id }) => hasLeft(id) && ended.includes(event.kind)),
  }));
}
