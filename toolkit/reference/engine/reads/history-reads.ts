// Reading history by pages (interface 1, rules 2, 4 and 5): filters or a cursor, a limit with either.
import type { Deal, HistoryRequest, Order, Page, Position, Refusal } from '../../domain.js';
import type { Collection, CursorContent, HistoryFilters } from '../../rules/telling/history.js';
import type { Entry, RetainedLog } from '../../state/retained-log.js';
import { type Core, refusal } from '../core.js';
import type { AccountRecord } from '../records/account-record.js';
import { Cursors } from './cursors.js';

interface Query {
  readonly filters: HistoryFilters;
  /** Serial to start from. */
  readonly next: number;
  readonly limit: number | undefined;
  readonly isFirst: boolean;
  /** Whose rows are shown. */
  readonly account: AccountRecord;
}

/** ISO 8601 with an explicit offset, as the service writes it (interface 1, rule 3), fractions and `Z` included. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

export class HistoryReads {
  readonly #core: Core;
  readonly #cursors: Cursors;

  constructor(core: Core) {
    this.#core = core;
    this.#cursors = new Cursors(core.seed);
  }

  orders(account: AccountRecord, request: HistoryRequest): Page<Order> | Refusal {
    const { rules } = this.#core;
    const query = this.#query(account, 'orders', request);
    if ('refused' in query) return query;
    const instrumentOf = (order: Order): string | undefined => order.instrument;
    const page = this.#page('orders', query.account.book.closedOrders, query, instrumentOf);
    const rows = this.#listedPositions(page, query.account, 'orders').map(orderRowOf);
    return { ...page, items: [...page.items.filter(rules.isHistoric).map(rules.shownOrder), ...rows] };
  }

  deals(account: AccountRecord, request: HistoryRequest): Page<Deal> | Refusal {
    const query = this.#query(account, 'deals', request);
    if ('refused' in query) return query;
    const page = this.#page('deals', query.account.book.deals, query, (deal) => deal.instrument);
    const { rules, clock } = this.#core;
    const listed = this.#listedPositions(page, account, 'deals');
    const rows = listed.map((position) => dealRowOf(position, account.info.currencyDigits, clock.nowMs()));
    return { ...page, items: [...page.items.map(rules.shownDeal), ...rows] };
  }

  /** Open positions that a rule lists, behind the last page. */
  #listedPositions(page: Page<unknown>, { book }: AccountRecord, collection: Collection): readonly Position[] {
    if (page.cursor !== undefined) return [];
    return [...book.positions.values()].filter((one) => this.#core.rules.listsPosition(one, collection));
  }

  #query(account: AccountRecord, collection: Collection, request: HistoryRequest): Query | Refusal {
    const { rules, settings } = this.#core;
    if (request.limit !== undefined && !rules.acceptsLimit(request.limit, settings.historyPageMax)) {
      const detail = `expected limit from 1 to ${settings.historyPageMax}, got ${request.limit.slice(0, 40)}`;
      return refusal(this.#core, 'REQUEST_INVALID_LIMIT', detail);
    }
    const limit = request.limit === undefined ? undefined : Math.trunc(Number(request.limit)) || undefined;
    const filters = filtersOf(request);
    if (filters === undefined || !rules.acceptsTimeRange(filters.fromMs ?? -Infinity, filters.toMs ?? Infinity)) {
      const detail = `expected from and to as ISO 8601 with an offset, from before to`;
      return refusal(this.#core, 'REQUEST_INVALID_TIME_RANGE', detail);
    }
    return request.cursor === undefined
      ? { filters, next: 0, limit, isFirst: true, account }
      : this.#continued(account, collection, { cursor: request.cursor, filters, limit });
  }

  #continued(
    account: AccountRecord,
    collection: Collection,
    { cursor, filters: beside, limit }: Pick<Query, 'filters' | 'limit'> & { readonly cursor: string },
  ): Query | Refusal {
    const { rules } = this.#core;
    const limited = limit !== undefined && !rules.acceptsLimitBesideCursor();
    if (limited || !rules.acceptsFiltersBesideCursor(beside)) {
      return refusal(this.#core, 'REQUEST_INVALID_FILTER_COMBINATION', 'a cursor takes no filter but limit beside it');
    }
    const accountId = account.info.id;
    const opened = this.#cursors.open(rules.readCursor(cursor));
    const content: CursorContent = opened ?? { accountId, collection, next: 0, filters: beside };
    return rules.acceptsCursor(opened !== undefined, content, { accountId, collection })
      ? {
          filters: rules.filtersOfPage(content, beside),
          next: rules.startOfPage(content, limit),
          limit,
          isFirst: false,
          account: this.#core.accounts.get(rules.accountOfPage(content, { accountId })) ?? account,
        }
      : refusal(this.#core, 'REQUEST_INVALID_CURSOR', 'the cursor is none that this service gave for this collection');
  }

  #page<Item>(
    collection: Collection,
    log: RetainedLog<Item>,
    query: Query,
    instrumentOf: (item: Item) => string | undefined,
  ): Page<Item> {
    const { rules, settings, clock } = this.#core;
    const { filters, limit, isFirst, account } = query;
    const nowMs = clock.nowMs();
    log.forget((atMs) => !rules.retains(nowMs - atMs, settings.historyRetentionMs));
    const size = rules.pageSize(limit, settings.historyPage, settings.historyPageMax, isFirst);
    const descends = settings.historyOrder === 'descending';
    const counted = settings.cursorsCountRows ? query.next : 0;
    const begin = settings.cursorsCountRows || isFirst ? undefined : query.next;
    const start = filters.fromMs === undefined ? (begin ?? 0) : Math.max(begin ?? 0, log.firstAt(filters.fromMs));
    let passed = 0;
    const found: Entry<Item>[] = [];
    let more = false;
    for (const entry of descends ? log.downFrom(begin ?? Number.POSITIVE_INFINITY) : log.from(start)) {
      if (!rules.isListed(nowMs - entry.atMs)) {
        if (descends) continue;
        break;
      }
      if (!descends && filters.toMs !== undefined && entry.atMs > filters.toMs) break;
      if (rules.matches(entry.atMs, instrumentOf(entry.item), filters)) {
        passed += 1;
        if (passed <= counted) continue;
        if (found.length === size) {
          more = true;
          break;
        }
        found.push(entry);
      }
    }
    const kept = found.filter(({ serial }, index) => !rules.skips(serial, index, { isFirst, collection }));
    const items = rules.ordered(
      kept.map(({ item }) => item),
      { isFirst, collection, filters },
    );
    const last = found.at(-1)?.serial;
    const accountId = account.info.id;
    const end = { collection, accountId, isFirst, rows: found.length };
    const advance = last === undefined ? 0 : rules.cursorAdvance(last, end) - last;
    const behind = settings.cursorsCountRows ? counted + found.length : (last ?? 0) + (descends ? -advance : advance);
    const next = last === undefined || !rules.givesCursor(more) ? undefined : behind;
    return {
      items,
      cursor:
        next === undefined
          ? undefined
          : rules.writtenCursor(this.#cursors.seal({ collection, accountId, next, filters })),
    };
  }
}

/** A position in the form of a deal, as a service would list it that keeps both in one table. */
function dealRowOf(position: Position, currencyDigits: number, atMs: number): Deal {
  const { id, instrument, side, volume, price, pointDigits, volumeDigits } = position;
  const place = { instrument, side, volume, price, pointDigits, volumeDigits };
  const amount = { coefficient: 0n, scale: currencyDigits };
  return { ...place, id, orderId: undefined, positionId: id, balanceKind: undefined, amount, currencyDigits, atMs };
}

/** The same in the form of an order. */
function orderRowOf({ openedAtMs, price, ...position }: Position): Order {
  return {
    ...position,
    type: 'market',
    state: 'filled',
    price,
    positionId: position.id,
    parentOrderId: undefined,
    clientRequestId: undefined,
    createdAtMs: openedAtMs,
    closedAtMs: openedAtMs,
  };
}

/** Undefined when a time is none. */
function filtersOf({ from, to, instrument }: HistoryRequest): HistoryFilters | undefined {
  const fromMs = timeOf(from);
  const toMs = timeOf(to);
  return Number.isNaN(fromMs) || Number.isNaN(toMs) ? undefined : { fromMs, toMs, instrument };
}

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return DATE_TIME.test(text) ? Date.parse(text) : Number.NaN;
}
