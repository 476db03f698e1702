// Faults of Trading History (interface 1, rules 2, 4 and 5).
import { parseDecimal } from '../../decimal/index.js';
import type { HistoryRules } from '../rules/history.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';

const reversed: HistoryRules['ordered'] = (items) => [...items].reverse();

export const historyFaults: readonly Fault[] = [
  fault(
    'history-newest-first',
    '1',
    ['history.orders-ascending', 'history.deals-ascending'],
    'History comes newer to older.',
    changing('ordered', () => reversed),
  ),
  fault(
    'deal-history-newest-first',
    '1',
    ['history.deals-ascending'],
    'The history of deals comes newer to older.',
    changing(
      'ordered',
      (honest) => (items, page) => (page.collection === 'deals' ? reversed(items, page) : honest(items, page)),
    ),
  ),
  fault(
    'order-history-reversed-on-later-pages',
    '1',
    ['history.orders-ascending'],
    'Pages of orders after the first come newer to older.',
    changing(
      'ordered',
      (honest) => (items, page) =>
        page.isFirst || page.collection === 'deals' ? honest(items, page) : reversed(items, page),
    ),
  ),
  fault(
    'cursor-loses-one-row',
    '1',
    ['history.cursor-continues'],
    'The cursor skips the row right behind the page.',
    changing('cursorAdvance', (honest) => (last) => honest(last) + 1),
  ),
  fault(
    'cursor-repeats-one-row',
    '1',
    ['history.cursor-continues'],
    'The cursor starts again at the last row of the page.',
    changing('cursorAdvance', () => (last) => last),
  ),
  fault(
    'first-page-loses-its-first-row',
    '1',
    ['history.cursor-continues', 'history.deals', 'history.closed-orders'],
    'The first row of pages after the first is left out.',
    changing(
      'skips',
      () =>
        (_serial, indexInPage, { isFirst }) =>
          !isFirst && indexInPage === 0,
    ),
  ),
  fault(
    'cursor-with-limit-refused',
    '1',
    ['history.cursor-with-limit'],
    'A cursor is refused beside limit.',
    changing('acceptsLimit', (honest) => (text, max) => text !== '3' && honest(text, max)),
  ),
  fault(
    'cursor-with-filter-accepted',
    '1',
    ['history.cursor-with-filter-refused'],
    'A cursor beside a time filter is accepted.',
    changing('acceptsFiltersBesideCursor', () => () => true),
  ),
  fault(
    'history-limit-ignored',
    '1',
    ['history.limit-respected'],
    'A page holds one item more than was asked for.',
    changing('pageSize', (honest) => (asked, standard, max, isFirst) => honest(asked, standard, max, isFirst) + 1),
  ),
  fault(
    'history-without-market-orders',
    '1',
    ['history.closed-orders'],
    'Orders of market executions do not enter history.',
    changing('recordsOrder', (honest) => (order) => order.type !== 'market' && honest(order)),
  ),
  fault(
    'history-without-deals',
    '1',
    ['history.deals', 'history.agrees-with-events', 'reconnect.history-reconciles'],
    'Deals do not enter history.',
    changing('recordsDeal', () => () => false),
  ),
  fault(
    'history-without-closing-deals',
    '1',
    ['history.deals'],
    'Deals that close a position do not enter history.',
    changing('recordsDeal', (honest) => {
      const opened = new Set<string | undefined>();
      return (deal) => {
        const isFirst = !opened.has(deal.positionId);
        opened.add(deal.positionId);
        return (isFirst || deal.balanceKind !== undefined) && honest(deal);
      };
    }),
  ),
  fault(
    'history-shows-open-orders',
    '1',
    ['history.no-open-orders'],
    'Open orders are in the history of orders.',
    changing('isHistoric', () => () => true),
  ),
  fault(
    'history-deal-volume-of-another',
    '1',
    ['history.agrees-with-events'],
    'Deals in history show another volume than their event.',
    changing('shownDeal', (honest) => (deal) => ({
      ...honest(deal),
      volume: deal.volume === undefined ? undefined : { ...deal.volume, coefficient: deal.volume.coefficient + 1n },
    })),
  ),
  fault(
    'history-deal-price-of-another',
    '1',
    ['history.agrees-with-events'],
    'Deals in history show a price of zero.',
    changing('shownDeal', (honest) => (deal) => ({
      ...honest(deal),
      price: deal.price === undefined ? undefined : parseDecimal('0'),
    })),
  ),
];
