// What events told last of each order and position, held against a snapshot (interface 1, rule 2; 6, table): members that both show are the
// same. Which members an entity shows is open, and so is whether levels are shown on what they protect or as an sltp order (6.1, rule 3).
import type { JsonValue } from '../../../toolkit/payload/json.js';
import type { OrderView, PositionView, TradingStateView } from '../../../toolkit/profile/dialect/views.js';
import type { CheckContext } from '../../runner/context.js';
import { differ, figureOf, same } from '../figures.js';
import type { TransactionEvent } from '../streams/event-of.js';
import { typeOf } from './main-order.js';

type Entity = OrderView | PositionView;

export interface Told {
  readonly orders: ReadonlyMap<string, OrderView>;
  readonly positions: ReadonlyMap<string, PositionView>;
}

type Member = 'type' | 'side' | 'instrument' | 'volume' | 'price';

const OF_ORDERS: readonly Member[] = ['type', 'side', 'instrument', 'volume', 'price'];
/** Its position tells the others, which may change with the position and without a word. */
const OF_SLTP_ORDERS: readonly Member[] = ['type', 'instrument'];
/** The price has a judgement of its own. */
const OF_POSITIONS: readonly Member[] = ['type', 'side', 'instrument', 'volume'];
const LEVELS = ['stopLossPrice', 'takeProfitPrice'] as const;
const OVER: readonly (string | undefined)[] = ['filled', 'cancelled', 'rejected', 'expired'];

export function toldBy(t: CheckContext, events: readonly TransactionEvent[]): Told {
  const orders = new Map<string, OrderView>();
  const positions = new Map<string, PositionView>();
  for (const { view } of events) {
    const levels = (view.orders ?? []).filter((order) => isSltp(t, order));
    // Levels that an sltp order changes need not be told of the position itself.
    const changed = levels.length > 0 ? [...positions] : [];
    for (const [id, one] of changed) positions.set(id, withoutLevels(one));
    for (const one of view.orders ?? []) if (one.id !== undefined) orders.set(one.id, one);
    for (const one of view.positions ?? []) if (one.id !== undefined) positions.set(one.id, one);
    for (const order of levels) {
      const position = positions.get(order.positionId ?? '');
      if (position?.id === undefined || isOver(t, order)) continue;
      positions.set(position.id, { ...position, ...levelsOf(order) });
    }
  }
  return { orders, positions };
}

/** What the snapshot shows otherwise than it was told, in words. */
export function differencesOf(t: CheckContext, told: Told, state: TradingStateView): readonly string[] {
  const { orders = [], positions = [] } = state;
  return [
    ...orders.flatMap((one) => differing(t, 'order', told.orders.get(one.id ?? ''), one)),
    ...positions.flatMap((one) => differing(t, 'position', told.positions.get(one.id ?? ''), one)),
    ...orders.flatMap((one) => overOf(t, told.orders.get(one.id ?? ''))),
    ...[...told.orders.values()].flatMap((one) => unshownOf(t, one, state)),
  ];
}

/** The same of the prices of positions, of which nothing says that they are those of the opening everywhere. */
export function priceDifferencesOf(told: Told, { positions = [] }: TradingStateView): readonly string[] {
  return positions.flatMap(({ id = '', price }) => {
    const before = told.positions.get(id)?.price;
    return differ(before, price) ? [`position ${id} at ${String(price)}, told at ${String(before)}`] : [];
  });
}

/** Orders of their own that were told as pending, last of all, and that the snapshot does not show. */
export function lostFrom(t: CheckContext, told: Told, { orders = [] }: TradingStateView): readonly string[] {
  const pending = [...told.orders.values()].filter(
    (one) => !isSltp(t, one) && t.dialect.meaning('orderState', one.state ?? null) === 'pending',
  );
  return pending.flatMap(({ id = '' }) => (orders.some((one) => one.id === id) ? [] : id));
}

function differing(
  t: CheckContext,
  kind: 'order' | 'position',
  told: Entity | undefined,
  shown: Entity,
): readonly string[] {
  if (told === undefined) return [];
  const hasLevels = showsLevels(told) && showsLevels(shown);
  const compared = kind === 'position' ? OF_POSITIONS : comparedOf(t, told);
  const members = [
    ...compared.filter((member) => isOther(t, member, told, shown)),
    ...LEVELS.filter((member) => hasLevels && !isSame(told[member], shown[member])),
  ];
  return members.map((member) => {
    const of = (entity: Entity): string => String(memberIn(entity, member) ?? 'none');
    return `${kind} ${shown.id} with ${member} ${of(shown)}, told with ${of(told)}`;
  });
}

function comparedOf(t: CheckContext, order: OrderView): readonly Member[] {
  return isSltp(t, order) ? OF_SLTP_ORDERS : OF_ORDERS;
}

/** Sides and types may be spelled otherwise from place to place. */
function isOther(t: CheckContext, member: Member, told: Entity, shown: Entity): boolean {
  if (member === 'volume' || member === 'price') return differ(told[member], shown[member]);
  const [one, other] = [told, shown].map((entity) => {
    const word = memberIn(entity, member) ?? null;
    if (member === 'instrument') return typeof word === 'string' ? word : undefined;
    return t.dialect.meaning(member === 'type' ? 'orderType' : 'side', word);
  });
  return one !== undefined && other !== undefined && one !== other;
}

function memberIn(entity: Entity, member: string): JsonValue | undefined {
  return new Map(Object.entries(entity)).get(member);
}

/** A level that is not there is none. */
function isSame(told: JsonValue | undefined, shown: JsonValue | undefined): boolean {
  return figureOf(told) === undefined && figureOf(shown) === undefined ? true : same(told, shown);
}

function showsLevels(entity: Entity): boolean {
  return LEVELS.some((level) => figureOf(entity[level]) !== undefined);
}

function withoutLevels({ stopLossPrice: _loss, takeProfitPrice: _profit, ...position }: PositionView): PositionView {
  return position;
}

function levelsOf({ stopLossPrice, takeProfitPrice }: OrderView): Partial<PositionView> {
  return {
    ...(stopLossPrice !== undefined && { stopLossPrice }),
    ...(takeProfitPrice !== undefined && { takeProfitPrice }),
  };
}

function isSltp(t: CheckContext, order: OrderView): boolean {
  return typeOf(t, order) === 'sltp';
}

function isOver(t: CheckContext, { state }: OrderView): boolean {
  return OVER.includes(t.dialect.meaning('orderState', state ?? null));
}

function overOf(t: CheckContext, told: OrderView | undefined): readonly string[] {
  return told !== undefined && isOver(t, told) ? [`order ${told.id}, told as ${String(told.state)}`] : [];
}

/** Where snapshots list sltp orders of positions, every one that is open is listed, or what it protects shows its levels. */
function unshownOf(
  t: CheckContext,
  told: OrderView,
  { orders = [], positions = [] }: TradingStateView,
): readonly string[] {
  const isPending = t.dialect.meaning('orderState', told.state ?? null) === 'pending';
  const { id, positionId } = told;
  const position = positions.find((one) => one.id !== undefined && one.id === positionId);
  const areListed = orders.some((one) => isSltp(t, one) && one.positionId !== undefined && one.id !== id);
  if (!isSltp(t, told) || !isPending || position === undefined || !areListed) return [];
  const isShown = orders.some((one) => one.id === id) || showsLevels(position);
  return isShown ? [] : [`nothing of the levels of sltp order ${id}`];
}
