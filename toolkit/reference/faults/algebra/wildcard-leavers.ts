// Edits of rules that know which connections have unsubscribed from all instruments.
import type { Change, Edits } from './change.js';
import { amended } from './edits.js';
import { sharing } from './memory.js';

/** `edits` are told of each service by itself whether a connection has done so, by the id of the connection. */
export function afterLeavingAll(edits: (hasLeft: (connectionId: string) => boolean) => Edits): Change {
  return sharing(
    () => ({ leaving: '', leavers: new Set<string>() }),
    (memory) => ({
      endsDelivery: amended((ends, _event, { id }) => {
        memory.leaving = id;
        return ends;
      }),
      isWildcard: amended((is, _list, _kind, action) => {
        if (is && action === 'unsubscribe') memory.leavers.add(memory.leaving);
        return is;
      }),
      ...edits((connectionId) => memory.leavers.has(connectionId)),
    }),
  );
}
