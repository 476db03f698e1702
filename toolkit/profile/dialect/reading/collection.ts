// Lists of entities wherever the target puts them: a list, one object, nothing, or a map by id (see `Collection` of the spec).
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../../payload/json-kind.js';
import type { Collection, Pointers } from '../spec.js';
import { compileWhen } from './match.js';
import { compilePointers, isPattern, type Reader, valuesAt } from './pointer.js';

/** An entity with the member name under which it lay in a map. */
export interface Entry {
  readonly value: JsonValue;
  readonly key?: string;
}

/** Undefined when the message has no such collection; null reads as an empty one. */
export type CollectionReader = (value: JsonValue | undefined) => readonly Entry[] | undefined;

/**
 * `isEntity` tells one entity from a map of them, where the spec leaves the form open. Members of a map are objects, or
 * anything at all where only the names matter.
 */
export function compileCollection(
  spec: Collection | null,
  isEntity: (value: JsonValue) => boolean,
  mapOf: 'objects' | 'any' = 'objects',
): CollectionReader {
  if (spec === null) return () => undefined;
  const { at, where, item, form } = isPointers(spec) ? { at: spec } : spec;
  const find = compileFind(at);
  const keeps = where === undefined ? undefined : compileWhen(where);
  const inner = item === undefined ? undefined : compilePointers(item);
  return (value) => {
    const found = find(value);
    if (found === undefined) return undefined;
    let entries = entriesOf(found, form ?? (isJsonObject(found) ? formOf(found, isEntity, mapOf) : 'single'));
    if (keeps) entries = entries.filter((entry) => keeps(entry.value));
    return inner ? entries.flatMap((entry) => within(entry, inner)) : entries;
  };
}

/** Whether it is none of the object form. */
export function isPointers(spec: Collection): spec is Pointers {
  return typeof spec === 'string' || Array.isArray(spec);
}

/** Pointers that also take patterns: `/groups/*` gathers what it finds into one list, lists among it flattened. */
function compileFind(at: Pointers): Reader {
  const readers = (typeof at === 'string' ? [at] : at).map((text): Reader => {
    if (!isPattern(text)) return compilePointers(text);
    return (value) => {
      const found = value === undefined ? [] : valuesAt(text, value);
      return found.length === 0
        ? undefined
        : found.flatMap((one) => (isJsonArray(one.value) ? one.value : [one.value]));
    };
  });
  return (value) => {
    for (const read of readers) {
      const found = read(value);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function formOf(
  found: JsonObject,
  isEntity: (value: JsonValue) => boolean,
  mapOf: 'objects' | 'any',
): 'single' | 'map' {
  if (isEntity(found)) return 'single';
  return mapOf === 'any' || Object.values(found).every(isJsonObject) ? 'map' : 'single';
}

function entriesOf(found: JsonValue, form: 'list' | 'single' | 'map'): readonly Entry[] {
  if (found === null) return [];
  if (isJsonArray(found)) return found.map((value) => ({ value }));
  if (isJsonObject(found) && form === 'map') return Object.entries(found).map(([key, value]) => ({ key, value }));
  return isJsonObject(found) && Object.keys(found).length === 0 ? [] : [{ value: found }];
}

function within(entry: Entry, inner: Reader): readonly Entry[] {
  const value = inner(entry.value, entry.key);
  return value === undefined ? [] : [{ ...entry, value }];
}
