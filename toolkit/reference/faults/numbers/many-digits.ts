// Faults of money that goes through a binary double on its way out (interface 1, rule 6): right for every amount of fifteen digits.
import type { Place } from '../../rules/telling/rendering.js';
import { amended } from '../algebra/edits.js';
import { type Edits, type Fault, violating } from '../algebra/index.js';
import { on, WORDS } from './surfaces.js';

const balanceArithmetic = violating('1', ['transactions.balance-arithmetic']);

function throughDoubles(where: (place: Place, digits: number) => boolean): Edits {
  return {
    renderMoney: amended((text, _amount, digits, place) =>
      where(place, digits) ? Number(text).toFixed(digits) : text,
    ),
  };
}

export const manyDigitFaults: readonly Fault[] = [
  ...(['events', 'snapshots'] as const).map((surface) =>
    balanceArithmetic(`money-through-doubles-in-${surface}`, {
      summary: `Monetary values in ${WORDS[surface]} pass through a double.`,
      needs: 'account.deposit',
      ...throughDoubles(on(surface)),
    }),
  ),
  violating('1', ['history.agrees-with-events'])('money-through-doubles-in-history', {
    summary: 'Monetary values in history pass through a double.',
    needs: 'account.deposit',
    ...throughDoubles(on('history')),
  }),
  balanceArithmetic('money-of-eight-decimals-through-doubles', {
    summary: 'Monetary values in a currency of more than three decimals pass through a double.',
    needs: 'account.create',
    ...throughDoubles((_place, digits) => digits > 3),
  }),
];
