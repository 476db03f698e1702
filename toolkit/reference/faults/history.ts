// Faults of Trading History (interface 1, rules 2, 4 and 5): rows that are lost, open, out of order; cursors that slip.
import type { Collection } from '../rules/telling/history.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';

const ofDeals = (collection: Collection): boolean => collection === 'deals';

export const historyFaults: readonly Fault[] = [
  fault(
    'history-without-filled-orders',
    '1',
    ['history.closed-orders', 'history.agrees-with-events'],
    'Filled orders do not come into history.',
    changing('recordsOrder', (honest) => (order) => order.state !== 'filled' && honest(order)),
  ),
  fault(
    'history-without-closing-deals',
    '1',
    ['history.agrees-with-events', 'history.deals', 'reconnect.history-reconciles'],
    'Deals that open a position do not come into history.',
    changing(
      'recordsDeal',
      (honest) => (deal) => (deal.balanceKind !== undefined || deal.amount.coefficient !== 0n) && honest(deal),
    ),
  ),
  fault(
    'history-deal-lost-once-in-seven',
    '1',
    ['history.agrees-with-events'],
    'One deal in seven is missing in history.',
    changing('recordsDeal', (honest) => {
      let count = Math.floor(Math.random() * 7);
      return (deal) => {
        count += 1;
        return count % 7 !== 0 && honest(deal);
      };
    }),
    { rate: 1 / 7 },
  ),
  fault(
    'history-balance-deals-of-one-amount-once',
    '1',
    ['history.deals', 'history.agrees-with-events'],
    'Of two balance deals of one amount in a row, history shows the first.',
    changing('recordsDeal', (honest) => {
      let last: bigint | undefined;
      return (deal) => {
        if (deal.balanceKind === undefined) return honest(deal);
        const isAgain = last === deal.amount.coefficient;
        last = isAgain ? undefined : deal.amount.coefficient;
        return !isAgain && honest(deal);
      };
    }),
    { needs: 'account.deposit' },
  ),
  fault(
    'history-with-open-orders',
    '1',
    ['history.no-open-orders'],
    'Pending orders are in history from their placement on.',
    (rules) => ({ ...rules, recordsPlacements: () => true, isHistoric: () => true }),
  ),
  fault(
    'history-with-open-positions',
    '1',
    ['history.no-open-positions'],
    'Open positions stand behind the deals of history, as if they were deals.',
    changing('listsPosition', () => () => true),
  ),
  fault(
    'history-orders-descending',
    '1',
    ['history.orders-ascending', 'history.cursor-continues'],
    'Historical orders come from newer to older within a page.',
    changing(
      'ordered',
      (honest) => (items, page) => (ofDeals(page.collection) ? honest(items, page) : honest(items, page).toReversed()),
    ),
  ),
  fault(
    'history-deals-descending',
    '1',
    ['history.deals-ascending', 'history.cursor-continues'],
    'Historical deals come from newer to older within a page.',
    changing(
      'ordered',
      (honest) => (items, page) => (ofDeals(page.collection) ? honest(items, page).toReversed() : honest(items, page)),
    ),
  ),
  fault(
    'history-second-page-reordered',
    '1',
    ['history.deals-ascending', 'history.orders-ascending', 'history.cursor-continues'],
    'The first page is ascending, every later one begins with its last row.',
    changing('ordered', (honest) => (items, page) => {
      const [last, ...rest] = honest(items, page).toReversed();
      return page.isFirst || last === undefined ? honest(items, page) : [last, ...rest.toReversed()];
    }),
  ),
  fault(
    'cursor-loses-a-row',
    '1',
    ['history.cursor-continues'],
    'A cursor skips the row that follows its page.',
    changing('cursorAdvance', (honest) => (last) => honest(last) + 1),
  ),
  fault(
    'cursor-repeats-a-row',
    '1',
    ['history.cursor-continues'],
    'A cursor begins with the last row of the page before.',
    changing('cursorAdvance', (honest) => (last) => honest(last) - 1),
  ),
  fault(
    'cursor-missing',
    '1',
    ['history.cursor-continues', 'history.cursor-with-limit'],
    'No page has a cursor, so that what follows cannot be read.',
    changing('givesCursor', () => () => false),
  ),
  fault(
    'later-pages-lose-their-first-row',
    '1',
    ['history.cursor-continues'],
    'Every page after the first lacks its first row.',
    changing(
      'skips',
      (honest) => (serial, index, page) => (!page.isFirst && index === 0) || honest(serial, index, page),
    ),
  ),
  fault(
    'cursor-with-limit-refused',
    '1',
    ['history.cursor-with-limit'],
    'A limit beside a cursor is refused as if it were a filter.',
    changing('acceptsLimitBesideCursor', () => () => false),
  ),
  fault(
    'cursor-with-filter-accepted',
    '1',
    ['history.cursor-with-filter-refused'],
    'Filters beside a cursor are ignored.',
    changing('acceptsFiltersBesideCursor', () => () => true),
  ),
  fault(
    'cursor-with-from-accepted',
    '1',
    ['history.cursor-with-filter-refused'],
    'The filter from is accepted beside a cursor, to is not.',
    changing('acceptsFiltersBesideCursor', (honest) => (filters) => honest({ ...filters, fromMs: undefined })),
  ),
  fault(
    'limit-ignored',
    '1',
    ['history.limit-respected'],
    'Pages have their standard size whatever limit says.',
    changing('pageSize', (honest) => (_asked, standard, max, isFirst) => honest(undefined, standard, max, isFirst)),
  ),
  fault(
    'limit-plus-one',
    '1',
    ['history.limit-respected'],
    'A page holds one row more than limit asks for.',
    changing(
      'pageSize',
      (honest) => (asked, standard, max, isFirst) =>
        honest(asked, standard, max, isFirst) + (asked === undefined ? 0 : 1),
    ),
  ),
  fault(
    'limit-ignored-beside-cursor',
    '1',
    ['history.limit-respected'],
    'Limit counts for the first page only.',
    changing(
      'pageSize',
      (honest) => (asked, standard, max, isFirst) => honest(isFirst ? asked : undefined, standard, max, isFirst),
    ),
  ),
  fault(
    'history-deal-with-another-volume',
    '1',
    ['history.agrees-with-events'],
    'The volume of a deal in history is one step more than in its event.',
    changing('shownDeal', (honest) => (deal) => {
      const shown = honest(deal);
      return shown.volume === undefined
        ? shown
        : { ...shown, volume: { ...shown.volume, coefficient: shown.volume.coefficient + 1n } };
    }),
  ),
  fault(
    'history-order-with-another-price',
    '1',
    ['history.agrees-with-events'],
    'The price of an order in history is a point more than in its event.',
    changing('shownOrder', (honest) => (order) => {
      const shown = honest(order);
      return shown.price === undefined
        ? shown
        : { ...shown, price: { ...shown.price, coefficient: shown.price.coefficient + 1n } };
    }),
  ),
  fault(
    'history-stop-shown-as-limit',
    '1',
    ['history.agrees-with-events'],
    'Stop orders have the type limit in history.',
    changing('shownOrder', (honest) => (order) => {
      const shown = honest(order);
      return shown.type === 'stop' ? { ...shown, type: 'limit' } : shown;
    }),
  ),
  fault(
    'history-retention-of-seconds',
    '1',
    ['history.deals', 'history.closed-orders', 'reconnect.history-reconciles'],
    'History keeps what is younger than 5 milliseconds.',
    changing('retains', () => (ageMs) => ageMs < 5),
  ),
  fault(
    'history-without-partial-closes',
    '1',
    ['history.no-open-positions', 'history.deals'],
    'The deals of a position that is still open are not in history, except the one that opened it.',
    changing('recordsDeal', (honest) => {
      const open = new Map<string, bigint>();
      return (deal) => {
        const { positionId, volume } = deal;
        if (positionId === undefined || volume === undefined) {
          return honest(deal);
        }
        const before = open.get(positionId);
        open.set(positionId, before === undefined ? volume.coefficient : before - volume.coefficient);
        return !(before !== undefined && volume.coefficient < before) && honest(deal);
      };
    }),
  ),
];
