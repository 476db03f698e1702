// Faults of one row of a page (interface 1, rules 4 and 5): pages of one size lack it, or it stands where it does not belong.
import { amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

const ROWS = 10;

export const rowOfPageFaults: readonly Fault[] = [
  violating('1', ['history.cursor-continues'])('pages-of-ten-lose-a-row', {
    summary: `A page of exactly ${ROWS} rows lacks the last of them.`,
    ordered: amended((rows) => (rows.length === ROWS ? rows.slice(0, -1) : rows)),
  }),
  violating('1', ['history.deals-ascending'])('bookings-at-the-head-of-a-page-at-its-end', {
    summary: 'A balance deal that a page behind the first would begin with stands at its end.',
    needs: 'account.deposit',
    ordered: amended((rows, _items, { isFirst }) => {
      const [first, ...others] = rows;
      return !isFirst && first !== undefined && isBooking(first) ? [...others, first] : rows;
    }),
  }),
];

function isBooking(row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'balanceKind' in row && row.balanceKind !== undefined;
}
