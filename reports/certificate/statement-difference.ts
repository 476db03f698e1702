// Where a signed statement is not what follows from the files: the first member that differs, by its path.
import type { JsonObject, JsonValue } from '../../toolkit/payload/json.js';
import { isJsonObject, memberOf } from '../../toolkit/payload/json-kind.js';
import { sameJson } from '../../toolkit/payload/same-json.js';

/** One sentence; undefined when the statements are equal. */
export function difference(expected: JsonObject, signed: JsonObject, source: string): string | undefined {
  const place = firstDifference(expected, signed, '');
  return place === undefined ? undefined : `${place} of the signed statement does not follow from ${source}`;
}

function firstDifference(expected: JsonValue, signed: JsonValue | undefined, path: string): string | undefined {
  if (signed !== undefined && sameJson(expected, signed)) return undefined;
  if (!isJsonObject(expected) || !isJsonObject(signed)) return path === '' ? '/' : path;
  const names = new Set([...Object.keys(expected), ...Object.keys(signed)]);
  for (const name of names) {
    const [a, b] = [memberOf(expected, name), memberOf(signed, name)];
    if (a === undefined || b === undefined) return `${path}/${name}`;
    const inside = firstDifference(a, b, `${path}/${name}`);
    if (inside !== undefined) return inside;
  }
  return undefined;
}
