// Lists of entities wherever the target puts them: a list, one object, nothing, or a map by id (see `Collection` of the spec).
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../../payload/json-kind.js';
import type { Collection, Pointers } from '../spec.js';
import { compileWhen } from './match.js';
import { compilePointers, followPointer, isPattern, parsePointer, type Reader, valuesAt } from './pointer.js';

/** An entity with the member name under which it lay in a map. */
export interface Entry {
  readonly value: JsonValue;
  readonly key?: string;
}

/** Undefined when the message has no such collection; null and an empty text read as an empty one. */
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
  const find = compileFind(at, form);
  const keeps = where === undefined ? undefined : compileWhen(where);
  const inner = item === undefined ? undefined : compilePointers(item);
  return (value) => {
    const found = find(value);
    if (found === undefined) return undefined;
    let entries = found.flatMap((one) =>
      entriesOf(one, form ?? (isJsonObject(one) ? formOf(one, isEntity, mapOf) : 'single')),
    );
    if (keeps) entries = entries.filter((entry) => keeps(entry.value));
    return inner ? entries.flatMap((entry) => within(entry, inner)) : entries;
  };
}

/** Whether it is none of the object form. */
export function isPointers(spec: Collection): spec is Pointers {
  return typeof spec === 'string' || Array.isArray(spec);
}

/**
 * Pointers that also take patterns: `/groups/*` gathers what it finds into one list, lists among it flattened, and maps where the form is
 * said to be one. Where there are no groups, in a list or map that is written, the list is there and empty.
 */
function compileFind(
  at: Pointers,
  form: 'list' | 'single' | 'map' | undefined,
): (value: JsonValue | undefined) => readonly JsonValue[] | undefined {
  const texts = typeof at === 'string' ? [at] : at;
  const readers = texts.map((text): ReturnType<typeof compileFind> => {
    if (!isPattern(text)) {
      const read = compilePointers(text);
      return (value) => {
        const found = read(value);
        return found === undefined ? undefined : [found];
      };
    }
    return (value) => {
      const found = value === undefined ? [] : valuesAt(text, value).map((one) => one.value);
      if (found.length === 0) return undefined;
      return form === 'map' ? found : [found.flatMap((one) => (isJsonArray(one) ? one : [one]))];
    };
  });
  const groups = texts.filter(isPattern).map(compileGroups);
  return (value) => {
    for (const read of readers) {
      const found = read(value);
      if (found !== undefined) return found;
    }
    return groups.some((isWithout) => isWithout(value)) ? [] : undefined;
  };
}

/** Whether what a pattern looks into is there, and holds nothing. */
function compileGroups(pattern: string): (value: JsonValue | undefined) => boolean {
  const steps = parsePointer(pattern);
  const outer = steps.slice(
    0,
    steps.findIndex((step) => step.startsWith('*')),
  );
  return (value) => {
    const groups = followPointer(value, outer);
    return (isJsonArray(groups) || isJsonObject(groups)) && Object.keys(groups).length === 0;
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
  // What is written as XML first has an empty text where a list without items is.
  if (found === null || found === '') return [];
  if (isJsonArray(found)) return found.map((value) => ({ value }));
  if (isJsonObject(found) && form === 'map') return Object.entries(found).map(([key, value]) => ({ key, value }));
  return isJsonObject(found) && Object.keys(found).length === 0 ? [] : [{ value: found }];
}

function within(entry: Entry, inner: Reader): readonly Entry[] {
  const value = inner(entry.value, entry.key);
  return value === undefined ? [] : [{ ...entry, value }];
}
