// Whether a snapshot is the first on a connection that took the place of another: of several that are open at once none does.
import type { Seen, SeenEvent } from '../stage/seen.js';

export function isReturn(seen: Seen, { seq, frame, message }: SeenEvent): boolean {
  const earlier = seen.events().filter((one) => one.seq < seq && one.message.kind === message.kind);
  if (earlier.length === 0 || earlier.some((one) => one.frame.connection === frame.connection)) return false;
  return seen
    .opened()
    .every((one) => one.connection === frame.connection || one.seq > seq || (one.closed?.seq ?? seq + 1) < seq);
}
