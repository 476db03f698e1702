// What others did on an account meanwhile (interface 1, rule 2; 2.2): another client, or the platform with what was open before. Nobody
// promised the account to be still, so what is counted is counted without it. What is not plainly theirs counts as caused by the check.
// What a run must leave to others when it tidies up is `runner/live/sharing/opened-by-others.ts`, which knows all checks at once.
import { compare, type Decimal, negate } from '../../../toolkit/decimal/index.js';
import type { JournalRecord } from '../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import { memberOf } from '../../../toolkit/payload/json-kind.js';
import type {
  OrderView,
  PositionView,
  TradingStateView,
  TransactionView,
} from '../../../toolkit/profile/dialect/views.js';
import type { Account, CheckContext, Recorded } from '../../runner/context.js';
import { figureOf, plainOf, sizeOf } from '../figures.js';

export interface DoneByOthers {
  /** Identifiers of their orders. */
  readonly orders: ReadonlySet<string>;
  /** Identifiers of orders that were open before and that they changed. */
  readonly changed: ReadonlySet<string>;
  /** Identifiers of positions that they opened or changed. */
  readonly positions: ReadonlySet<string>;
  /** What their deals added to what was bought, one after the other; sold volume is negative. */
  readonly traded: readonly Decimal[];
  readonly records: readonly number[];
  /** Events of no key or operation of the check that may show what it asked for: theirs, or its own under another name or none. */
  readonly alike: readonly number[];
  /** Events by which an order of the check itself was ended, and not by an operation of the check. */
  readonly ended: readonly number[];
}

/** As the events say that the check has received since that state. */
export function doneByOthers(t: CheckContext, account: Account, before: Recorded<TradingStateView>): DoneByOthers {
  const records = t.records();
  const asked = new Asked(records, before.record, meaningsOf(t), account.id);
  const known = new Set((before.orders ?? []).flatMap(({ id }) => id ?? []));
  const orders = new Set<string>();
  const changed = new Set<string>();
  const deals = new Set<string>();
  const positions = new Set<string>();
  const seen: number[] = [];
  const alike: number[] = [];
  const traded: Decimal[] = [];
  const isOnAccount = (record: JournalRecord): boolean =>
    record.i > before.record && record.account === account.id && isEvent(record);
  for (const record of records) {
    if (!isOnAccount(record)) continue;
    const event = viewOf(record);
    if (!isTheirs(event, asked, known, positions)) {
      if (!isOfCheck(event, asked)) alike.push(record.i);
      continue;
    }
    seen.push(record.i);
    for (const { id } of event.orders ?? []) if (id !== undefined) (known.has(id) ? changed : orders).add(id);
    for (const { id } of event.positions ?? []) if (id !== undefined) positions.add(id);
    for (const { id, side, volume, balanceKind } of event.deals ?? []) {
      const figure = sizeOf(volume);
      // An event comes once on each connection.
      if (id === undefined || deals.has(id) || figure === undefined || (balanceKind ?? null) !== null) continue;
      deals.add(id);
      traded.push(t.dialect.meaning('side', side ?? null) === 'sell' ? negate(figure) : figure);
    }
  }
  const ended = endedByOthers(t, records.filter(isOnAccount), asked);
  return { orders, changed, positions, traded, records: seen, alike, ended };
}

/** A desk may cancel whatever it likes, and the market executes what it reaches: each by an operation of its own. */
function endedByOthers(t: CheckContext, events: readonly JournalRecord[], asked: Asked): readonly number[] {
  const isOpen = ({ state }: OrderView): boolean => t.dialect.meaning('orderState', state ?? null) === 'pending';
  const ofCheck = events.filter((record) => isOfCheck(viewOf(record), asked));
  const own = new Set(ofCheck.flatMap((record) => (viewOf(record).orders ?? []).flatMap(({ id }) => id ?? [])));
  return events
    .filter((record) => !ofCheck.includes(record))
    .filter((record) =>
      (viewOf(record).orders ?? []).some((order) => order.id !== undefined && own.has(order.id) && !isOpen(order)),
    )
    .map(({ i }) => i);
}

/** Events of keys that nobody of the check gave, on whatever account: where others trade, they do so while no stream tells of it, too. */
export function keysOfOthers(t: CheckContext): readonly number[] {
  const records = t.records();
  const asked = new Asked(records, Number.POSITIVE_INFINITY, { side: () => undefined, rests: () => false });
  const isForeign = (event: TransactionView): boolean => hasKey(event) && !isOfCheck(event, asked);
  return records.filter((record) => isEvent(record) && isForeign(viewOf(record))).map(({ i }) => i);
}

/** Whether an order that is shown somewhere, or a position, is like one that the check asked for on any account. */
export function askedFor(t: CheckContext): {
  readonly places: (order: OrderView) => boolean;
  readonly opens: (position: PositionView) => boolean;
} {
  const asked = new Asked(t.records(), 0, meaningsOf(t));
  return { places: (order) => asked.places(order), opens: (position) => asked.opens(position) };
}

function meaningsOf(t: CheckContext): Meanings {
  return {
    side: (side) => t.dialect.meaning('side', side ?? null),
    rests: ({ type, state }) => {
      const kind = t.dialect.meaning('orderType', type ?? null);
      return (kind === 'limit' || kind === 'stop') && t.dialect.meaning('orderState', state ?? null) === 'pending';
    },
  };
}

/** The view of an event record is one of the dialect, of this kind. */
function viewOf({ parsed }: JournalRecord): TransactionView {
  return (memberOf(parsed, 'view') ?? {}) as TransactionView;
}

