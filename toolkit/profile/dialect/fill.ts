// The complete data form of a dialect from what a profile states: the profile's part over the default.
// Templates, conditions and collections are replaced as wholes; members of bodies, messages and entities one by one.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import { DEFAULT_DIALECT } from './default-spelling.js';
import { REQUEST_NAMES, UNSTATED_REQUESTS } from './dialect.js';
import type { DialectSpec } from './spec.js';

/** Takes the `dialect` of a profile that its JSON Schema has accepted. */
export function fillDialect(stated: JsonObject): DialectSpec {
  const base: JsonObject = DEFAULT_DIALECT;
  const filled: JsonObject = {
    ...base,
    ...stated,
    requests: fillRequests(objectAt(stated, 'requests'), objectAt(base, 'requests')),
    commands: { ...objectAt(base, 'commands'), ...objectAt(stated, 'commands') },
    words: fillEach(stated, 'words', over),
    bodies: fillEach(stated, 'bodies', over),
    frames: { ...objectAt(base, 'frames'), ...objectAt(stated, 'frames') },
    messages: fillEach(stated, 'messages', fillMessage),
    entities: { ...fillEach(stated, 'entities', over), ...conditionsOf(stated) },
  };
  // The default is complete by its type, and the schema holds the profile's part to the same shapes.
  return filled as DialectSpec;
}

/** What the interface does not show exists only where the profile names it; null takes a request away. */
function fillRequests(stated: JsonObject, base: JsonObject): JsonObject {
  const unstated: readonly string[] = UNSTATED_REQUESTS;
  return Object.fromEntries(
    REQUEST_NAMES.flatMap((name) => {
      const own = Object.hasOwn(stated, name) ? stated[name] : undefined;
      if (own === null || (own === undefined && unstated.includes(name))) return [];
      return [[name, dropNull({ ...objectAt(base, name), ...(isJsonObject(own) ? own : {}) })]];
    }),
  );
}

/** `body: null` means no body. */
function dropNull(form: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== null));
}

function fillEach(
  stated: JsonObject,
  part: 'words' | 'bodies' | 'messages' | 'entities',
  fill: (own: JsonValue, base: JsonObject) => JsonValue,
): JsonObject {
  const base = objectAt(DEFAULT_DIALECT, part);
  const own = Object.entries(objectAt(stated, part)).map(([name, value]) => [name, fill(value, objectAt(base, name))]);
  return { ...base, ...Object.fromEntries(own) };
}

/** Conditions are no members: they are replaced as a whole. */
function conditionsOf(stated: JsonObject): JsonObject {
  const balanceWhen = objectAt(stated, 'entities')['balanceWhen'];
  return balanceWhen === undefined ? {} : { balanceWhen };
}

/** Anything but an object replaces the default: a pointer, a list, null. */
function over(own: JsonValue, base: JsonObject): JsonValue {
  return isJsonObject(own) ? { ...base, ...own } : own;
}

/** A message recognised by conditions alone does not need the default's word as well. */
function fillMessage(own: JsonValue, base: JsonObject): JsonValue {
  if (isJsonArray(own)) return own.map((form) => fillMessage(form, base));
  if (!isJsonObject(own)) return own;
  const { kind, ...rest } = base;
  return Object.hasOwn(own, 'when') || kind === undefined ? { ...rest, ...own } : { kind, ...rest, ...own };
}

function objectAt(value: JsonObject, name: string): JsonObject {
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  return isJsonObject(member) ? member : {};
}
