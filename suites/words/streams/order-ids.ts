// Which orders messages tell of: those of the snapshot, and those of the events after it (interface 6, table).
import type { OrderView } from '../../../toolkit/profile/dialect/views.js';

/** Identifiers of the orders in messages; undefined among them where an order shows none. */
export function orderIdsIn(
  messages: readonly { readonly view: { readonly orders?: readonly OrderView[] } }[],
): ReadonlySet<string | undefined> {
  return new Set(messages.flatMap(({ view }) => view.orders ?? []).map(({ id }) => id));
}
