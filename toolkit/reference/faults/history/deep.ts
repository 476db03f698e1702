// Faults of cursors that show far behind the first page, at one border, or under a filter alone (interface 1, rule 5).
import type { Rules } from '../../rules/rules.js';
import type { Collection, HistoryFilters } from '../../rules/telling/history.js';
import { alsoWhere, amended } from '../algebra/edits.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const cursorContinues = violating('1', ['history.cursor-continues']);

/** The row from which on a cursor is wrong; no multiple of the sizes that pages have. */
const DEEP = 40;
const BORDER = 43;
const FILTERED = 23;

/** Moves the cursor by so many rows, behind that row of a listing that was asked for with a filter. */
function underFilter(by: number, isMeant: (filters: HistoryFilters) => boolean): Change {
  return sharing(
    () => ({ isMeant: false }),
    (memory) => ({
      matches: amended((matches, _atMs, _instrument, filters) => {
        memory.isMeant = isMeant(filters);
        return matches;
      }),
      cursorAdvance: amended((next, last) => (memory.isMeant && last >= FILTERED ? next + by : next)),
    }),
  );
}

function descendingBehindTheFirst(
  of: Collection,
  isMeant: (filters: HistoryFilters) => boolean,
): (honest: Rules['ordered']) => Rules['ordered'] {
  return (honest) => (items, page) => {
    const rows = honest(items, page);
    return !page.isFirst && page.collection === of && isMeant(page.filters) ? rows.toReversed() : rows;
  };
}

export const deepHistoryFaults: readonly Fault[] = [
  violating('1', ['history.deals-ascending'])('later-pages-of-deals-descend-under-an-instrument', {
    summary: 'Pages of deals behind the first come from newer to older where an instrument was asked for.',
    ordered: descendingBehindTheFirst('deals', ({ instrument }) => instrument !== undefined),
  }),
  violating('1', ['history.orders-ascending'])('later-pages-of-orders-descend-under-from', {
    summary: 'Pages of orders behind the first come from newer to older where they were asked for from a time on.',
    ordered: descendingBehindTheFirst('orders', ({ fromMs }) => fromMs !== undefined),
  }),
  cursorContinues('cursor-loses-a-row-far-behind', {
    summary: `From row ${DEEP} on each cursor skips the row that follows its page.`,
    cursorAdvance: amended((next, last) => (last >= DEEP ? next + 1 : next)),
  }),
  cursorContinues('cursor-repeats-a-row-far-behind', {
    summary: `From row ${DEEP} on each cursor begins with the last row of the page before.`,
    cursorAdvance: amended((next, last) => (last >= DEEP ? next - 1 : next)),
  }),
  cursorContinues('cursor-loses-a-row-at-one-border', {
    summary: `The cursor of a page that ends with row ${BORDER} skips the row that follows.`,
    cursorAdvance: amended((next, last) => (last === BORDER - 1 ? next + 1 : next)),
  }),
  cursorContinues('cursor-repeats-a-row-at-one-border', {
    summary: `The cursor of a page that ends with row ${BORDER} begins with that row.`,
    cursorAdvance: amended((next, last) => (last === BORDER - 1 ? next - 1 : next)),
  }),
  cursorContinues('cursor-loses-a-row-under-from', {
    summary: `Where rows were asked for from a time on, each cursor behind row ${FILTERED} skips a row.`,
    change: underFilter(1, ({ fromMs }) => fromMs !== undefined),
  }),
  cursorContinues('cursor-repeats-a-row-under-to', {
    summary: `Where rows were asked for up to a time, each cursor behind row ${FILTERED} repeats a row.`,
    change: underFilter(-1, ({ toMs }) => toMs !== undefined),
  }),
  cursorContinues('later-order-pages-lose-a-row', {
    summary: `Pages of orders behind the first lack their first row from row ${DEEP} on; deals are all there.`,
    skips: alsoWhere(
      (serial, index, { isFirst, collection }) => collection === 'orders' && !isFirst && index === 0 && serial >= DEEP,
    ),
  }),
  violating('1', ['history.agrees-with-events', 'history.deals', 'history.closed-orders'])(
    'history-lacks-a-row-far-behind',
    {
      summary: `Row ${BORDER} is on no page of history, however it is asked for.`,
      skips: alsoWhere((serial) => serial === BORDER),
    },
  ),
];
