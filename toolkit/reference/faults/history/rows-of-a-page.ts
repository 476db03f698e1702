// Faults of single rows of history (interface 1, rules 2, 4 and 5): pages of one size lack one, it stands where it does not belong, twice,
// otherwise than on the first page, or not at all; or rows are sorted by the text of what they are named.
import type { Decimal } from '../../domain.js';
import type { Collection } from '../../rules/telling/history.js';
import { amended, exceptWhere } from '../algebra/edits.js';
import { type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const ROWS = 10;

/** Rows of a collection as a store returns them that sorts by text: `ord-10` comes before `ord-9`. */
function byText(meant: Collection): Pick<Edits, 'ordered'> {
  return {
    ordered: (honest) => (items, page) => {
      const rows = honest(items, page);
      return page.collection === meant ? [...rows].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)) : rows;
    },
  };
}

function nameOf(row: unknown): string {
  return typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : '';
}

function isBooking(row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'balanceKind' in row && row.balanceKind !== undefined;
}

function isExecuted(row: unknown): boolean {
  if (typeof row !== 'object' || row === null || !('state' in row && 'type' in row)) return false;
  return row.state === 'filled' && (row.type === 'limit' || row.type === 'stop');
}

/** To two digits. */
function cut({ coefficient, scale }: Decimal): Decimal {
  return scale <= 2 ? { coefficient, scale } : { coefficient: coefficient / 10n ** BigInt(scale - 2), scale: 2 };
}

export const rowOfPageFaults: readonly Fault[] = [
  violating('1', ['history.cursor-continues'])('pages-of-ten-lose-a-row', {
    summary: `A page of exactly ${ROWS} rows lacks the last of them.`,
    ordered: (honest) => (items, page) => {
      const rows = honest(items, page);
      return rows.length === ROWS ? rows.slice(0, -1) : rows;
    },
  }),
  violating('1', ['history.deals-ascending'])('bookings-at-the-head-of-a-page-at-its-end', {
    summary: 'A balance deal that a page behind the first would begin with stands at its end.',
    needs: 'account.deposit',
    ordered: (honest) => (items, page) => {
      const [first, ...others] = honest(items, page);
      if (first === undefined) return [];
      return !page.isFirst && isBooking(first) ? [...others, first] : [first, ...others];
    },
  }),
  violating('1', ['history.orders-ascending'])('history-orders-by-the-text-of-their-names', {
    summary: 'Orders in history are sorted by the text of their identifiers.',
    ...byText('orders'),
  }),
  violating('1', ['history.deals-ascending'])('history-deals-by-the-text-of-their-names', {
    summary: 'Deals in history are sorted by the text of their identifiers.',
    needs: 'account.deposit',
    ...byText('deals'),
  }),
  violating('1', ['history.cursor-continues'])('executed-orders-twice-in-history', {
    summary: 'A pending order that was executed stands twice on its page.',
    needs: 'order.fill',
    ordered: (honest) => (items, page) =>
      honest(items, page).flatMap((row) => (page.collection === 'orders' && isExecuted(row) ? [row, row] : [row])),
  }),
  violating('1', ['history.cursor-continues'])('deals-of-executed-orders-twice-in-history', {
    summary: 'The deal of a pending order that was executed stands twice on its page.',
    needs: 'order.fill',
    change: sharing(
      () => new Set<string>(),
      (executed) => ({
        dealsOf: amended((deals, { kind }) => {
          for (const { id } of kind === 'fill' ? deals : []) executed.add(id);
          return deals;
        }),
        ordered: (honest) => (items, page) =>
          honest(items, page).flatMap((row) => (executed.has(nameOf(row)) ? [row, row] : [row])),
      }),
    ),
  }),
  violating('1', ['history.deals'])('history-without-deals-of-levels', {
    summary: 'The deal of a close by stop loss or take profit does not come into history.',
    needs: 'market.price',
    change: sharing(
      () => new Set<string>(),
      (hit) => ({
        recordsOrder: amended((records, { id, type, state }) => {
          if (type === 'sltp' && state === 'filled') hit.add(id);
          return records;
        }),
        recordsDeal: exceptWhere(({ orderId }) => orderId !== undefined && hit.has(orderId)),
      }),
    ),
  }),
  violating('1', ['history.agrees-with-events'])('prices-of-deals-cut-on-later-pages', {
    summary: 'Pages of deals behind the first show prices cut to two digits.',
    change: sharing(
      () => ({ isFirst: true }),
      (page) => ({
        pageSize: amended((size, _asked, _standard, _max, isFirst) => {
          page.isFirst = isFirst;
          return size;
        }),
        shownDeal: amended((deal) => (page.isFirst ? deal : { ...deal, price: deal.price && cut(deal.price) })),
      }),
    ),
  }),
];
