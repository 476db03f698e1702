// What unsubscribing wrongly ends, as the change that several faults make (interface 4.5, rule 4; 6, table).
import type { DomainEvent, EventKind } from '../../domain.js';
import { amended, exceptWhere } from '../algebra/edits.js';
import type { Change } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

/** Once `kind` was unsubscribed on a connection, messages of these kinds no longer reach it, subscribed again or not. */
export function unsubscribingEnds(kind: EventKind, ended: readonly DomainEvent['kind'][]): Change {
  return sharing(
    () => new Set<string>(),
    (muted) => ({
      endsDelivery: amended((ends, event, { id }) => {
        if (event === kind) muted.add(id);
        return ends;
      }),
      deliversTo: exceptWhere((event, _subscriptions, { id }) => muted.has(id) && ended.includes(event.kind)),
    }),
  );
}
