// Entities of messages and bodies into views: orders, positions, deals, account states, conditions, HMR periods.
// Interface 2.2 to 2.5 name the entities; where their members lie is the dialect's business.
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonArray, isJsonObject, isJsonPrimitive } from '../../../payload/json-kind.js';
import type { Collection, DialectSpec, EmptyValues, Members } from '../spec.js';
import { STATED_WORDS } from '../stated-names.js';
import type { AccountStateView, ConditionsView, DealView, HmrPeriodView, OrderView, PositionView } from '../views.js';
import type { Words } from '../words.js';
import { type CollectionReader, compileCollection, type Entry, isPointers } from './collection.js';
import { compileWhen } from './match.js';
import { compilePointers, type Reader } from './pointer.js';

type ListOf<View> = (spec: Collection | null) => (value: JsonValue | undefined) => readonly View[] | undefined;

export interface EntityReaders {
  readonly orders: ListOf<OrderView>;
  readonly positions: ListOf<PositionView>;
  readonly deals: ListOf<DealView>;
  readonly periods: ListOf<HmrPeriodView>;
  readonly accountState: (spec: Collection | null) => (value: JsonValue | undefined) => AccountStateView | undefined;
  readonly conditions: (value: JsonValue | undefined) => ConditionsView | undefined;
  /** The identifier in an HMR period, for updates that remove periods by objects instead of identifiers. */
  readonly periodId: Reader;
}

/** Members that identify: turned into text. */
const IDENTIFIERS = new Set(['id', 'orderId', 'positionId', 'parentOrderId']);

export function compileEntities(
  spec: DialectSpec['entities'],
  words: Readonly<Record<'balanceKind' | 'orderType' | 'side', Words>>,
  emptyValues: EmptyValues,
): EntityReaders {
  const isBalance = spec.balanceWhen === null ? () => true : compileWhen(spec.balanceWhen);
  const order = compileView<OrderView>(spec.order);
  const position = compileView<PositionView>(spec.position);
  const deal = compileView<DealView>(spec.deal);
  const accountState = compileView<AccountStateView>(spec.accountState);
  const conditions = compileView<ConditionsView>(spec.conditions);
  const listed = <View>(reader: ViewReader<View>): ListOf<View> => {
    const list = listOf(reader);
    return emptyValues === 'left-out' ? orEmpty(list) : list;
  };
  return {
    orders: listed({ ...order, read: (entry) => withType(withSize(order.read(entry), words.side), words.orderType) }),
    positions: listed({ ...position, read: (entry) => withSize(position.read(entry), words.side) }),
    deals: listed({ ...deal, read: (entry) => withKind(deal.read(entry), isBalance(entry.value), words.balanceKind) }),
    // What an HMR message carries at its top level is stated (6.2), hence written though it be empty.
    periods: listOf(compilePeriod(spec.hmrPeriod)),
    accountState: (spec) => oneOf(spec, accountState),
    conditions: (value) => single(value, conditions),
    periodId: compilePointers(spec.hmrPeriod.id),
  };
}

interface ViewReader<View> {
  read(entry: Entry): View;
  /** Whether any of the entity's members is there. */
  recognises(value: JsonValue): boolean;
}

/** Reads members by pointer; an absent one is left out of the view. */
export function compileView<View extends object>(members: Members): ViewReader<View> {
  const readers = Object.entries(members).map(([name, binding]) => [name, compilePointers(binding)] as const);
  const read = (entry: Entry): View => {
    const view: Record<string, JsonValue> = {};
    for (const [name, reader] of readers) {
      const value = reader(entry.value, entry.key);
      const member = IDENTIFIERS.has(name) ? identifier(value) : value;
      if (member !== undefined) view[name] = member;
    }
    // The spec's member names are those of the view, which the profile's schema and the default's type hold to.
    return view as View;
  };
  return { read, recognises: (value) => readers.some(([, reader]) => reader(value) !== undefined) };
}

