// What a sandbox is made of: what the dialect gives, changed by each habit in turn, its rules then by each fault.
// So a fault is a fault of the service with those habits. The lists of both are loaded where one is named: most sandboxes have none.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import type { Fault } from '../faults/index.js';
import type { ServiceParts } from '../habits/index.js';
import { honestRules } from '../rules/rules.js';
import type { SandboxDialect } from './dialects.js';
import type { ReferenceOptions } from './reference-options.js';

/** Rejects with a `RangeError` naming an identifier of no habit or fault, or two habits of one choice. */
export async function partsOf(spoken: SandboxDialect, options: ReferenceOptions): Promise<ServiceParts> {
  const { dialect = 'default', settings = {}, amend = unchanged } = options;
  const made = amend(await withHabits(bareMaking(spoken), options.habits ?? []));
  const faults = await faultsOf(options.faults ?? []);
  return {
    ...made,
    rules: faults.reduce((rules, fault) => fault.change(rules), made.rules),
    stated: dialect === 'default' ? boundDialect(made.stated, faults) : made.stated,
    settings: { ...made.settings, ...settings },
  };
}

async function withHabits(bare: ServiceParts, ids: readonly string[]): Promise<ServiceParts> {
  if (ids.length === 0) return bare;
  const { contradictionIn, habitById } = await import('../habits/index.js');
  const contradiction = contradictionIn(ids);
  if (contradiction !== undefined) throw new RangeError(contradiction);
  return ids.reduce((parts, id) => habitById(id).change(parts), bare);
}

async function faultsOf(ids: readonly string[]): Promise<readonly Fault[]> {
  if (ids.length === 0) return [];
  const { faultById } = await import('../faults/index.js');
  return ids.map(faultById);
}

function unchanged(parts: ServiceParts): ServiceParts {
  return parts;
}

/** What a profile states of the dialect where faults bring bindings of their own, which are in the default spelling. */
function boundDialect(stated: JsonObject, faults: readonly Fault[]): JsonObject {
  return faults.reduce<JsonObject>((dialect, { binding }) => overlaid(dialect, binding ?? {}), stated);
}

function overlaid(base: JsonObject, own: JsonObject): JsonObject {
  const members = Object.entries(own).map(([name, value]): readonly [string, JsonValue] => {
    const below = base[name];
    return [name, isJsonObject(value) && isJsonObject(below) ? overlaid(below, value) : value];
  });
  return { ...base, ...Object.fromEntries(members) };
}

/** What a service is made of that has no habit. */
function bareMaking({ speech, behaviour, stated }: SandboxDialect): ServiceParts {
  return {
    rules: honestRules(),
    behaviour,
    settings: {},
    limits: {},
    speech,
    stated,
    profile: (profile) => profile,
    gateways: [],
  };
}