function isOfCheck({ clientRequestId, operationId }: TransactionView, asked: Asked): boolean {
  return asked.names(clientRequestId) || asked.names(operationId);
}

function hasKey({ clientRequestId }: TransactionView): boolean {
  return typeof clientRequestId === 'string' && clientRequestId !== '';
}

function isTheirs(
  event: TransactionView,
  asked: Asked,
  known: ReadonlySet<string>,
  positions: ReadonlySet<string>,
): boolean {
  const { orders = [], deals = [], positions: shown = [] } = event;
  if (isOfCheck(event, asked)) return false;
  // What comes of a position of theirs is theirs, however like it is to what the check asked for.
  if (shown.length > 0 && shown.every(({ id }) => id !== undefined && positions.has(id))) return true;
  // A key of nobody here is another client's, unless the event shows what the check asked for.
  if (hasKey(event)) return !orders.some((order) => asked.places(order)) && !deals.some((deal) => asked.opens(deal));
  // Without a key it is the platform's own, if it ends what was there before.
  if (orders.some(({ id }) => id !== undefined && known.has(id))) return true;
  // Or that of a desk or a terminal, whose deeds have no key: nothing in it may be the check's, not even in part.
  const done = [...orders, ...deals];
  // A position may have grown by several of them.
  const entities = done.length > 0 ? done : shown.map(({ volume: _, price: _entry, ...position }) => position);
  return entities.length > 0 && !entities.some((entity) => asked.mayBe(entity));
}

function isEvent({ kind, parsed }: JournalRecord): boolean {
  return kind === 'event' && memberOf(parsed, 'kind') === 'transaction_event';
}

/** What the check asked for, by whatever may tell it again. */
class Asked {
  readonly #names = new Set<string>();
  readonly #wishes: Wish[] = [];
  readonly #meanings: Meanings;

  /**
   * What was asked for up to the record `since` is done, and is told by its names alone; so is what was asked for on another account than
   * `accountId`, where others may do the like of it.
   */
  constructor(records: readonly JournalRecord[], since: number, meanings: Meanings, accountId?: string) {
    this.#meanings = meanings;
    for (const { i, kind, parsed, account, client_request_id: key, operation_id: operation } of records) {
      if (kind !== 'invoke' && kind !== 'ok') continue;
      for (const name of [key, operation]) if (name !== null) this.#names.add(name);
      if (i <= since || (accountId !== undefined && account !== accountId)) continue;
      const params = memberOf(parsed, 'params');
      const [price, volume] = [plainOf(memberOf(params, 'price')), plainOf(memberOf(params, 'volume'))];
      const [instrument, side] = [memberOf(params, 'instrument'), memberOf(params, 'side')];
      if (price !== undefined || volume !== undefined) this.#wishes.push({ instrument, side, price, volume });
    }
  }

  names(name: JsonValue | undefined): boolean {
    return (typeof name === 'string' || typeof name === 'number') && this.#names.has(String(name));
  }

  places({ price: shown, ...entity }: Shown & { readonly price?: JsonValue }): boolean {
    const price = plainOf(shown);
    return price !== undefined && this.#wishes.some((wish) => wish.price === price && this.#isLike(wish, entity));
  }

  /**
   * Whether it may come of anything that the check asked for, or be a part of it; what shows no instrument may come of anything. An order
   * that rests at a price comes of no request to trade at the market.
   */
  mayBe(shown: ShownOrder): boolean {
    const { price, volume, ...entity } = shown;
    if (entity.instrument === undefined) return true;
    const [shownPrice, shownVolume] = [plainOf(price), figureOf(volume)];
    const rests = shownPrice !== undefined && this.#meanings.rests(shown);
    return this.#wishes.some((wish) => {
      const isOfPrice = wish.price === undefined ? !rests : shownPrice === undefined || wish.price === shownPrice;
      const wished = figureOf(wish.volume);
      const isPart = wished === undefined || shownVolume === undefined || compare(shownVolume, wished) <= 0;
      return isOfPrice && isPart && this.#isLike(wish, entity);
    });
  }

  /** What is executed at the market has the price of the market. */
  opens({ volume: shown, ...entity }: Shown & { readonly volume?: JsonValue }): boolean {
    const volume = plainOf(shown);
    const isOpening = (wish: Wish): boolean => wish.price === undefined && wish.volume === volume;
    return volume !== undefined && this.#wishes.some((wish) => isOpening(wish) && this.#isLike(wish, entity));
  }

  /** Of the same instrument and side; a wish that names none of them (a close names its position) is like any. */
  #isLike(wish: Wish, { instrument, side }: Shown): boolean {
    const isOfMarket = wish.instrument === undefined || instrument === undefined || wish.instrument === instrument;
    const meant = this.#meanings.side(side);
    return isOfMarket && (wish.side === undefined || meant === undefined || wish.side === meant);
  }
}

interface Wish {
  readonly instrument: JsonValue | undefined;
  readonly side: JsonValue | undefined;
  readonly price: string | undefined;
  readonly volume: string | undefined;
}

interface Shown {
  readonly instrument?: JsonValue;
  readonly side?: JsonValue;
}

interface ShownOrder extends Shown {
  readonly price?: JsonValue;
  readonly volume?: JsonValue;
  readonly type?: JsonValue;
  readonly state?: JsonValue;
}

/** What the target's words mean. */
interface Meanings {
  readonly side: (side: JsonValue | undefined) => string | undefined;
  /** Whether it is an order that waits for its price. */
  readonly rests: (order: ShownOrder) => boolean;
}
