// What the target ended by itself of what the check had opened, which it may (interface 3: transitions are open): an order whose time was
// over, one that a desk cancelled, a position that it closed or took from. Told by events that no request of the check explains; what the
// check says of it from then on is about a past one. What the check had ended, moved or restricted by control is its own doing.
import { kept } from '../../../../toolkit/base/kept.js';
import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { memberOf } from '../../../../toolkit/payload/json-kind.js';
import type { Dialect } from '../../../../toolkit/profile/dialect/dialect.js';
import type { OrderView, PositionView, TransactionView } from '../../../../toolkit/profile/dialect/views.js';
import { plainOf } from '../../figures.js';
import { type Asked, OwnOperations } from './own-operations.js';

export interface EndedByTarget {
  readonly record: JournalRecord;
  /** Identifiers of orders and positions of the check. */
  readonly ids: readonly string[];
  /** An order's time was over, which no request of a check brings about. */
  readonly isExpiry: boolean;
}

/** Why a check ends undecided for it. */
export const ENDED_BY_TARGET = 'the target ended what the check had open, by itself';

/** By identifier, the record that tells so. */
export function endedIds(records: readonly JournalRecord[], words: Words): ReadonlyMap<string, number> {
  const ended = endedByTarget(records, new OwnOperations(records), words);
  return new Map(ended.flatMap(({ record, ids }) => ids.map((id) => [id, record.i] as const)));
}

type Words = Pick<Dialect, 'meaning'>;

/** In the order of the records. None of what others placed, as far as the target says whose it is. */
export function endedByTarget(
  records: readonly JournalRecord[],
  own: OwnOperations,
  words: Words,
): readonly EndedByTarget[] {
  /** Read where something has ended at all: this is asked after every attempt. */
  let requests: EndingRequests | undefined;
  const isAsked = (entity: OrderView | PositionView, since: number, end: number): boolean => {
    requests ??= new EndingRequests(records, own);
    return requests.explain(entity, since, end);
  };
  /** By identifier, the record in which it was first told. */
  const orders = new Map<string, number>();
  const positions = new Map<string, number>();
  const answered = new Set<Asked>();
  return own.told.flatMap(({ record, view, asked }) => {
    if (record.kind !== 'event' || memberOf(record.parsed, 'kind') !== 'transaction_event') return [];
    // The view of an event record is one of the dialect, of this kind.
    const event = (view ?? {}) as TransactionView;
    const at = (id: string): string => `${record.account} ${id}`;
    // The first event of an operation tells what it did, whatever else has ended with it.
    const isResult = asked !== undefined && !answered.has(asked);
    if (asked !== undefined) {
      answered.add(asked);
      for (const { id } of event.orders ?? []) if (id !== undefined) kept(orders, at(id), () => record.i);
      for (const { id } of event.positions ?? []) if (id !== undefined) kept(positions, at(id), () => record.i);
    }
    const expired = (event.orders ?? []).filter(
      (order) => isKnown(order, orders, at) && meaningOf(order, words) === 'expired',
    );
    const isOwnDoing = isResult || asked?.request === 'cancelOrder' || asked?.request === 'closePosition';
    const ended = isOwnDoing
      ? []
      : [
          ...(event.orders ?? []).filter((order) => isKnown(order, orders, at) && isEnded(order, event, words)),
          // Parts of an opening come under its key, one event after the other.
          ...(asked === undefined ? (event.positions ?? []) : []).filter(
            (position) => isKnown(position, positions, at) && isReduced(position, event, words),
          ),
        ];
    const sinceOf = (id: string = ''): number => orders.get(at(id)) ?? positions.get(at(id)) ?? record.i;
    const unasked = ended.filter((entity) => !isAsked(entity, sinceOf(entity.id), record.i));
    const ids = [...new Set([...expired, ...unasked].flatMap(({ id }) => id ?? []))];
    return ids.length === 0 ? [] : [{ record, ids, isExpiry: expired.length > 0 }];
  });
}

/** Control actions whose effects reach what is open by then, as far as a target lets them. */
const SWEEPING: readonly unknown[] = [
  'account.reset',
  'account.restrict',
  'clock.advance',
  'instrument.remove',
  'market.close',
  'market.price',
  'orders.limit',
];

/** What the check asked to be ended, by calls or by control actions. */
class EndingRequests {
  /** Identifiers with the record from which on they are named. */
  readonly #named = new Map<string, number>();
  readonly #sweeps: number[] = [];

  constructor(records: readonly JournalRecord[], own: OwnOperations) {
    const refused = new Set(own.told.flatMap(({ view, asked }) => (asked && isRefusal(view) ? [asked.record] : [])));
    for (const { i, kind, parsed, error } of records) {
      const params = memberOf(parsed, 'params');
      const request = memberOf(parsed, 'request');
      if (kind === 'control' && error === null) {
        if (SWEEPING.includes(memberOf(parsed, 'action'))) this.#sweeps.push(i);
        // A control action is journalled once it has answered, and its event may come first.
        for (const name of ['order_id', 'position_id']) this.#name(memberOf(params, name), 0);
      }
      const isEnding = request === 'cancelOrder' || request === 'closePosition';
      if (kind === 'invoke' && isEnding && !refused.has(i)) {
        for (const name of ['orderId', 'positionId']) this.#name(memberOf(params, name), i);
      }
    }
  }

  /** Whether one of them may have ended at `end` what was there from `since` on. */
  explain(entity: OrderView | PositionView, since: number, end: number): boolean {
    const { id, positionId, parentOrderId } = entity as OrderView;
    const names = [id, positionId, parentOrderId].map(String);
    const isNamed = names.some((name) => (this.#named.get(name) ?? Number.POSITIVE_INFINITY) < end);
    return isNamed || this.#sweeps.some((sweep) => since < sweep && sweep < end);
  }

  #name(id: unknown, from: number): void {
    if (id === undefined || id === null) return;
    this.#named.set(String(id), Math.min(from, this.#named.get(String(id)) ?? from));
  }
}

/** It ended nothing, so what it was to end has been ended before. */
function isRefusal(view: JsonValue | undefined): boolean {
  return ['errorCode', 'code'].some((member) => (memberOf(view, member) ?? null) !== null);
}

function isKnown(
  { id }: OrderView | PositionView,
  known: ReadonlyMap<string, number>,
  at: (id: string) => string,
): boolean {
  return id !== undefined && known.has(at(id));
}

function meaningOf({ state }: OrderView, words: Words): string | undefined {
  return words.meaning('orderState', state ?? null);
}

/** What the market executes, wholly or in part, has not been ended by the target, whatever word it has for that. */
function isEnded(order: OrderView, { deals = [] }: TransactionView, words: Words): boolean {
  const meaning = meaningOf(order, words);
  const isDealt = meaning === undefined && deals.some(({ orderId }) => orderId !== undefined && orderId === order.id);
  return meaning !== 'pending' && meaning !== 'filled' && !isDealt;
}

function isReduced({ state, volume }: PositionView, { deals = [] }: TransactionView, words: Words): boolean {
  if (words.meaning('positionState', state ?? null) === 'closed' || plainOf(volume) === '0') return true;
  return deals.some(({ balanceKind }) => (balanceKind ?? null) === null);
}
