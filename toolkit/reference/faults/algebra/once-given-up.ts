// What a connection meets that has unsubscribed from a kind of events (interface 4.5, rule 4), as the change that several faults make.
import type { EventKind } from '../../domain.js';
import { amended } from './edits.js';
import type { Change, Edits } from './index.js';
import { sharing } from './memory.js';

/** `edits` learns which connections have given the kind up, subscribed again or not. */
export function onceGivenUp(kind: EventKind, edits: (hasLeft: (connection: string) => boolean) => Edits): Change {
  return sharing(
    () => new Set<string>(),
    (leavers) => ({
      endsDelivery: amended((ends, event, { id }) => {
        if (event === kind) leavers.add(id);
        return ends;
      }),
      ...edits((connection) => leavers.has(connection)),
    }),
  );
}
