// Interface 1, rules 2, 4 and 5: collections of history come from older to newer, and following the cursor returns every item once.
// A walk is a chain of pages that cursors connect. By which of its times an order is sorted is left open, so any one will do.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../payload/json-kind.js';
import type { Checker, CheckerContext, Violation } from '../checker.js';
import type { Answer, Call } from '../ledger/entry.js';
import { filtersIn } from '../ledger/history-filters.js';
import { listOf, textAt } from '../ledger/views.js';
import { readDateTime } from '../predicates/date-time.js';
import { HistoryDoubles, type Met } from './history-doubles.js';

const COLLECTIONS: Readonly<Record<string, 'orders' | 'deals'>> = { orderHistory: 'orders', dealHistory: 'deals' };
const REQUESTS = { orders: 'orderHistory', deals: 'dealHistory' } as const;
const CONTINUES = 'history.cursor-continues';
/** Well below a month, whose length is not said. */
const FRESH_MS = 27 * 86_400_000;
/** Cursors that may still be followed. */
const REMEMBERED = 2000;

interface Page {
  readonly collection: 'orders' | 'deals';
  readonly previous: Page | undefined;
  readonly ids: ReadonlySet<string>;
  /** Those of all pages of its walk so far. */
  readonly walked: Set<string>;
  /** The latest time that each item shows. */
  readonly times: ReadonlyMap<string, number>;
  readonly last: Times;
  /** Those of the first item of its walk. */
  readonly first: Times;
  /** Whether the walk began with filters, which the calls with its cursors cannot repeat. */
  readonly isFiltered: boolean;
  /** When the first page of the walk was asked for; in milliseconds by the clock of the target. */
  readonly startNs: number;
  readonly startMs: number;
  readonly i: number;
}

/** The date-times of an item by the member that holds them, in milliseconds; `view` is the one that the dialect names. */
type Times = ReadonlyMap<string, number>;

interface Complete {
  readonly ids: ReadonlySet<string>;
  /** What the first walk of the run held: the rest has come since. */
  readonly first: ReadonlySet<string>;
  /** Those of them that are too young to expire, or were seen to come. */
  readonly fresh: ReadonlySet<string>;
  /** When a walk first showed each of them. */
  readonly sinceNs: ReadonlyMap<string, number>;
  readonly retention: number;
  readonly endNs: number;
  readonly i: number;
}

export const historyPages: Checker = {
  name: 'history-pages',
  sees: ['answer', 'transaction_event'],
  summary:
    'history comes in its order, from older to newer unless stated otherwise, and its pages neither repeat nor lose items',
  requirements: [CONTINUES, 'history.orders-ascending', 'history.deals-ascending'],
  start(context) {
    const pages = new Map<string, Page>();
    const complete = new Map<string, Complete>();
    const doubles = new HistoryDoubles(context.eventMs);
    return {
      see(entry) {
        if (entry.type === 'message') doubles.hear(entry, context.ledger.targetMs(entry.wall));
        if (entry.type !== 'answer') return;
        const collection = COLLECTIONS[entry.request];
        const call = context.ledger.callOf(entry);
        const items = listOf(entry.view, 'items');
        if (collection === undefined || call?.params === undefined || call.isDamaged || items === undefined) return;
        const asked = textAt(call.params, 'cursor');
        const walk = `${entry.account} ${entry.request}`;
        const previous = asked === undefined ? undefined : pages.get(`${walk} ${asked}`);
        if (asked !== undefined && previous === undefined) return;
        const page = pageOf(
          {
            collection,
            previous,
            isFiltered: previous?.isFiltered ?? isFiltered(call),
            startNs: previous?.startNs ?? call.tNs,
            startMs: previous?.startMs ?? context.ledger.targetMs(entry.wall) - (entry.tNs - call.tNs) / 1e6,
          },
          items,
          entry,
        );
        const seen = { ...page, walk, before: idsBefore(page) };
        judgeOrder(seen, items, entry, context);
        const isPushed = context.historyOrder(REQUESTS[collection]) === 'descending';
        doubles.take({ ...seen, isPushed, endMs: context.ledger.targetMs(entry.wall) });
        const once = [...page.ids].filter((id) => !seen.before.has(id));
        for (const id of once) context.findings.judge(CONTINUES, true, twice({ id, seen }));
        const cursor = textAt(entry.view, 'cursor');
        if (cursor !== undefined) remember(pages, `${walk} ${cursor}`, page);
        else if (!page.isFiltered) judgeLosses({ walk, page, complete }, entry, context);
      },
      finish() {
        for (const double of doubles.unexplained()) context.findings.judge(CONTINUES, false, twice(double));
      },
    };
  },
};

