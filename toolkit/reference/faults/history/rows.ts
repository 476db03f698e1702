// Faults of Trading History (interface 1, rules 2, 4 and 5): rows that are lost, open, out of order; cursors that slip.
import type { Collection } from '../../rules/telling/history.js';
import { alsoWhere, always, amended, exceptWhere, instead, onlyWhere, readAs } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { onceIn } from '../algebra/memory.js';

const agreesWithEvents = violating('1', ['history.agrees-with-events']);
const cursorContinues = violating('1', ['history.cursor-continues']);
const cursorWithFilterRefused = violating('1', ['history.cursor-with-filter-refused']);
const limitRespected = violating('1', ['history.limit-respected']);
const deals = violating('1', ['history.deals', 'history.closed-orders', 'reconnect.history-reconciles']);

const ofDeals = (collection: Collection): boolean => collection === 'deals';

/** Filters by which a service may read another index. */
const FILTERED = [
  { word: 'of-one-instrument', filter: 'instrument', words: 'of one instrument' },
  { word: 'since-a-time', filter: 'fromMs', words: 'since a time' },
] as const;

export const historyRowFaults: readonly Fault[] = [
  agreesWithEvents('history-levels-exchanged', {
    summary: 'History shows the stop loss of an order as its take profit, and the reverse.',
    shownOrder: amended((order) => ({
      ...order,
      stopLossPrice: order.takeProfitPrice,
      takeProfitPrice: order.stopLossPrice,
    })),
  }),
  agreesWithEvents('history-stop-loss-of-stops-at-their-price', {
    summary: 'History shows the price of a stop order as its stop loss.',
    shownOrder: amended((order) =>
      order.type === 'stop' && order.stopLossPrice !== undefined ? { ...order, stopLossPrice: order.price } : order,
    ),
  }),
  violating('1', ['history.closed-orders', 'history.agrees-with-events'])('history-without-filled-orders', {
    summary: 'Filled orders do not come into history.',
    recordsOrder: exceptWhere((order) => order.state === 'filled'),
  }),
  violating('1', ['history.closed-orders', 'history.agrees-with-events'])('history-without-withdrawn-sltp-orders', {
    summary: 'The sltp order of a pending order that is cancelled does not come into history.',
    recordsOrder: exceptWhere(
      ({ type, state, positionId }) => type === 'sltp' && state === 'cancelled' && positionId === undefined,
    ),
  }),
  violating('1', ['history.agrees-with-events', 'history.deals', 'reconnect.history-reconciles'])(
    'history-without-closing-deals',
    {
      summary: 'Deals that open a position do not come into history.',
      recordsDeal: onlyWhere((deal) => deal.balanceKind !== undefined || deal.amount.coefficient !== 0n),
    },
  ),
  violating('1', ['history.agrees-with-events', 'history.deals'])('history-deal-lost-once-in-seven', {
    summary: 'One deal in seven is missing in history.',
    rate: 1 / 7,
    recordsDeal: onceIn(7, false),
  }),
  violating('1', ['history.deals', 'history.agrees-with-events'])('history-balance-deals-of-one-amount-once', {
    summary: 'Of two balance deals of one amount in a row, history shows the first.',
    needs: 'account.deposit',
    recordsDeal: (honest) => {
      let last: bigint | undefined;
      return (deal) => {
        if (deal.balanceKind === undefined) return honest(deal);
        const isAgain = last === deal.amount.coefficient;
        last = isAgain ? undefined : deal.amount.coefficient;
        return !isAgain && honest(deal);
      };
    },
  }),
  violating('1', ['history.no-open-orders'])('history-with-open-orders', {
    summary: 'Pending orders are in history from their placement on.',
    recordsPlacements: () => () => true,
    isHistoric: () => () => true,
  }),
  violating('1', ['history.no-open-positions'])('history-with-open-positions', {
    summary: 'Open positions stand behind the deals of history, as if they were deals.',
    listsPosition: alsoWhere((_position, collection) => collection === 'deals'),
  }),
  violating('1', ['history.no-open-positions'])('history-orders-with-open-positions', {
    summary: 'Open positions stand behind the orders of history, as if they were closed orders.',
    listsPosition: alsoWhere((_position, collection) => collection === 'orders'),
  }),
  violating('1', ['history.orders-ascending', 'history.cursor-continues'])('history-orders-descending', {
    summary: 'Historical orders come from newer to older within a page.',
    ordered: (honest) => (items, page) =>
      ofDeals(page.collection) ? honest(items, page) : honest(items, page).toReversed(),
  }),
  violating('1', ['history.deals-ascending', 'history.cursor-continues'])('history-deals-descending', {
    summary: 'Historical deals come from newer to older within a page.',
    ordered: (honest) => (items, page) =>
      ofDeals(page.collection) ? honest(items, page).toReversed() : honest(items, page),
  }),
  ...FILTERED.flatMap(({ word, filter, words }) =>
    (['orders', 'deals'] as const).map((collection) =>
      violating('1', [`history.${collection}-ascending`])(`history-${collection}-${word}-descending`, {
        summary: `Historical ${collection} ${words} come from newer to older within a page.`,
        ordered: (honest) => (items, page) =>
          page.collection === collection && page.filters[filter] !== undefined
            ? honest(items, page).toReversed()
            : honest(items, page),
      }),
    ),
  ),
  violating('1', ['history.deals-ascending', 'history.orders-ascending', 'history.cursor-continues'])(
    'history-second-page-reordered',
    {
      summary: 'The first page is ascending, every later one begins with its last row.',
      ordered: (honest) => (items, page) => {
        const [last, ...rest] = honest(items, page).toReversed();
        return page.isFirst || last === undefined ? honest(items, page) : [last, ...rest.toReversed()];
      },
    },
  ),
  cursorContinues('cursor-loses-a-row', {
    summary: 'A cursor skips the row that follows its page.',
    cursorAdvance: amended((answer) => answer + 1),
  }),
  cursorContinues('cursor-repeats-a-row', {
    summary: 'A cursor begins with the last row of the page before.',
    cursorAdvance: amended((answer) => answer - 1),
  }),
  violating('1', ['history.cursor-continues', 'history.cursor-with-limit'])('cursor-missing', {
    summary: 'No page has a cursor, so that what follows cannot be read.',
    givesCursor: always(false),
  }),
  cursorContinues('later-pages-lose-their-first-row', {
    summary: 'Every page after the first lacks its first row.',
    skips: alsoWhere((_serial, index, page) => !page.isFirst && index === 0),
  }),
  violating('1', ['history.cursor-with-limit'])('cursor-with-limit-refused', {
    summary: 'A limit beside a cursor is refused as if it were a filter.',
    acceptsLimitBesideCursor: always(false),
  }),
  cursorWithFilterRefused('cursor-with-filter-accepted', {
    summary: 'Filters beside a cursor are ignored.',
    acceptsFiltersBesideCursor: always(true),
  }),
  cursorWithFilterRefused('cursor-with-from-accepted', {
    summary: 'The filter from is accepted beside a cursor, to is not.',
    acceptsFiltersBesideCursor: readAs((filters) => ({ ...filters, fromMs: undefined })),
  }),
  limitRespected('limit-ignored', {
    summary: 'Pages have their standard size whatever limit says.',
    pageSize: readAs(() => undefined),
  }),
  limitRespected('limit-plus-one', {
    summary: 'A page holds one row more than limit asks for.',
    pageSize: amended((answer, asked) => answer + (asked === undefined ? 0 : 1)),
  }),
  limitRespected('limit-ignored-beside-cursor', {
    summary: 'Limit counts for the first page only.',
    pageSize: readAs((asked, _standard, _max, isFirst) => (isFirst ? asked : undefined)),
  }),
  agreesWithEvents('history-deal-with-another-volume', {
    summary: 'The volume of a deal in history is one step more than in its event.',
    shownDeal: amended((shown) =>
      shown.volume === undefined
        ? shown
        : { ...shown, volume: { ...shown.volume, coefficient: shown.volume.coefficient + 1n } },
    ),
  }),
  agreesWithEvents('history-order-with-another-price', {
    summary: 'The price of an order in history is a point more than in its event.',
    shownOrder: amended((shown) =>
      shown.price === undefined
        ? shown
        : { ...shown, price: { ...shown.price, coefficient: shown.price.coefficient + 1n } },
    ),
  }),
  agreesWithEvents('history-stop-shown-as-limit', {
    summary: 'Stop orders have the type limit in history.',
    shownOrder: amended((shown) => (shown.type === 'stop' ? { ...shown, type: 'limit' } : shown)),
  }),
  deals('history-retention-of-seconds', {
    summary: 'History keeps what is younger than 5 milliseconds.',
    retains: instead((ageMs) => ageMs < 5),
  }),
  violating('1', ['history.no-open-positions', 'history.deals'])('history-without-partial-closes', {
    summary: 'The deals of a position that is still open are not in history, except the one that opened it.',
    recordsDeal: (honest) => {
      const open = new Map<string, bigint>();
      return (deal) => {
        const { positionId, volume } = deal;
        if (positionId === undefined || volume === undefined) return honest(deal);
        const before = open.get(positionId);
        open.set(positionId, before === undefined ? volume.coefficient : before - volume.coefficient);
        return !(before !== undefined && volume.coefficient < before) && honest(deal);
      };
    },
  }),
  ...(['null_compensation', 'swap_fee', 'admin_fee', 'svc_dollar'] as const).map((kind) =>
    agreesWithEvents(`history-shows-${kind.replace('_', '-')}-as-dividend`, {
      summary: `History shows bookings of the kind ${kind} as dividends.`,
      needs: 'account.deposit',
      shownDeal: amended((shown) => (shown.balanceKind === kind ? { ...shown, balanceKind: 'dividend' } : shown)),
    }),
  ),
];
