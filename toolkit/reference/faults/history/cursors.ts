// Faults of what Trading History keeps by kind of row, and of what a cursor remembers (interface 1, rules 2 and 5; 2.2; 4).
import { amended, exceptWhere, instead, onlyWhere, readAs } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

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
  violating('4', ['history.own-account'])('cursor-shows-its-own-account', {
    summary: 'A cursor shows the rows of the account that it was given for, whatever the path names.',
    acceptsCursor: (honest) => (authentic, content, wanted) =>
      honest(authentic, content, { ...wanted, accountId: content.accountId }),
    accountOfPage: instead((cursor) => cursor.accountId),
  }),
];