/** The text of an identifier, whose format the interface leaves open; undefined for what identifies nothing. */
export function identifier(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function listOf<View>(reader: ViewReader<View>): ListOf<View> {
  return (spec) => {
    const find: CollectionReader = compileCollection(spec, reader.recognises);
    return (value) => find(value)?.map((entry) => reader.read(entry));
  };
}

/** Lists of which nothing is written when they hold nothing. */
function orEmpty<View>(list: ListOf<View>): ListOf<View> {
  return (spec) => {
    const read = list(spec);
    return (value) => read(value) ?? (spec !== null && isJsonObject(value) ? [] : undefined);
  };
}

/** Where it lies by pointers, or among others: the first that counts. */
function oneOf<View>(
  spec: Collection | null,
  reader: ViewReader<View>,
): (value: JsonValue | undefined) => View | undefined {
  if (spec === null || isPointers(spec)) {
    const find = compilePointers(spec);
    return (value) => single(find(value), reader);
  }
  const find = compileCollection(spec, reader.recognises);
  return (value) => single(find(value)?.[0]?.value, reader);
}

function single<View>(value: JsonValue | undefined, reader: ViewReader<View>): View | undefined {
  const one = isJsonArray(value) ? value[0] : value;
  return isJsonObject(one) ? reader.read({ value: one }) : undefined;
}

/** The kind in the interface's word; a word that the dialect does not know stays as it came, so that it can be judged. */
function withKind(deal: DealView, isBalance: boolean, kinds: Words): DealView {
  const { balanceKind, ...rest } = deal;
  if (!isBalance || balanceKind === undefined || balanceKind === null) return rest;
  return {
    ...rest,
    balanceKind: kinds.read(balanceKind) ?? balanceKind,
    ...respelled('balanceKind', balanceKind, kinds),
  };
}

/** How much it is: whether the volume of what is sold has a sign is open. */
function withSize<View extends Pick<OrderView, 'side' | 'volume'>>(view: View, sides: Words): View {
  const { side, volume } = view;
  const isSigned = typeof volume === 'string' && volume.startsWith('-') && sides.read(side) !== 'buy';
  return isSigned ? { ...view, volume: volume.slice(1) } : view;
}

function withType(order: OrderView, types: Words): OrderView {
  return { ...order, ...respelled('orderType', order.type, types) };
}

/** Notes a spelling that stands for a word of the interface only by the profile, so that the word as sent is judged. */
function respelled(
  vocabulary: keyof typeof STATED_WORDS,
  spelling: JsonValue | undefined,
  words: Words,
): { readonly respelled?: JsonObject } {
  const word = words.read(spelling);
  const isStated = STATED_WORDS[vocabulary].some((stated) => stated === word);
  if (word === undefined || spelling === undefined || !isStated || spelling === word) return {};
  return { respelled: { [word]: spelling } };
}

function compilePeriod(spec: DialectSpec['entities']['hmrPeriod']): ViewReader<HmrPeriodView> {
  const id = compilePointers(spec.id);
  const name = compilePointers(spec.instrumentName);
  const list = compileNames(spec.instruments, name);
  const { start, end } = spec;
  const times = compileView<Pick<HmrPeriodView, 'start' | 'end'>>({ start, end });
  return {
    read: (entry) => {
      const periodId = identifier(id(entry.value, entry.key)) ?? entry.key;
      const instruments = list(entry.value);
      return {
        ...(periodId === undefined ? {} : { id: periodId }),
        ...(instruments === undefined ? {} : { instruments }),
        ...times.read(entry),
      };
    },
    recognises: (value) => id(value) !== undefined || list(value) !== undefined,
  };
}

function isComplete(names: readonly (JsonValue | undefined)[]): names is readonly JsonValue[] {
  return !names.includes(undefined);
}

/** A list of instruments as names: items are names already, objects that hold one, or members of a map by name. */
export function compileNames(
  spec: Collection | null,
  name: Reader,
): (value: JsonValue | undefined) => readonly JsonValue[] | undefined {
  const find = compileCollection(spec, (value) => name(value) !== undefined, 'any');
  const named = ({ value, key }: Entry): JsonValue | undefined =>
    name(value, key) ?? (isJsonPrimitive(value) ? value : undefined);
  return (value) => {
    const names = find(value)?.map(named);
    // A list that grows keeps room for more: ten thousand short ones would be as many times sixteen values.
    return names === undefined || isComplete(names) ? names : names.filter((one) => one !== undefined);
  };
}
