// Faults of money below zero (interface 1, rule 6; 2.3; 6.1, rule 4): a service that thinks of balances as more than zero.
import type { Decimal } from '../../../decimal/index.js';
import { magnitude } from '../../../decimal/index.js';
import type { Place } from '../../rules/telling/rendering.js';
import { readAs } from '../algebra/edits.js';
import { type Edits, type Fault, violating } from '../algebra/index.js';

const arithmetic = violating('6.1', ['transactions.balance-arithmetic']);

/** What the figures of an account below zero are read as. */
function belowZero(read: (amount: Decimal) => Decimal): Pick<Edits, 'renderMoney'> {
  return {
    renderMoney: readAs((amount, _digits, { of }: Place) =>
      of === 'account_state' && amount.coefficient < 0n ? read(amount) : amount,
    ),
  };
}

export const belowZeroFaults: readonly Fault[] = [
  arithmetic('balances-below-zero-as-zero', {
    summary: 'A balance or an equity below zero is shown as zero.',
    needs: 'account.deposit',
    ...belowZero((amount) => ({ ...amount, coefficient: 0n })),
  }),
  arithmetic('balances-below-zero-without-sign', {
    summary: 'A balance or an equity below zero is shown without its sign.',
    needs: 'account.deposit',
    ...belowZero(magnitude),
  }),
  arithmetic('balances-below-zero-rounded-up', {
    summary: 'A balance or an equity below zero is shown with one unit more.',
    needs: 'account.deposit',
    ...belowZero((amount) => ({ ...amount, coefficient: amount.coefficient + 1n })),
  }),
];
