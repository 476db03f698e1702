// What unsubscribing wrongly ends, as the change that several faults make (interface 4.5, rule 4; 6, table).
import type { DomainEvent, EventKind } from '../../domain.js';
import type { Change } from '../algebra/change.js';

/** Once `kind` was unsubscribed on a connection, messages of these kinds no longer reach it, subscribed again or not. */
export function unsubscribingEnds(kind: EventKind, ended: readonly DomainEvent['kind'][]): Change {
  return (rules) => {
    const muted = new Set<string>();
    return {
      ...rules,
      endsDelivery: (event, context) => {
        if (event === kind) muted.add(context.id);
        return rules.endsDelivery(event, context);
      },
      deliversTo: (event, subscriptions, context) =>
        !(muted.has(context.id) && ended.includes(event.kind)) && rules.deliversTo(event, subscriptions, context),
    };
  };
}
