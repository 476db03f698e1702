// What the profile states of a difference under `dialect`: patches of the dialect, one for each where they are spelled apart.
import type { JsonObject } from '../../../payload/json.js';
import { isJsonObject, memberOf } from '../../../payload/json-kind.js';

/** Lays the same patch over either dialect. */
export function stating(patch: JsonObject): (dialect: JsonObject) => JsonObject {
  return (dialect) => merged(dialect, patch);
}

/** Lays a patch over each dialect. */
export function statingApart(patches: {
  readonly default: JsonObject;
  readonly contrary: JsonObject;
}): (dialect: JsonObject) => JsonObject {
  return (dialect) => merged(dialect, isContrary(dialect) ? patches.contrary : patches.default);
}

/** The contrary dialect states that frames do not name their kind; the default one leaves that to the defaults, or names it. */
function isContrary(dialect: JsonObject): boolean {
  return memberOf(dialect['frames'], 'kind') === null;
}

/** Objects member by member; anything else, null too, takes the place of what was there. */
function merged(base: JsonObject, patch: JsonObject): JsonObject {
  const laid = Object.entries(patch).map(([name, member]) => {
    const before = base[name];
    return [name, isJsonObject(before) && isJsonObject(member) ? merged(before, member) : member] as const;
  });
  return { ...base, ...Object.fromEntries(laid) };
}
