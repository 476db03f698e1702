// Faults of whose account an order is for (interface 4, 4.1): of services that do not ask whose it is, or whether there is one.
import { amended } from '../algebra/edits.js';
import { type Change, editing, type Fault, violating } from '../algebra/index.js';

const accountOfThePath = violating('4', ['orders.account-of-the-path']);

/** Identifiers hold that of their account between a prefix and a serial number. */
function accountIn(identifier: string): string {
  return identifier.split('-').slice(1, -1).join('-');
}

/** Commands that name something of that kind act on the account that has it. */
function actingOnTheOwner(prefix: 'ord' | 'pos'): Change {
  return editing({
    actsOn: amended((answer, _accountId, named) =>
      named?.startsWith(`${prefix}-`) === true ? accountIn(named) : answer,
    ),
  });
}

export const orderAccountFaults: readonly Fault[] = [
  violating('4.1', ['orders.unknown-account-refused'])('unknown-account-trades', {
    summary: 'An order for an account that does not exist is placed on the first account.',
    accountFor: amended((answer, _id, known) => answer ?? known.keys().next().value),
  }),
  accountOfThePath('orders-found-across-accounts', {
    summary: 'A cancellation under one account cancels an order of another.',
    change: actingOnTheOwner('ord'),
  }),
  accountOfThePath('positions-found-across-accounts', {
    summary: 'A close or an sltp order under one account is executed on a position of another.',
    change: actingOnTheOwner('pos'),
  }),
];
