// What a sandbox is made of: what the dialect gives, changed by each habit in turn, its rules then by each fault.
// So a fault is a fault of the service with those habits.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import { faultById } from '../faults/index.js';
import { contradictionIn, habitById, type Making } from '../habits/index.js';
import { honestRules } from '../rules/rules.js';
import type { SandboxDialect } from './dialects.js';
import type { ReferenceOptions } from './reference-options.js';

/** @throws RangeError naming an identifier of no habit or fault, or two habits of one choice. */
export function makingOf(spoken: SandboxDialect, options: ReferenceOptions): Making {
  const { dialect = 'default', habits = [], faults = [], settings = {}, amend = unchanged } = options;
  const contradiction = contradictionIn(habits);
  if (contradiction !== undefined) throw new RangeError(contradiction);
  const made = amend(habits.reduce((making, id) => habitById(id).change(making), bareMaking(spoken)));
  return {
    ...made,
    rules: faults.reduce((rules, id) => faultById(id).change(rules), made.rules),
    stated: dialect === 'default' ? boundDialect(made.stated, faults) : made.stated,
    settings: { ...made.settings, ...settings },
  };
}

function unchanged(making: Making): Making {
  return making;
}

/** What a profile states of the dialect where faults bring bindings of their own, which are in the default spelling. */
function boundDialect(stated: JsonObject, faults: readonly string[]): JsonObject {
  return faults.reduce<JsonObject>((dialect, id) => overlaid(dialect, faultById(id).binding ?? {}), stated);
}

function overlaid(base: JsonObject, own: JsonObject): JsonObject {
  const members = Object.entries(own).map(([name, value]): readonly [string, JsonValue] => {
    const below = base[name];
    return [name, isJsonObject(value) && isJsonObject(below) ? overlaid(below, value) : value];
  });
  return { ...base, ...Object.fromEntries(members) };
}

/** What a service is made of that has no habit. */
function bareMaking({ speech, behaviour, stated }: SandboxDialect): Making {
  return {
    rules: honestRules(),
    behaviour,
    settings: {},
    limits: {},
    speech,
    stated,
    profile: (profile) => profile,
    fronts: [],
  };
}
