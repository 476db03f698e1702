// Instruments that are listed in groups (interface 4.4 shows no form of the list): `*` in a pointer gathers all of them.
import type { JsonValue } from '../../payload/json.js';
import { type Place, placesIn, pointerOf, type Shape } from '../shape/shape.js';
import type { Placed } from './placed.js';

export function instrumentGroups(shape: Shape, instruments: readonly string[]): readonly Placed[] | undefined {
  return inGroups(shape, instruments) ?? underNames(shape, instruments);
}

/** Lists in the items of a list, one of which holds a name that is known: `/groups/*` and what follows gathers them. */
function inGroups(shape: Shape, instruments: readonly string[]): readonly Placed[] | undefined {
  const isKnown = ({ shape: { words } }: Place): boolean =>
    words.some((word) => instruments.some((name) => name === word));
  for (const outer of placesIn(shape)) {
    const group = outer.shape.items;
    if (group === undefined) continue;
    for (const inner of placesIn(group)) {
      const { items } = inner.shape;
      const name = items && placesIn(items).find(isKnown);
      if (name === undefined || inner.steps.length === 0) continue;
      const form = (from: number): JsonValue => ({
        at: `${pointerOf(outer.steps.slice(from))}/*${pointerOf(inner.steps)}`,
      });
      const list: Placed = { member: 'items', steps: outer.steps, form, confidence: 'sure', from: outer.shape.from };
      return name.steps.length === 0 ? [list] : [list, { ...list, member: 'name', form: () => pointerOf(name.steps) }];
    }
  }
  return undefined;
}

/**
 * Maps or lists under the names of groups, `{"groups": {"fx": {"EURUSD": {}}, "metals": {"XAUUSD": {}}}}`: all of them, not the first. What
 * lies side by side at the top are sections of a body rather than groups.
 */
function underNames(shape: Shape, instruments: readonly string[]): readonly Placed[] | undefined {
  for (const outer of placesIn(shape)) {
    const groups = [...outer.shape.members.values()];
    if (outer.steps.length === 0 || groups.length < 2) continue;
    const at = (from: number): string => `${pointerOf(outer.steps.slice(from))}/*`;
    const list = { member: 'items', steps: outer.steps, confidence: 'likely', from: outer.shape.from } as const;
    if (groups.every(isMap) && groups.some((group) => isOfInstruments(group, instruments))) {
      return [
        { ...list, form: (from) => ({ at: at(from), form: 'map' }) },
        { ...list, member: 'name', form: () => '@key' },
      ];
    }
    if (!groups.every(({ items }) => items !== undefined)) continue;
    const names = groups.flatMap(({ items }) => (items === undefined ? [] : placesIn(items)));
    const name = names.find(({ shape: { words } }) =>
      words.some((word) => instruments.some((known) => known === word)),
    );
    if (name === undefined) continue;
    const items: Placed = { ...list, form: (from) => ({ at: at(from) }) };
    return name.steps.length === 0 ? [items] : [items, { ...list, member: 'name', form: () => pointerOf(name.steps) }];
  }
  return undefined;
}

function isMap({ values, members }: Shape): boolean {
  return values !== undefined || (members.size > 0 && [...members.values()].every(({ kinds }) => kinds.has('object')));
}

/** The names of a map that was told as one are no longer there. */
function isOfInstruments({ values, members }: Shape, instruments: readonly string[]): boolean {
  return values !== undefined || instruments.some((name) => members.has(name));
}
