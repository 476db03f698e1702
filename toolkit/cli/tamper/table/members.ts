// The members of a JSON document by their place, and what can be done to one.
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../../payload/json-kind.js';

export interface Change {
  readonly what: string;
  /** Undefined takes the member away; the same value says that there is no such change. */
  readonly of: (value: JsonValue) => JsonValue | undefined;
}

export const CHANGES: readonly Change[] = [
  { what: 'another value', of: otherValue },
  { what: 'taken away', of: () => undefined },
  {
    what: 'another type',
    of: (value) => (typeof value === 'string' ? 7 : typeof value === 'number' ? `${value}` : 'text'),
  },
  { what: 'null', of: (value) => (value === null ? 'text' : null) },
];

export function otherValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (isJsonArray(value)) return value.length > 0 ? value.slice(1) : [1];
  return value === null ? 1 : {};
}

/** JSON Pointers of the members of an object, and of those inside; of lists only the list. `at` is looked from, `name` is written. */
export function membersOf(document: JsonValue | undefined, name: string, at: string = ''): readonly string[] {
  const found = at === '' ? document : valueAt(document, at);
  if (!isJsonObject(found)) return [];
  return Object.entries(found).flatMap(([member, value]) => [
    `${name}/${member}`,
    ...(isJsonObject(value) ? membersOf(value, `${name}/${member}`) : []),
  ]);
}

/** The document with what stands at a place changed; names of members hold no `/` and no `~` here. */
export function changedAt(
  document: JsonValue,
  place: string,
  change: (value: JsonValue) => JsonValue | undefined,
): JsonValue {
  if (place === '') return change(document) ?? null;
  const [name = '', ...rest] = place.slice(1).split('/');
  const below = rest.length === 0 ? '' : `/${rest.join('/')}`;
  if (isJsonArray(document)) {
    return document.map((one, at) => (String(at) === name ? changedAt(one, below, change) : one));
  }
  if (!isJsonObject(document) || !(name in document)) return document;
  const entries = Object.entries(document).flatMap(([member, value]): (readonly [string, JsonValue])[] => {
    if (member !== name) return [[member, value]];
    const changed = below === '' ? change(value) : changedAt(value, below, change);
    return changed === undefined ? [] : [[member, changed]];
  });
  return Object.fromEntries(entries) as JsonObject;
}

function valueAt(document: JsonValue | undefined, place: string): JsonValue | undefined {
  let found = document;
  for (const name of place.slice(1).split('/')) {
    found = isJsonArray(found) ? found[Number(name)] : isJsonObject(found) ? found[name] : undefined;
  }
  return found;
}
