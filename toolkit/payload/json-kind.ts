// Which kind of JSON value one is, as type guards: `Array.isArray` alone does not narrow a readonly list away.
import type { JsonObject, JsonPrimitive, JsonValue } from './json.js';

export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isJsonPrimitive(value: JsonValue | undefined): value is JsonPrimitive {
  return value !== undefined && (value === null || typeof value !== 'object');
}

/** Whether a text is JSON at all, by the parser of the platform; strict reading is in `strict-json.ts`. */
export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** An own member; undefined for anything else, inherited names such as `constructor` included. */
export function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
