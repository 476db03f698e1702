// The inverse of `fill.ts`: what a profile must state so that filling it in gives a dialect. Used to write profiles.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import { canonicalJson } from '../../payload/same-json.js';
import { DEFAULT_DIALECT } from './default-spelling.js';
import { REQUEST_NAMES, UNSTATED_REQUESTS } from './dialect.js';
import type { DialectSpec } from './spec.js';

/** The smallest statement; `fillDialect(stateDialect(spec))` equals `spec`. */
export function stateDialect(spec: DialectSpec): JsonObject {
  const whole: JsonObject = spec;
  const base: JsonObject = DEFAULT_DIALECT;
  const { requests: _, ...parts } = base;
  const stated = Object.entries(parts).flatMap(([part, standard]) => {
    const value = whole[part] ?? null;
    const change = PARTWISE.has(part) ? partwise(value, standard) : membersOf(value, standard);
    return change === undefined ? [] : [[part, change] as const];
  });
  const requests = stateRequests(spec);
  const { examples } = spec;
  return {
    ...(Object.keys(requests).length === 0 ? {} : { requests }),
    ...Object.fromEntries(stated),
    ...(examples === undefined ? {} : { examples }),
  };
}

/** Parts whose members are themselves filled in member by member. */
const PARTWISE: ReadonlySet<string> = new Set(['words', 'bodies', 'entities', 'messages']);

function stateRequests(spec: DialectSpec): JsonObject {
  const unstated: readonly string[] = UNSTATED_REQUESTS;
  return Object.fromEntries(
    REQUEST_NAMES.flatMap((name): readonly (readonly [string, JsonValue])[] => {
      const own = spec.requests[name];
      if (own === undefined) return unstated.includes(name) ? [] : [[name, null]];
      const standard: JsonObject = DEFAULT_DIALECT.requests[name] ?? {};
      const dropped = Object.keys(standard).filter((member) => !Object.hasOwn(own, member));
      const change = {
        ...objectOf(membersOf(own, standard)),
        ...Object.fromEntries(dropped.map((member) => [member, null])),
      };
      return Object.keys(change).length === 0 && !unstated.includes(name) ? [] : [[name, change]];
    }),
  );
}

function partwise(value: JsonValue, standard: JsonValue): JsonObject | undefined {
  const base = objectOf(standard);
  const changes = Object.entries(objectOf(value)).flatMap(([name, member]) => {
    const change = membersOf(member, base[name] ?? null);
    if (change === undefined) return [];
    if (name === 'balanceWhen') return [[name, member] as const];
    // A form with conditions and no word of its own is stated whole, since stating conditions takes the default's word away.
    const kept =
      isJsonObject(change) && isJsonObject(member) && member['when'] !== undefined
        ? { ...change, ...kindOf(member) }
        : change;
    return [[name, kept] as const];
  });
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}

function kindOf(form: JsonObject): JsonObject {
  return {
    ...(form['when'] === undefined ? {} : { when: form['when'] }),
    ...(form['kind'] === undefined ? {} : { kind: form['kind'] }),
  };
}

/** Members that differ; the whole value where it is no object; undefined where nothing differs. */
function membersOf(value: JsonValue, standard: JsonValue): JsonValue | undefined {
  if (canonicalJson(value) === canonicalJson(standard)) return undefined;
  if (!isJsonObject(value) || !isJsonObject(standard)) return value;
  const changed = Object.entries(value).filter(
    ([name, member]) =>
      !Object.hasOwn(standard, name) || canonicalJson(member) !== canonicalJson(standard[name] ?? null),
  );
  return Object.fromEntries(changed);
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
