// Trading history (interface 1, rules 2, 4 and 5; 8): closed orders and deals, older to newer, by pages.
import type { Deal, Order, Position } from '../../domain.js';

export type Collection = 'orders' | 'deals';

export interface HistoryFilters {
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
  readonly instrument: string | undefined;
}

/** A cursor in the clear; on the wire it is opaque and authenticated. */
export interface CursorContent {
  readonly collection: Collection;
  readonly accountId: string;
  /** Serial of the next record in the collection. */
  readonly next: number;
  readonly filters: HistoryFilters;
}

/** A page that was made. */
export interface PageEnd {
  readonly collection: Collection;
  readonly accountId: string;
  readonly isFirst: boolean;
  readonly rows: number;
}

export interface HistoryRules {
  /** Interface 1, rule 2: closed orders only. */
  isHistoric(order: Order): boolean;
  /** Interface 1, rule 2: open orders do not appear; true records them when they are placed. */
  recordsPlacements(): boolean;
  /** Interface 1, rule 2: closed orders appear. */
  recordsOrder(order: Order): boolean;
  /** Interface 1, rule 2. */
  recordsDeal(deal: Deal): boolean;
  /** Interface 1, rule 2: open positions do not appear; true lists one as it stands, behind what is listed. */
  listsPosition(position: Position, collection: Collection): boolean;
  /** Interface 1, rule 2: nothing says how soon what has ended is listed. */
  isListed(ageMs: number): boolean;
  /** Interface 8: retention. */
  retains(ageMs: number, retentionMs: number): boolean;
  /** Interface 1, rule 5: whether a record lies within the filters; both ends are inclusive. */
  matches(atMs: number, instrument: string | undefined, filters: HistoryFilters): boolean;
  /** Interface 1, rule 4: `items` come older to newer. */
  ordered<Item>(
    items: readonly Item[],
    page: { readonly isFirst: boolean; readonly collection: Collection; readonly filters: HistoryFilters },
  ): readonly Item[];
  /** Interface 1, rule 5: how many items a page may hold at most. */
  pageSize(asked: number | undefined, standard: number, max: number, isFirst: boolean): number;
  /** Interface 1, rule 5: where the next page starts; `last` is the serial of the page's last record. */
  cursorAdvance(last: number, page: PageEnd): number;
  /** Interface 1, rule 5: where the page behind a cursor begins, by its serial. */
  startOfPage(cursor: CursorContent, limit: number | undefined): number;
  /** Interface 1, rule 5: how a cursor looks is nobody's business but the service's. */
  writtenCursor(sealed: string): string;
  /** Interface 1, rule 5: and back again, from what a client sends. */
  readCursor(text: string): string;
  /** Interface 1, rule 5: whether a page with more records behind it gets a cursor. */
  givesCursor(more: boolean): boolean;
  /** Interface 1, rule 5: limit is no filter. */
  acceptsLimitBesideCursor(): boolean;
  /** Interface 1, rule 5: no filter beside a cursor; limit is no filter. */
  acceptsFiltersBesideCursor(filters: HistoryFilters): boolean;
  /** Interface 1, rule 5: a cursor that the service did not make, or made for another collection or account. */
  acceptsCursor(
    authentic: boolean,
    content: CursorContent,
    wanted: Pick<CursorContent, 'accountId' | 'collection'>,
  ): boolean;
  /** Interface 1, rule 5; 4: whose history a page behind a cursor shows: that of the path. */
  accountOfPage(cursor: CursorContent, wanted: Pick<CursorContent, 'accountId'>): string;
  /** Interface 1, rule 5: whether the filters that a cursor was given under hold for the page behind it. */
  filtersOfPage(cursor: CursorContent, beside: HistoryFilters): HistoryFilters;
  /** Interface 1, rule 5; 4.1: REQUEST_INVALID_LIMIT. */
  acceptsLimit(text: string, max: number): boolean;
  /** Interface 1, rule 5; 4.1: REQUEST_INVALID_TIME_RANGE. */
  acceptsTimeRange(fromMs: number, toMs: number): boolean;
  /** Interface 1, rule 5: serials that a page leaves out. */
  skips(
    serial: number,
    indexInPage: number,
    page: { readonly isFirst: boolean; readonly collection: Collection },
  ): boolean;
  /** Interface 1, rule 5. */
  shownOrder(order: Order): Order;
  /** Interface 1, rule 5. */
  shownDeal(deal: Deal): Deal;
}

export const honestHistory: HistoryRules = {
  isHistoric: ({ state }) => state !== 'pending',
  recordsPlacements: () => false,
  recordsOrder: () => true,
  recordsDeal: () => true,
  listsPosition: () => false,
  isListed: () => true,
  retains: (ageMs, retentionMs) => ageMs < retentionMs,
  matches: (atMs, instrument, { fromMs, toMs, instrument: wanted }) =>
    (fromMs === undefined || atMs >= fromMs) &&
    (toMs === undefined || atMs <= toMs) &&
    (wanted === undefined || instrument === wanted),
  ordered: (items) => items,
  pageSize: (asked, standard, max) => Math.min(asked ?? standard, max),
  cursorAdvance: (last) => last + 1,
  startOfPage: ({ next }) => next,
  writtenCursor: (sealed) => sealed,
  readCursor: (text) => text,
  givesCursor: (more) => more,
  acceptsLimitBesideCursor: () => true,
  acceptsFiltersBesideCursor: ({ fromMs, toMs, instrument }) =>
    fromMs === undefined && toMs === undefined && instrument === undefined,
  acceptsCursor: (authentic, content, wanted) =>
    authentic && content.accountId === wanted.accountId && content.collection === wanted.collection,
  accountOfPage: (_cursor, wanted) => wanted.accountId,
  filtersOfPage: ({ filters }) => filters,
  acceptsLimit: (text, max) => /^[1-9][0-9]{0,8}$/.test(text) && Number(text) <= max,
  acceptsTimeRange: (fromMs, toMs) => fromMs <= toMs,
  skips: () => false,
  shownOrder: (order) => order,
  shownDeal: (deal) => deal,
};
