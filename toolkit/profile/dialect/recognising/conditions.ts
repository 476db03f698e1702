// The conditions of a variant backwards: which of its parameters must be what they were read as, and what the variant itself says of
// those that it does not write, such as `side: sell` of a path for sales.
import type { JsonPrimitive, JsonValue } from '../../../payload/json.js';
import { isJsonPrimitive } from '../../../payload/json-kind.js';
import { compileWhenNamed } from '../reading/match.js';
import type { Match, When } from '../spec.js';
import type { Found } from './found.js';

/** Whether the variant can have been written; what follows from that goes to `found`. */
export type Holds = (found: Found) => boolean;

/** `written`: the placeholders that the variant has. */
export function compileHolds(when: When, written: ReadonlySet<string>): Holds {
  const ways = (isList(when) ? when : [when]).map((match) => compileWay(match, written));
  return (found) => ways.some((way) => way(found));
}

function compileWay(match: Match, written: ReadonlySet<string>): Holds {
  const conditions = Object.entries(match);
  const shown = compileWhenNamed(Object.fromEntries(conditions.filter(([name]) => written.has(name))));
  const implied = conditions.filter((one): one is [string, JsonPrimitive] => !written.has(one[0]) && isLiteral(one[1]));
  return (found) => {
    if (!shown(Object.fromEntries(found.values))) return false;
    for (const [name, value] of implied) found.take(name, value);
    return true;
  };
}

function isLiteral(condition: Match[string]): condition is JsonPrimitive {
  const value: JsonValue = condition as JsonValue; // of a condition every form is JSON
  return isJsonPrimitive(value);
}

function isList(when: When): when is readonly Match[] {
  return Array.isArray(when);
}
