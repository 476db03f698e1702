// Orders of the check that the target ended because their time was over, which it may (interface 3: transitions are open): a day order, one
// that is good for a time. Told by an event that shows the order as expired; what the check says of it from then on is about a past one.
import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import { memberOf } from '../../../../toolkit/payload/json-kind.js';
import type { Dialect } from '../../../../toolkit/profile/dialect/dialect.js';
import type { TransactionView } from '../../../../toolkit/profile/dialect/views.js';
import type { OwnOperations } from './own-operations.js';

/** The records that tell so, in their order. None of what others placed, as far as the target says whose an order is. */
export function expiredOrders(own: OwnOperations, dialect: Pick<Dialect, 'meaning'>): readonly JournalRecord[] {
  const ownOrders = new Set<string>();
  return own.told.flatMap(({ record, view, asked }) => {
    if (record.kind !== 'event' || memberOf(record.parsed, 'kind') !== 'transaction_event') return [];
    // The view of an event record is one of the dialect, of this kind.
    const { orders = [] } = (view ?? {}) as TransactionView;
    if (asked !== undefined) for (const { id } of orders) if (id !== undefined) ownOrders.add(id);
    const isExpired = orders.some(
      ({ id, state }) =>
        id !== undefined && ownOrders.has(id) && dialect.meaning('orderState', state ?? null) === 'expired',
    );
    return isExpired ? [record] : [];
  });
}
