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
