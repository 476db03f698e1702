// Reading of what a peer sent without ever failing on its shape: what is no object has no members.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';

const NOTHING: JsonObject = Object.freeze(Object.create(null));

export function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : NOTHING;
}
