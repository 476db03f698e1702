// A service with deliberate deviations: the honest rules, changed by each chosen fault in turn, and how its profile reads them.

import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import { faultById } from '../faults/index.js';
import { honestRules, type Rules } from '../rules/rules.js';

/** @throws RangeError naming an identifier of no fault. */
export function faultyRules(ids: readonly string[]): Rules {
  return ids.reduce<Rules>((rules, id) => faultById(id).change(rules), honestRules());
}

/** What a profile states of the dialect where faults bring bindings of their own. */
export function boundDialect(stated: JsonObject, ids: readonly string[]): JsonObject {
  return ids.reduce<JsonObject>((dialect, id) => overlaid(dialect, faultById(id).binding ?? {}), stated);
}

function overlaid(base: JsonObject, own: JsonObject): JsonObject {
  const members = Object.entries(own).map(([name, value]): readonly [string, JsonValue] => {
    const below = base[name];
    return [name, isJsonObject(value) && isJsonObject(below) ? overlaid(below, value) : value];
  });
  return { ...base, ...Object.fromEntries(members) };
}
