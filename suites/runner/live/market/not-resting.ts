// Orders that were to rest and did not, because the market has passed their price (interface 4.1; 6.1, rule 2): one that was executed, or
// one that was refused for the level of its price. Where the market stands follows from them as far as they say.

import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { memberOf } from '../../../../toolkit/payload/json-kind.js';
import type { Dialect } from '../../../../toolkit/profile/dialect/dialect.js';
import type { DealView, OrderView, TransactionView } from '../../../../toolkit/profile/dialect/views.js';
import type { Asked, OwnOperations } from './own-operations.js';
import { performs } from './performed.js';
import type { RestingOrders } from './resting-orders.js';

export interface NotResting {
  readonly instrument: string;
  /** Where the market is, as far as the order shows it: the price of its deal, or else its own. */
  readonly price: string;
  readonly record: number;
}

const LEVEL_CODE = 'TRADING_RULE_INVALID_PRICE_LEVEL';
const PRICE_CODES: readonly unknown[] = [LEVEL_CODE, 'REQUEST_INVALID_PRICE'];
const PENDING: readonly (string | undefined)[] = ['limit', 'stop'];

/** None once the check has moved a price itself. `resting`: what the check was given to rest. */
export function notResting(
  records: readonly JournalRecord[],
  own: OwnOperations,
  dialect: Pick<Dialect, 'meaning'>,
  resting: RestingOrders,
): readonly NotResting[] {
  if (records.some((record) => performs(record, 'market.price'))) return [];
  const ownOrders = new Set<string>();
  const madeToFill = filledByControl(records);
  return own.told.flatMap(({ record, view, asked }) => {
    const written = asked?.request === 'placeOrder' && resting.has(asked) ? asked : undefined;
    if (written?.isPlain === true && PRICE_CODES.some((code) => says(view, code))) return refused(written, record.i);
    if (record.kind !== 'event') return [];
    // The view of an event record is one of the dialect, of this kind.
    const event = (view ?? {}) as TransactionView;
    if (written) for (const { id } of event.orders ?? []) if (id !== undefined) ownOrders.add(id);
    if (event.orders?.some(({ id }) => id !== undefined && madeToFill.has(id))) return [];
    const isOwn = (order: OrderView): boolean =>
      (order.id !== undefined && ownOrders.has(order.id)) ||
      (isPending(order, dialect) && resting.hasPrice(text(order.price)));
    return executed(event, record.i, written, isOwn);
  });
}

/** The first record in which a target refuses what was written to rest, or to protect, for the level of its prices. */
export function refusedLevel(own: OwnOperations, resting: RestingOrders): number | undefined {
  return own.told.find(({ view, asked }) => {
    if (asked?.isSound !== true || !says(view, LEVEL_CODE)) return false;
    // Of a body that was written byte by byte no parameters are known.
    if (asked.request === 'placeOrder') return (asked.type ?? 'sltp') === 'sltp' || resting.has(asked);
    return asked.request === 'openPosition' && !asked.isPlain;
  })?.record.i;
}

/** Orders that the check itself had executed: they say nothing of the market. */
function filledByControl(records: readonly JournalRecord[]): ReadonlySet<string> {
  const fills = records.filter((record) => record.error === null && performs(record, 'order.fill'));
  return new Set(fills.map(({ parsed }) => String(memberOf(memberOf(parsed, 'params'), 'order_id'))));
}

function executed(
  { deals = [], orders = [] }: TransactionView,
  record: number,
  written: Asked | undefined,
  isOwn: (order: OrderView) => boolean,
): readonly NotResting[] {
  const trade = deals.find(({ balanceKind }) => (balanceKind ?? null) === null);
  const order = orders.find(isOwn);
  if (trade === undefined || (order === undefined && written === undefined)) return [];
  const instrument = text(trade.instrument) ?? text(order?.instrument) ?? written?.instrument;
  const price = text(trade.price) ?? text(order?.price) ?? written?.price;
  if (instrument === undefined || price === undefined) return [];
  return [{ instrument, price, record }];
}

function refused({ instrument, price }: Asked, record: number): readonly NotResting[] {
  if (instrument === undefined || price === undefined) return [];
  return [{ instrument, price, record }];
}

function isPending({ type }: OrderView, dialect: Pick<Dialect, 'meaning'>): boolean {
  return PENDING.includes(dialect.meaning('orderType', type ?? null));
}

function says(view: JsonValue | undefined, code: unknown): boolean {
  return ['errorCode', 'errorMessage', 'code', 'message'].some((member) => memberOf(view, member) === code);
}

function text(value: DealView['price']): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
