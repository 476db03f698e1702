// Faults of what Trading History keeps by kind of row, and of what a cursor remembers (interface 1, rules 2 and 5; 2.2; 4).
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

export const historyCursorFaults: readonly Fault[] = [
  fault(
    'history-without-cancelled-orders',
    '1',
    ['history.closed-orders'],
    'Cancelled orders do not come into history.',
    changing('recordsOrder', (honest) => (order) => order.state !== 'cancelled' && honest(order)),
  ),
  fault(
    'history-without-sltp-orders',
    '1',
    ['history.closed-orders'],
    'Orders of type sltp do not come into history.',
    changing('recordsOrder', (honest) => (order) => order.type !== 'sltp' && honest(order)),
  ),
  fault(
    'history-without-closing-orders',
    '1',
    ['history.closed-orders'],
    'Of the orders that name a position only the first, which opened it, comes into history.',
    changing('recordsOrder', (honest) => {
      const opened = new Set<string>();
      return (order) => {
        if (order.type !== 'market' || order.positionId === undefined) return honest(order);
        const isFirst = !opened.has(order.positionId);
        opened.add(order.positionId);
        return isFirst && honest(order);
      };
    }),
  ),
  fault(
    'history-withdrawals-without-sign',
    '1',
    ['history.agrees-with-events'],
    'History shows the amounts of balance deals without their sign.',
    changing('shownDeal', (honest) => (deal) => {
      const shown = honest(deal);
      const { coefficient, scale } = shown.amount;
      return shown.balanceKind === undefined || coefficient >= 0n
        ? shown
        : { ...shown, amount: { coefficient: -coefficient, scale } };
    }),
    { needs: 'account.deposit' },
  ),
  fault(
    'history-orders-with-the-time-of-the-read',
    '1',
    ['history.closed-orders'],
    'Orders in history show the time at which they are read.',
    changing('shownOrder', (honest) => (order) => {
      const nowMs = Date.now();
      return { ...honest(order), createdAtMs: nowMs, closedAtMs: nowMs };
    }),
  ),
  fault(
    'history-deals-with-the-time-of-the-read',
    '1',
    ['history.deals'],
    'Deals in history show the time at which they are read.',
    changing('shownDeal', (honest) => (deal) => ({ ...honest(deal), atMs: Date.now() })),
  ),
  fault(
    'history-without-balance-deals',
    '1',
    ['history.deals', 'history.agrees-with-events'],
    'Deals of balance transactions do not come into history.',
    changing('recordsDeal', (honest) => (deal) => deal.balanceKind === undefined && honest(deal)),
    { needs: 'account.deposit' },
  ),
  fault(
    'cursor-with-to-accepted',
    '1',
    ['history.cursor-with-filter-refused'],
    'The filter to is accepted beside a cursor, from is not.',
    changing('acceptsFiltersBesideCursor', (honest) => (filters) => honest({ ...filters, toMs: undefined })),
  ),
  fault(
    'cursor-forgets-its-filter',
    '1',
    ['history.cursor-continues'],
    'The pages after the first go on without the filters of the first.',
    changing('filtersOfPage', () => () => ({ fromMs: undefined, toMs: undefined, instrument: undefined })),
  ),
  fault(
    'cursor-shows-its-own-account',
    '4',
    ['history.own-account'],
    'A cursor shows the rows of the account that it was given for, whatever the path names.',
    together(
      changing(
        'acceptsCursor',
        (honest) => (authentic, content, wanted) =>
          honest(authentic, content, { ...wanted, accountId: content.accountId }),
      ),
      changing('accountOfPage', () => (cursor) => cursor.accountId),
    ),
  ),
];
