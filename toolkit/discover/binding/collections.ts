// Where lists of entities lie in a body or a message: found by the name of the member, of the described item, or by what is inside.
import type { JsonValue } from '../../payload/json.js';
import { plain } from '../meaning/names.js';
import { type Place, placesIn, pointerOf, type Shape } from '../shape/shape.js';

export interface CollectionFound {
  readonly steps: readonly string[];
  /** Undefined where an empty object left it open. */
  readonly form: 'list' | 'map' | 'single' | undefined;
  /** One of its entities. */
  readonly item: Shape | undefined;
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
  const places = placesIn(shape);
  const byItem = places.find(
    (place) => isCalled(place.shape.items ?? place.shape.values, ITEM_NAMES[name]) && isCollection(place),
  );
  const byName = places.find((place) => COLLECTION_NAMES[name].test(plain(lastOf(place))) && isCollection(place));
  const found = byItem ?? byName;
  return found === undefined ? undefined : asCollection(found);
}

/** The list of a page: what holds objects, whatever it is called. */
export function findItems(shape: Shape): CollectionFound | undefined {
  const lists = placesIn(shape).filter(
    ({ shape: { items, values, kinds } }) => kinds.has('array') || values !== undefined || items !== undefined,
  );
  const found = lists.find(({ shape: { items, values } }) => (items ?? values)?.kinds.has('object')) ?? lists[0];
  return found === undefined ? undefined : asCollection(found);
}

/** The object that holds all of the members, nearest to the root. */
export function findHolder(shape: Shape, members: readonly string[]): readonly string[] | undefined {
  return placesIn(shape).find((place) => members.every((name) => place.shape.members.has(name)))?.steps;
}

/** A collection as the dialect writes it; `from` leaves out the steps of the root. */
export function collectionForm({ steps, form }: CollectionFound, from: number): JsonValue {
  const at = pointerOf(steps.slice(from));
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
