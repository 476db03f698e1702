// Entities where a dialect expects them: as a list, as one object, or as a map by identifier, among others or by themselves.
import type { JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import { isPointers } from '../../../profile/dialect/reading/collection.js';
import type { Collection, Pointers } from '../../../profile/dialect/spec.js';
import { JsonDraft, type Steps } from './json-draft.js';
import { placeOf, satisfy, stepsOf } from './places.js';

/** An entity as it is written, and the name under which it lies in a map. */
export interface Item {
  readonly key: string;
  readonly value: JsonValue;
}

export interface CollectionPlace {
  readonly write: (sheet: JsonDraft, under: Steps, items: readonly Item[]) => void;
}

/** `keyed` says that the name of an entity is found nowhere but in a map. */
export function compileCollection(spec: Collection | null, keyed: boolean): CollectionPlace | undefined {
  if (spec === null) return undefined;
  const { at, where, item, form } = isPointers(spec) ? { at: spec } : spec;
  const steps = stepsOf(firstOf(at));
  const inner = item === undefined ? [] : (placeOf(item) ?? []);
  const wrapped = (value: JsonValue): JsonValue => {
    if (inner.length === 0 && where === undefined) return value;
    const sheet = new JsonDraft();
    sheet.put(inner, value);
    satisfy(sheet, where);
    return sheet.value;
  };
  return {
    write: (sheet, under, items) => {
      const place = [...under, ...steps];
      if (form === 'map' || (keyed && form === undefined)) {
        sheet.put(place, {});
        for (const { key, value } of items) sheet.put([...place, key], wrapped(value));
      } else if ((form === 'single' || isSingular(steps)) && items.length < 2) {
        for (const { value } of items) sheet.put(place, wrapped(value));
      } else {
        sheet.add(
          place,
          items.map(({ value }) => wrapped(value)),
        );
      }
    },
  };
}

/** One object, where pointers lead to it or among others. */
export function compileOne(
  spec: Collection | null,
): ((sheet: JsonDraft, under: Steps, value: JsonValue) => void) | undefined {
  if (spec !== null && !isPointers(spec)) {
    const among = compileCollection(spec, false);
    return (sheet, under, value) => among?.write(sheet, under, [{ key: '', value }]);
  }
  const place = placeOf(spec);
  return place && ((sheet, under, value) => sheet.put([...under, ...place], value));
}

function firstOf(at: Pointers): string {
  return typeof at === 'string' ? at : (at[0] ?? '');
}

/** A member that names one entity holds one. */
function isSingular(steps: Steps): boolean {
  return ['order', 'deal', 'position'].includes(steps.at(-1) ?? '');
}

/** Names of instruments: as they are, as objects that hold them, or as the names of a map, as the pointers to a name say. */
export function compileNames(
  spec: Collection | null,
  name: Pointers,
  inObjects: boolean,
): { readonly write: (sheet: JsonDraft, under: Steps, names: readonly string[]) => void } | undefined {
  const first = firstOf(name);
  const isMap = first === '@key' || (spec !== null && !isPointers(spec) && spec.form === 'map');
  const place = compileCollection(spec, isMap);
  if (place === undefined) return undefined;
  const steps = first === '@key' ? undefined : stepsOf(first);
  const spell = (one: string): JsonValue => {
    if (isMap && steps === undefined) return {};
    if (steps === undefined || !(inObjects || isMap)) return one;
    const sheet = new JsonDraft();
    sheet.put(steps, one);
    return isJsonObject(sheet.value) ? sheet.value : one;
  };
  return {
    write: (sheet, under, names) =>
      place.write(
        sheet,
        under,
        names.map((one) => ({ key: one, value: spell(one) })),
      ),
  };
}
