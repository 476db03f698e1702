// Reading of what a peer sent without ever failing on its shape: what is no object has no members.
import type { JsonObject, JsonValue } from '../../payload/json.js';

const NOTHING: JsonObject = Object.freeze(Object.create(null));

export function objectOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : NOTHING;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
