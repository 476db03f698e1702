// Faults of endpoints that ask for no signature (interface 5): one at a time, and whole groups of them.
import type { RequirementId } from '../../../requirements/requirement-id.js';
import type { Operation } from '../../domain.js';
import { alsoOn, exceptWhere } from '../algebra/edits.js';
import { type Fault, handshakes, reads, violating } from '../algebra/index.js';

/** One endpoint that forgot to ask for a signature. */
function unsigned(operation: Operation, requirement: RequirementId, words: string): Fault {
  return violating('5', [requirement])(`unsigned-${requirement.replace('auth.signed-', '')}`, {
    summary: `${words} works without any signature.`,
    requiresSigning: exceptWhere((context) => context.operation === operation && context.lacks.length === 6),
    acceptsMutatingKey: alsoOn(({ lacks }) => lacks.length === 6),
  });
}

export const unsignedFaults: readonly Fault[] = [
  unsigned('placeOrder', 'auth.signed-place-order', 'Placing an order'),
  unsigned('openPosition', 'auth.signed-open-position', 'Opening a position'),
  unsigned('operationStatus', 'auth.signed-operation-status', 'Reading operation status'),
  unsigned('account', 'auth.signed-account', 'Reading the account'),
  unsigned('instruments', 'auth.signed-instruments', 'Listing instruments'),
  unsigned('conditions', 'auth.signed-conditions', 'Reading conditions'),
  unsigned('limits', 'auth.signed-limits', 'Reading the limits'),
  unsigned('eventsStream', 'auth.signed-events-handshake', 'The handshake of the events stream'),
  unsigned('ticksStream', 'auth.signed-ticks-handshake', 'The handshake of the ticks stream'),
  unsigned('snapshot', 'auth.signed-snapshot', 'Reading the trading snapshot'),
  unsigned('orderHistory', 'auth.signed-order-history', 'Reading the history of orders'),
  unsigned('dealHistory', 'auth.signed-deal-history', 'Reading the history of deals'),
  unsigned('closePosition', 'auth.signed-close-position', 'Closing a position'),
  unsigned('cancelOrder', 'auth.signed-cancel-order', 'Cancelling an order'),
  violating('5', [
    'auth.signed-account',
    'auth.signed-instruments',
    'auth.signed-conditions',
    'auth.signed-operation-status',
  ])('signature-unchecked-on-reads', {
    summary: 'Reads are let in as soon as all six headers are there, whatever they say.',
    requiresSigning: exceptWhere((context) => reads(context) && context.lacks.length === 0),
  }),
  violating('5', ['auth.signature-verified', 'auth.handshake-headers-required'])('signature-unchecked-on-handshakes', {
    summary: 'Handshakes are let in with any signature.',
    acceptsSignature: alsoOn(handshakes),
  }),
];