function pageOf(
  known: Pick<Page, 'collection' | 'previous' | 'isFiltered' | 'startNs' | 'startMs'>,
  items: readonly JsonObject[],
  entry: Answer,
): Page {
  const ids = items.map((item) => textAt(item, 'id')).filter((id) => id !== undefined);
  const times = timesOf(items, entry.body);
  const latest = items.flatMap((item, at): readonly [string, number][] => {
    const id = textAt(item, 'id');
    const own = [...(times[at]?.values() ?? [])];
    return id === undefined || own.length === 0 ? [] : [[id, Math.max(...own)]];
  });
  const walked = known.previous?.walked ?? new Set();
  for (const id of ids) walked.add(id);
  return {
    ...known,
    ids: new Set(ids),
    walked,
    times: new Map(latest),
    last: times.at(-1) ?? known.previous?.last ?? new Map(),
    first: known.previous?.first ?? times[0] ?? new Map(),
    i: entry.i,
  };
}

/**
 * A page is in its order, and goes on where the one before it ended. Items that come once more do not: a cursor that counts from the front
 * goes back by as many as came there, or, where those are many, to the newest of them.
 */
function judgeOrder(
  { previous, collection, i, before, first }: Page & Pick<Met['seen'], 'before'>,
  items: readonly JsonObject[],
  { body }: Answer,
  context: CheckerContext,
): void {
  const order = context.historyOrder(REQUESTS[collection]);
  if (order === undefined) return;
  const own = timesOf(items, body);
  const once = own.filter((_, at) => !before.has(textAt(items[at], 'id') ?? ''));
  const isAnew = order === 'descending' && isNoOlder(once[0], first);
  const continued = previous === undefined || isAnew ? once : [previous.last, ...once];
  const evidence = [i, ...(previous === undefined ? [] : [previous.i])];
  for (const shown of once.length === own.length ? [continued] : [own, continued]) {
    judgeTimes(shown, { collection, order, evidence }, context);
  }
}

function isNoOlder(one: Times | undefined, other: Times): boolean {
  return (one?.get('view') ?? Number.NEGATIVE_INFINITY) >= (other.get('view') ?? Number.POSITIVE_INFINITY);
}

interface Listed {
  readonly collection: Page['collection'];
  readonly order: 'ascending' | 'descending';
  readonly evidence: readonly number[];
}

function judgeTimes(
  shown: readonly Times[],
  { collection, order, evidence }: Listed,
  { findings }: CheckerContext,
): void {
  const times = order === 'ascending' ? shown : shown.toReversed();
  if (times.length < 2 || !times.every((one) => one.has('view'))) return;
  const others = [...(times[0]?.keys() ?? [])].filter((member) => member !== 'view');
  const ascending = others.filter((one) => isAscending(times, one));
  const ascends = isAscending(times, 'view') || ascending.some((one) => varies(times, one));
  // All closed within a second: a page that may well be sorted by a time that its items share shows nothing of its order.
  if (!ascends && ascending.length > 0) return;
  findings.judge(`history.${collection}-ascending`, ascends, () => ({
    message: `history of ${collection} does not come ${order === 'ascending' ? 'from older to newer' : 'from newer to older, as stated'}`,
    expected: `times that never ${order === 'ascending' ? 'decrease' : 'increase'}, over all pages`,
    actual: shown
      .map((one) => new Date(one.get('view') ?? 0).toISOString())
      .join(', ')
      .slice(0, 300),
    evidence,
  }));
}

function idsBefore({ previous }: Page): ReadonlyMap<string, number> {
  const before = new Map<string, number>();
  for (let page = previous; page !== undefined; page = page.previous) {
    for (const id of page.ids) if (!before.has(id)) before.set(id, page.i);
  }
  return before;
}

function twice({ id, seen: { before, collection, i } }: Met): () => Violation {
  return () => ({
    message: `following the cursor returned ${id} twice`,
    expected: 'every item once',
    actual: `${id} on two pages of ${collection}`,
    evidence: [i, before.get(id) ?? 0],
  });
}

