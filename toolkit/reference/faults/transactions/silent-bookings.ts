// Faults of balance transactions that are not announced in one state of their account (interface 6.1, rule 6): beside a position or an
// order, while an operation has no result yet, while the account is close only.
import type { TransactionEvent } from '../../domain.js';
import type { EventSurroundings } from '../../rules/telling/events.js';
import { amended } from '../algebra/edits.js';
import { type Change, type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';
import { besideUnfinished } from '../algebra/unfinished.js';

const silent = violating('6.1', ['transactions.emitted-for-balance', 'transactions.every-change']);

function isBooking({ payload }: TransactionEvent): boolean {
  return payload.deals.some(({ balanceKind }) => balanceKind !== undefined);
}

/** Accounts are in the state as other edits say of a memory of them. */
function silentWhere(
  isMeant: (surroundings: EventSurroundings, accounts: ReadonlySet<string>) => boolean,
  edits: (accounts: Set<string>) => Edits = () => ({}),
): Change {
  return sharing(
    () => new Set<string>(),
    (accounts) => ({
      announcements: (honest) => (event, surroundings) =>
        isBooking(event) && isMeant(surroundings, accounts) ? [] : honest(event, surroundings),
      ...edits(accounts),
    }),
  );
}

export const silentBookingFaults: readonly Fault[] = [
  silent('booking-untold-beside-a-position', {
    summary: 'Balance transactions are not announced while a position is open.',
    needs: 'account.deposit',
    change: silentWhere(({ openPositions }) => openPositions().length > 0),
  }),
  silent('booking-untold-beside-an-order', {
    summary: 'Balance transactions are not announced while an order is pending.',
    needs: 'account.deposit',
    change: silentWhere(({ openOrders }) => openOrders().length > 0),
  }),
  silent('booking-untold-beside-an-unfinished-operation', {
    summary: 'Balance transactions are not announced while an operation of the account has no result yet.',
    needs: 'operation.hold',
    change: besideUnfinished((isUnfinished) => ({
      announcements: (honest) => (event, surroundings) =>
        isBooking(event) && isUnfinished(surroundings.accountId) ? [] : honest(event, surroundings),
    })),
  }),
  silent('booking-untold-while-close-only', {
    summary: 'Balance transactions are not announced while the account is close only.',
    needs: 'account.restrict',
    change: silentWhere(
      ({ accountId }, closeOnly) => closeOnly.has(accountId),
      (closeOnly) => ({
        restricted: amended((account) => {
          if (account.accountStatus === 'close_only') closeOnly.add(account.id);
          else closeOnly.delete(account.id);
          return account;
        }),
      }),
    ),
  }),
];
