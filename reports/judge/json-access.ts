// Own members and equality of JSON values, for documents that may have been edited by hand.
import type { JsonValue } from '../../toolkit/payload/json.js';

export function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) {
    return undefined;
  }
  return (value as { readonly [member: string]: JsonValue })[name]; // an object that is no list, checked just before
}

/** Equal whatever the order of members. */
export function sameJson(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  return (
    left.length === right.size &&
    left.every(([name, value]) => {
      const other = right.get(name);
      return other !== undefined && sameJson(value, other);
    })
  );
}
