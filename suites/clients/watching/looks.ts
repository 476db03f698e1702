// What tells that which a stream would have told (interface 1, rules 1 and 2): reads, and the snapshot of a subscription, which is the
// baseline of whoever comes back (6.4, rule 4).
import type { Seen, SeenRequest, Sighting } from '../stage/seen.js';
import type { Watched } from './watched.js';

export const LOOKS = ['operationStatus', 'snapshot', 'orderHistory', 'dealHistory'] as const;

/** All in which a client may have looked what had become of the order. */
export function looksAt(order: SeenRequest, seen: Seen, { tellsOf }: Pick<Watched, 'tellsOf'>): readonly Sighting[] {
  return [
    ...seen.requests(...LOOKS).filter((read) => tellsOf(read, order)),
    ...seen.events().filter(({ message }) => message.kind === 'trading_state_snapshot'),
  ];
}
