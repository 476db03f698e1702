// What the bindings of a profile find: the value at steps of a document, the place of a pointer in a shape.
import type { JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import { parsePointer } from '../../profile/dialect/reading/pointer.js';
import { placeAt, type Shape } from '../shape/shape.js';

export function stepsOf(pointers: JsonValue | undefined): readonly string[] | undefined {
  const first = isJsonArray(pointers) ? pointers[0] : pointers;
  return typeof first === 'string' ? parsePointer(first) : undefined;
}

export function at(value: JsonValue | undefined, steps: readonly string[]): JsonValue | undefined {
  let found = value;
  for (const step of steps) found = isJsonObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  return found;
}

export function under(shape: Shape, binding: JsonValue | undefined): Shape | undefined {
  return binding === '' ? shape : bound(shape, binding);
}

export function reads(
  root: Shape,
  binding: JsonValue | undefined,
  itself: 'itself' | 'not-itself' = 'itself',
): boolean {
  const found = bound(root, binding);
  return found !== undefined && (itself === 'itself' || found !== root || root.kinds.has('array'));
}

/** The first alternative that finds something. */
export function bound(shape: Shape, binding: JsonValue | undefined): Shape | undefined {
  const pointer = isJsonObject(binding) ? binding['at'] : binding;
  const alternatives = isJsonArray(pointer) ? pointer : [pointer];
  for (const one of alternatives) {
    if (typeof one !== 'string' || one.startsWith('@') || one.includes('*')) continue;
    const found = placeAt(shape, parsePointer(one));
    if (found !== undefined) return found;
  }
  return undefined;
}
