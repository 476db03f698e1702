// Faults of balance transactions that are not announced in one state of their account (interface 6.1, rule 6): beside a position or an
// order, while an operation has no result yet, while the account is close only.
import type { TransactionEvent } from '../../domain.js';
import type { EventSurroundings } from '../../rules/telling/events.js';
import { whileCloseOnly } from '../algebra/close-only.js';
import { type Edits, type Fault, violating } from '../algebra/index.js';
import { besideUnfinished } from '../algebra/unfinished.js';

const silent = violating('6.1', ['transactions.emitted-for-balance', 'transactions.every-change']);

function isBooking({ payload }: TransactionEvent): boolean {
  return payload.deals.some(({ balanceKind }) => balanceKind !== undefined);
}

function silentWhere(isMeant: (surroundings: EventSurroundings) => boolean): Edits {
  return {
    announcements: (honest) => (event, surroundings) =>
      isBooking(event) && isMeant(surroundings) ? [] : honest(event, surroundings),
  };
}

export const silentBookingFaults: readonly Fault[] = [
  silent('booking-untold-beside-a-position', {
    summary: 'Balance transactions are not announced while a position is open.',
    needs: 'account.deposit',
    ...silentWhere(({ openPositions }) => openPositions().length > 0),
  }),
  silent('booking-untold-beside-an-order', {
    summary: 'Balance transactions are not announced while an order is pending.',
    needs: 'account.deposit',
    ...silentWhere(({ openOrders }) => openOrders().length > 0),
  }),
  silent('booking-untold-beside-an-unfinished-operation', {
    summary: 'Balance transactions are not announced while an operation of the account has no result yet.',
    needs: 'operation.hold',
    change: besideUnfinished((isUnfinished) => silentWhere(({ accountId }) => isUnfinished(accountId))),
  }),
  silent('booking-untold-while-close-only', {
    summary: 'Balance transactions are not announced while the account is close only.',
    needs: 'account.restrict',
    change: whileCloseOnly((isCloseOnly) => silentWhere(({ accountId }) => isCloseOnly(accountId))),
  }),
];
