// Faults of services that look an order or a position up by its identifier alone (interface 4): whose it is, nobody asks.
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';

/** Identifiers hold that of their account between a prefix and a serial number. */
function accountIn(identifier: string): string {
  return identifier.split('-').slice(1, -1).join('-');
}

/** Commands that name something of that kind act on the account that has it. */
function actingOnTheOwner(prefix: 'ord' | 'pos'): Fault['change'] {
  return changing(
    'actsOn',
    (honest) => (accountId, named) =>
      named?.startsWith(`${prefix}-`) === true ? accountIn(named) : honest(accountId, named),
  );
}

export const otherAccountFaults: readonly Fault[] = [
  fault(
    'orders-found-across-accounts',
    '4',
    ['orders.account-of-the-path'],
    'A cancellation under one account cancels an order of another.',
    actingOnTheOwner('ord'),
  ),
  fault(
    'positions-found-across-accounts',
    '4',
    ['orders.account-of-the-path'],
    'A close or an sltp order under one account is executed on a position of another.',
    actingOnTheOwner('pos'),
  ),
];
