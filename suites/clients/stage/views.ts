// What a client shows, held against what is so inside the service (interface 1, rule 6; 2.2 to 2.5; 6). Figures are compared by value, and
// members that a client does not keep are none of its faults. Stop loss and take profit count the same on an order and beside it.
import type { PredicateName } from '../../../toolkit/checkers/predicates/predicates.js';
import { readDecimal, toText } from '../../../toolkit/decimal/index.js';
import type { View } from '../../../toolkit/intents/index.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import type { AccountView } from '../../../toolkit/reference/index.js';
import { Undecided } from './ends.js';
import { fact, type PointedFact } from './grounds.js';
import type { Stage } from './stage.js';

type Figure = AccountView['state']['accountState']['balance'];
type Part = Exclude<keyof View, 'current'>;

/** Undecided of a client whose view has nothing of this. */
export async function requireShown(stage: Stage, ...parts: readonly Part[]): Promise<void> {
  const view = await stage.view();
  const absent = parts.filter((part) => view[part] === undefined);
  if (absent.length === 0) return;
  throw new Undecided(`the view of the client has no ${absent.join(' and no ')}`, [], [`${absent[0]} in the view`]);
}

/** Orders, positions and balance, as far as the view has them. */
export function tradingShown(view: View, stage: Stage): readonly PointedFact[] {
  return [...ordersShown(view, stage), ...positionsShown(view, stage), ...balanceShown(stage)];
}

export function ordersShown(view: View, stage: Stage): readonly PointedFact[] {
  const { state } = stage.inside();
  const protecting = protectingOrders(stage);
  const mains = state.orders.filter(({ id }) => !protecting.has(id));
  const orders = named(view.orders, 'ord', stage);
  const wanted = mains.map(({ id, volume, price, instrument }) => ({
    id,
    members: [...figure('volume', volume), ...figure('price', price), optional('instrument', 'equals', instrument)],
  }));
  return entitiesShown('orders', view.orders, orders, wanted, ({ id, type }) => protecting.has(id) || type === 'sltp');
}

/** How many orders of protection a view tells without their type: its client knows what they are, and nobody asked it. */
export function untypedProtection(view: View, stage: Stage): number {
  const protecting = protectingOrders(stage);
  const orders = named(view.orders, 'ord', stage) ?? [];
  return orders.filter(({ id, type }) => type === undefined && protecting.has(id)).length;
}

function protectingOrders(stage: Stage): ReadonlySet<string> {
  return new Set(stage.inside().state.orders.flatMap(({ id, type }) => (type === 'sltp' ? [id] : [])));
}

export function positionsShown(view: View, stage: Stage): readonly PointedFact[] {
  const wanted = stage.inside().state.positions.map(({ id, volume, instrument, side }) => ({
    id,
    members: [
      ...figure('volume', volume),
      optional('instrument', 'equals', instrument),
      optional('side', 'equals', side),
    ],
  }));
  return entitiesShown('positions', view.positions, named(view.positions, 'pos', stage), wanted, () => false);
}

export function balanceShown(stage: Stage): readonly PointedFact[] {
  return figure('balance', stage.inside().state.accountState.balance).map((one) => under('/account', one));
}

interface Wanted {
  readonly id: string;
  /** Of the entity, wherever it stands. */
  readonly members: readonly PointedFact[];
}

interface Entity {
  readonly id: string;
  readonly type?: string;
}

