// Faults of what Trading History keeps by kind of row, and of what a cursor remembers (interface 1, rules 2 and 5; 2.2; 4).
import { amended, exceptWhere, instead, onlyWhere, readAs } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const closedOrders = violating('1', ['history.closed-orders']);

export const historyCursorFaults: readonly Fault[] = [
  closedOrders('history-without-cancelled-orders', {
    summary: 'Cancelled orders do not come into history.',
    recordsOrder: exceptWhere((order) => order.state === 'cancelled'),
  }),
  closedOrders('history-without-sltp-orders', {
    summary: 'Orders of type sltp do not come into history.',
    recordsOrder: exceptWhere((order) => order.type === 'sltp'),
  }),
  closedOrders('history-without-closing-orders', {
    summary: 'Of the orders that name a position only the first, which opened it, comes into history.',
    recordsOrder: (honest) => {
      const opened = new Set<string>();
      return (order) => {
        if (order.type !== 'market' || order.positionId === undefined) return honest(order);
        const isFirst = !opened.has(order.positionId);
        opened.add(order.positionId);
        return isFirst && honest(order);
      };
    },
  }),
  violating('1', ['history.agrees-with-events'])('history-withdrawals-without-sign', {
    summary: 'History shows the amounts of balance deals without their sign.',
    needs: 'account.deposit',
    shownDeal: amended((shown) => {
      const { coefficient, scale } = shown.amount;
      return shown.balanceKind === undefined || coefficient >= 0n
        ? shown
        : { ...shown, amount: { coefficient: -coefficient, scale } };
    }),
  }),
  closedOrders('history-orders-with-the-time-of-the-read', {
    summary: 'Orders in history show the time at which they are read.',
    // Which times a row shows, and that they stay, is not said.
    level: 'should',
    shownOrder: (honest) => (order) => {
      const nowMs = Date.now();
      return { ...honest(order), createdAtMs: nowMs, closedAtMs: nowMs };
    },
  }),
  violating('1', ['history.deals'])('history-deals-with-the-time-of-the-read', {
    summary: 'Deals in history show the time at which they are read.',
    // As above.
    level: 'should',
    shownDeal: amended((answer) => ({ ...answer, atMs: Date.now() })),
  }),
  violating('1', ['history.deals', 'history.agrees-with-events'])('history-without-balance-deals', {
    summary: 'Deals of balance transactions do not come into history.',
    needs: 'account.deposit',
    recordsDeal: onlyWhere((deal) => deal.balanceKind === undefined),
  }),
  violating('1', ['history.cursor-with-filter-refused'])('cursor-with-to-accepted', {
    summary: 'The filter to is accepted beside a cursor, from is not.',
    acceptsFiltersBesideCursor: readAs((filters) => ({ ...filters, toMs: undefined })),
  }),
  violating('1', ['history.cursor-continues'])('cursor-forgets-its-filter', {
    summary: 'The pages after the first go on without the filters of the first.',
    // What a cursor holds is opaque.
    level: 'should',
    filtersOfPage: instead(() => ({ fromMs: undefined, toMs: undefined, instrument: undefined })),
  }),
  violating('1', ['history.cursor-continues'])('cursor-forgets-its-instrument', {
    summary: 'The pages after the first go on with the rows of every instrument.',
    level: 'should',
    filtersOfPage: amended((filters) => ({ ...filters, instrument: undefined })),
  }),
  violating('1', ['history.cursor-continues'])('cursor-loses-rows-between-those-of-another-instrument', {
    summary: 'A cursor under a filter for the instrument counts the rows that it lets through, not all that are there.',
    change: sharing(
      () => ({ isFiltered: false }),
      (memory) => ({
        matches: amended((matches, _atMs, _instrument, { instrument }) => {
          memory.isFiltered = instrument !== undefined;
          return matches;
        }),
        cursorAdvance: amended((next, _last, { rows }) => (memory.isFiltered ? next + rows : next)),
      }),
    ),
  }),
  violating('1', ['history.cursor-continues'])('cursor-repeats-the-row-under-an-instrument', {
    summary:
      'A cursor under a filter for the instrument begins with the row that it ended with, from the third page on.',
    change: sharing(
      () => ({ isFiltered: false, pages: 0 }),
      (memory) => ({
        matches: amended((matches, _atMs, _instrument, { instrument }) => {
          memory.isFiltered = instrument !== undefined;
          return matches;
        }),
        cursorAdvance: amended((next, last, { isFirst }) => {
          memory.pages = isFirst ? 1 : memory.pages + 1;
          return memory.isFiltered && memory.pages === 2 ? last : next;
        }),
      }),
    ),
  }),
  violating('1', ['history.cursor-with-filter-refused'])('cursor-with-instrument-accepted', {
    summary: 'The filter for the instrument is accepted beside a cursor, from and to are not.',
    acceptsFiltersBesideCursor: readAs((filters) => ({ ...filters, instrument: undefined })),
  }),
  violating('4', ['history.own-account'])('cursor-shows-its-own-account', {
    summary: 'A cursor shows the rows of the account that it was given for, whatever the path names.',
    acceptsCursor: (honest) => (authentic, content, wanted) =>
      honest(authentic, content, { ...wanted, accountId: content.accountId }),
    accountOfPage: instead((cursor) => cursor.accountId),
  }),
];
