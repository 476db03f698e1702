// The orders and positions that a message shows, by names that tell them apart.
import type { JsonObject } from '../../payload/json.js';
import { listOf, textAt } from './views.js';

/** Names of entities, `order 5` or `position 7`. */
export type Name = string;

export function kindOf(name: Name): 'order' | 'position' {
  return name.startsWith('order') ? 'order' : 'position';
}

/** Orders that belong to a position, too: one that was executed may have been pending before. */
export function entitiesOf(view: JsonObject): readonly (readonly [Name, JsonObject])[] {
  const entities: [Name, JsonObject][] = [];
  for (const order of listOf(view, 'orders') ?? []) {
    const id = textAt(order, 'id');
    if (id !== undefined) entities.push([`order ${id}`, order]);
  }
  for (const position of listOf(view, 'positions') ?? []) {
    const id = textAt(position, 'id');
    if (id !== undefined) entities.push([`position ${id}`, position]);
  }
  return entities;
}