/** A later walk through everything holds all that an earlier one held, as long as nothing can have expired. */
function judgeLosses(
  { walk, page, complete }: { readonly walk: string; readonly page: Page; readonly complete: Map<string, Complete> },
  { account, i, wall, tNs }: Answer,
  { ledger, findings, eventMs }: CheckerContext,
): void {
  const ids = new Set<string>();
  const times = new Map<string, number>();
  for (let one: Page | undefined = page; one !== undefined; one = one.previous) {
    for (const id of one.ids) ids.add(id);
    for (const [id, timeMs] of one.times) times.set(id, timeMs);
  }
  const retention = ledger.retentionOf(account);
  const earlier = complete.get(walk);
  // One that went on at the same time may have seen what came after this one had passed.
  if (earlier !== undefined && earlier.retention === retention && earlier.endNs < page.startNs) {
    // Retention is a month, perhaps to the second (interface 8): what is nearly as old may go between two walks.
    // Of two servers behind one address the one may list what is new a moment after the other.
    const settledNs = page.startNs - eventMs * 1e6;
    const isSettled = (id: string): boolean => (earlier.sinceNs.get(id) ?? 0) <= settledNs;
    const lost = [...earlier.fresh].filter((id) => !ids.has(id) && isSettled(id));
    findings.judge(CONTINUES, lost.length === 0, () => ({
      message: `a walk through the history of ${page.collection} lost items that an earlier one held`,
      expected: `${lost[0]} again`,
      actual: `${lost.length} of ${earlier.ids.size} items missing`,
      evidence: [i, earlier.i],
    }));
  }
  const first = earlier?.first ?? ids;
  const wallMs = Date.parse(wall);
  const isFresh = (id: string): boolean => {
    const timeMs = times.get(id);
    return !first.has(id) || (timeMs !== undefined && wallMs - timeMs < FRESH_MS);
  };
  // What shows a time long past was there long before.
  const isOld = (id: string): boolean => wallMs - (times.get(id) ?? wallMs) > 2 * eventMs;
  const sinceNs = new Map(
    [...ids].map((id) => [id, isOld(id) ? Number.NEGATIVE_INFINITY : (earlier?.sinceNs.get(id) ?? tNs)]),
  );
  complete.set(walk, { ids, first, fresh: new Set([...ids].filter(isFresh)), sinceNs, retention, endNs: tNs, i });
}

function isFiltered({ params }: Call): boolean {
  return filtersIn(params).length > 0;
}

function remember(pages: Map<string, Page>, name: string, page: Page): void {
  pages.set(name, page);
  const [oldest] = pages.keys();
  if (pages.size > REMEMBERED && oldest !== undefined) pages.delete(oldest);
}

function isAscending(times: readonly Times[], member: string): boolean {
  return times.every((one, at) => {
    const time = one.get(member);
    const before = at === 0 ? time : times[at - 1]?.get(member);
    return time !== undefined && before !== undefined && before <= time;
  });
}

function varies(times: readonly Times[], member: string): boolean {
  return times.some((one) => one.get(member) !== times[0]?.get(member));
}

function timesOf(items: readonly JsonObject[], body: JsonValue): readonly Times[] {
  const raw = findList(body, items.length) ?? [];
  return items.map((item, at) => {
    const times = new Map<string, number>();
    const own = timeOf(memberOf(item, 'time'));
    if (own !== undefined) times.set('view', own);
    for (const [member, value] of Object.entries(raw[at] ?? {})) {
      const time = timeOf(value);
      if (time !== undefined) times.set(member, time);
    }
    return times;
  });
}

/** A malformed date-time is another checker's affair; its order is judged all the same where it can be read at all. */
function timeOf(value: JsonValue | undefined): number | undefined {
  if (typeof value !== 'string') return undefined;
  const epochMs = readDateTime(value)?.epochMs ?? (/^\d{4}-\d{2}-\d{2}T/.test(value) ? Date.parse(value) : Number.NaN);
  return Number.isNaN(epochMs) ? undefined : epochMs;
}

/** The list of objects in the body that the dialect took the items from, known by its length. */
function findList(body: JsonValue, length: number, depth = 0): readonly JsonObject[] | undefined {
  if (isJsonArray(body)) return body.length === length && body.every(isJsonObject) ? body : undefined;
  if (!isJsonObject(body) || depth > 3) return undefined;
  for (const inner of Object.values(body)) {
    const found = findList(inner, length, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
