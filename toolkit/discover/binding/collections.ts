// Where lists of entities lie in a body or a message: found by the name of the member, of the described item, or by what is inside.
import type { JsonValue } from '../../payload/json.js';
import { matchMembers } from '../meaning/match-members.js';
import { plain } from '../meaning/names.js';
import { SENSES } from '../meaning/synonyms.js';
import { NUMBERED } from '../shape/of-value.js';
import { type Place, placesIn, pointerOf, type Shape } from '../shape/shape.js';

export interface CollectionFound {
  readonly steps: readonly string[];
  /** Undefined where an empty object left it open. */
  readonly form: 'list' | 'map' | 'single' | undefined;
  /** One of its entities. */
  readonly item: Shape | undefined;
  /** Where an entry of the list holds it, beside what else the entry says. */
  readonly inner?: readonly string[];
}

export const COLLECTION_NAMES: Readonly<Record<'orders' | 'deals' | 'positions', RegExp>> = {
  orders: /^(orders?|openorders|pendingorders|closedorders|workingorders)$/,
  deals: /^(deals?|fills?|executions?|trades?)$/,
  positions: /^(positions?|openpositions|holdings?)$/,
};

const ITEM_NAMES: Readonly<Record<'orders' | 'deals' | 'positions', RegExp>> = {
  orders: /^(order|openorder|pendingorder|closedorder|orderdto|orderview|ordermodel|ordershape|orderresponse)$/,
  deals: /^(deal|fill|execution|trade|dealdto|dealview|dealmodel|dealresponse)$/,
  positions: /^(position|openposition|positiondto|positionview|positionmodel|positionresponse)$/,
};

export function findCollection(shape: Shape, name: 'orders' | 'deals' | 'positions'): CollectionFound | undefined {
  // Names of a map lead to one of its entries only.
  const places = placesIn(shape).filter(({ steps }) => !steps.some((step) => NUMBERED.test(step)));
  const byItem = places.find(
    (place) => isCalled(place.shape.items ?? place.shape.values, ITEM_NAMES[name]) && isCollection(place),
  );
  const isNamed = (step: string | undefined): boolean => COLLECTION_NAMES[name].test(plain(step ?? ''));
  const byName = places.find((place) => isNamed(lastOf(place)) && isCollection(place));
  const inside = places.find(
    ({ steps, shape: { kinds } }) =>
      isNamed(steps.at(-2)) && OPEN.test(plain(steps.at(-1) ?? '')) && kinds.has('array'),
  );
  const found = byItem ?? inside ?? byName;
  return found === undefined ? undefined : asCollection(found);
}

/** Under what is called like the collection, what holds those that are there now. */
const OPEN = /^(open|active|pending|working|items|list|current|rows|data)$/;

/** The list of a page: what holds objects, whatever it is called. */
export function findItems(shape: Shape): CollectionFound | undefined {
  const lists = placesIn(shape).filter(
    ({ shape: { items, values, kinds } }) => kinds.has('array') || values !== undefined || items !== undefined,
  );
  const found = lists.find(({ shape: { items, values } }) => (items ?? values)?.kinds.has('object')) ?? lists[0];
  return found === undefined ? undefined : asCollection(found);
}

/** So many members of an entity tell that a list without a name of its own holds such. */
const ENOUGH_OF_ONE = 3;

/** The list of a page of entities. An envelope may be a list, too: what lies in it must look like what the page is of. */
export function findPage(shape: Shape, name: 'orders' | 'deals'): CollectionFound | undefined {
  const called = findCollection(shape, name);
  if (called !== undefined) return called;
  const found = findItems(shape);
  if (found?.item === undefined) return found;
  const [entity, item] = [...found.item.members].find(([member]) => ITEM_NAMES[name].test(plain(member))) ?? [];
  if (entity !== undefined && item?.kinds.has('object')) return { ...found, item, inner: [entity] };
  const wanted = SENSES[name === 'orders' ? 'order' : 'deal'] ?? {};
  return matchMembers(found.item, wanted).size >= ENOUGH_OF_ONE ? found : undefined;
}

/** The object that holds all of the members, nearest to the root. */
export function findHolder(shape: Shape, members: readonly string[]): readonly string[] | undefined {
  return placesIn(shape).find((place) => members.every((name) => place.shape.members.has(name)))?.steps;
}

/** A collection as the dialect writes it; `from` leaves out the steps of the root. */
export function collectionForm({ steps, form, inner }: CollectionFound, from: number): JsonValue {
  const at = pointerOf(steps.slice(from));
  if (inner !== undefined) return { at, ...(form === 'map' && { form }), item: pointerOf(inner) };
  return form === 'map' ? { at, form } : at;
}

export function asCollection({ steps, shape }: Place): CollectionFound {
  const { kinds, values, items, members } = shape;
  const form =
    kinds.has('array') || items !== undefined
      ? 'list'
      : values !== undefined
        ? 'map'
        : members.size > 0
          ? 'single'
          : undefined;
  return { steps, form, item: itemOf(shape) };
}

/** A form of one entity is called so by its component. */
function isCalled(item: Shape | undefined, wanted: RegExp): boolean {
  return item?.names.some((name) => wanted.test(plain(name))) ?? false;
}

function isCollection({ shape: { kinds, items, values, members } }: Place): boolean {
  return (
    kinds.has('array') || items !== undefined || values !== undefined || (kinds.has('object') && members.size !== 1)
  );
}

function itemOf({ items, values, members, ...rest }: Shape): Shape | undefined {
  return items ?? values ?? (members.size > 0 ? { items, values, members, ...rest } : undefined);
}

function lastOf({ steps }: Place): string {
  return steps.at(-1) ?? '';
}