/** Each once, by the names that the service has for them, and no other but what is spared. */
function entitiesShown<E extends Entity>(
  list: string,
  shown: readonly E[] | undefined,
  renamed: readonly E[] | undefined,
  wanted: readonly Wanted[],
  isSpared: (entity: E) => boolean,
): readonly PointedFact[] {
  const at = `/${list}`;
  if (shown === undefined || renamed === undefined) return [fact(at, 'absent')];
  const places = wanted.map(({ id }) => renamed.findIndex((one) => one.id === id && !isSpared(one)));
  // Of one that is missing no fact can be written down that holds.
  if (places.includes(-1)) return [fact(at, 'lengthIs', shown.length + 1)];
  const spared = renamed.flatMap((one, place) => (isSpared(one) ? [place] : []));
  const own = (place: number, members: readonly PointedFact[]): readonly PointedFact[] => [
    fact(`${at}/${place}/id`, 'equals', shown[place]?.id ?? null),
    ...members.map((one) => under(`${at}/${place}`, one)),
  ];
  return [
    fact(at, 'lengthIs', wanted.length + spared.length),
    ...wanted.flatMap(({ members }, one) => own(places[one] ?? -1, members)),
    ...spared.flatMap((place) =>
      own(place, [fact('/type', 'optional', { predicate: 'equals', expected: shown[place]?.type ?? null })]),
    ),
  ];
}

/** Under the names that the service itself has for them. */
function named<E extends Entity>(
  shown: readonly E[] | undefined,
  kind: 'ord' | 'pos',
  { service, account }: Stage,
): readonly E[] | undefined {
  return shown?.map((entity) => ({ ...entity, id: service.identifier(kind, account, entity.id) }));
}

/** By period, the instruments that it affects; those that the view does not name are not missed. */
export function periodsShown({ hmr }: View, periods: ReadonlyMap<string, readonly string[]>): readonly PointedFact[] {
  const wanted = [...periods].map(([id, instruments]) => ({
    id,
    members: [
      optional('instruments', 'subsetOf', [...instruments]),
      ...instruments.map((name) => optional('instruments', 'includes', name)),
    ],
  }));
  // A view without them shows none.
  if (hmr === undefined) return [fact('/hmr', 'present')];
  return entitiesShown('hmr', hmr, hmr, wanted, () => false);
}

/** Conditions as a message carried them: the members that the view has are the same. */
export function conditionsShown(
  { conditions = [] }: View,
  instrument: string,
  told: Readonly<Partial<Record<'volumeMin' | 'volumeMax' | 'volumeStep' | 'pointDigits', JsonValue>>>,
): readonly PointedFact[] {
  const at = conditions.findIndex((one) => one.instrument === instrument);
  const count = { member: 'instrument', predicate: 'equals', expected: instrument, count: 1 };
  const members = [
    ...same('volume_min', told.volumeMin),
    ...same('volume_max', told.volumeMax),
    ...same('volume_step', told.volumeStep),
    ...same('point_digits', told.pointDigits),
  ];
  return [fact('/conditions', 'count', count), ...members.map((one) => under(`/conditions/${at}`, one))];
}

function same(member: string, told: JsonValue | undefined): readonly PointedFact[] {
  if (told === undefined || told === null) return [];
  const isDecimal = readDecimal(String(told)) !== undefined;
  return [isDecimal ? optional(member, 'sameDecimal', told) : optional(member, 'oneOf', [told, String(told)])];
}

function figure(member: string, is: Figure | undefined): readonly PointedFact[] {
  return is === undefined ? [] : [optional(member, 'sameDecimal', toText(is))];
}

/** What a client does not keep is none of its faults. */
function optional(member: string, predicate: PredicateName, expected: JsonValue): PointedFact {
  return fact(`/${member}`, 'optional', { predicate, expected });
}

function under(pointer: string, one: PointedFact): PointedFact {
  return { ...one, pointer: `${pointer}${one.pointer}` };
}

/** So many, where the view has them at all. */
export function countShown(list: 'orders' | 'positions', count: number): readonly PointedFact[] {
  return [optional(list, 'lengthIs', count)];
}

export function onePosition(volume: string): readonly PointedFact[] {
  const due = { member: 'volume', predicate: 'optional', expected: { predicate: 'sameDecimal', expected: volume } };
  return [...countShown('positions', 1), optional('positions', 'every', due)];
}
