// A profile as a commented YAML file that `loadProfile` reads back. Secrets appear as references only; one without a
// reference is refused rather than written.
import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Document, isMap, isScalar } from 'yaml';
import { packageRoot } from '../../base/package-root.js';
import { readSchema } from '../../payload/ajv.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonObject, memberOf } from '../../payload/json-kind.js';
import { canonicalJson } from '../../payload/same-json.js';
import type { ControlActionName } from '../control/actions.js';
import { CONTROL_NAMES } from '../control/build.js';
import type { DialectSpec } from '../dialect/spec.js';
import { stateDialect } from '../dialect/state.js';
import type { ControlBinding, Profile } from '../profile.js';
import type { SecretReference } from './secrets.js';

export interface ProfileReferences {
  /** Where each role's private key lies. */
  readonly keys: Readonly<Record<string, SecretReference>>;
  /** Where a secret header of a control action lies. */
  readonly header?: (action: ControlActionName, header: string) => SecretReference | undefined;
  /** Folder that the file is written to, for relative paths; the current folder when left out. */
  readonly folder?: string;
}

/** By what editors find the schema of a file in the folder: the package where it lies below it, as in `.tsi`, or as it lies most often. */
export function schemaLine(folder = '.', installed: string = packageRoot()): string {
  const place = relative(folder, installed).replaceAll('\\', '/');
  const isBelow = !isAbsolute(place) && /^(?!\.\.\/)(.*\/)?node_modules\//.test(place);
  const root = isBelow ? place : 'node_modules/tsi-conformance';
  return ` yaml-language-server: $schema=./${root}/toolkit/profile/profile.schema.json`;
}

/** Throws `RangeError` for a key or header without a reference. */
export function renderProfile(profile: Profile, references: ProfileReferences): string {
  const document = new Document(fileForm(profile, references));
  document.commentBefore = `${schemaLine(references.folder)}\n Profile of a target of the Trading Service Interface. Secrets stand elsewhere; this file names them.`;
  const descriptions = memberOf(readSchema('toolkit/profile/profile.schema.json'), 'properties');
  if (isMap(document.contents)) {
    for (const [index, { key }] of document.contents.items.entries()) {
      const description = isScalar(key)
        ? memberOf(memberOf(descriptions, String(key.value)), 'description')
        : undefined;
      if (!isScalar(key) || typeof description !== 'string') continue;
      key.commentBefore = ` ${description}`;
      key.spaceBefore = index > 0;
    }
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function fileForm(profile: Profile, references: ProfileReferences): JsonObject {
  const { name, baseUrl, streamUrl, environment, build, accounts, market, claims, notYet, timing, limits, policy } =
    profile;
  const { openapi } = profile;
  const folder = references.folder ?? process.cwd();
  const dialect = dialectForm(profile.dialect, folder);
  const control = controlForm(profile.control, references);
  const form = {
    profile: 1,
    name,
    baseUrl,
    ...(streamUrl === baseUrl.replace(/^http/, 'ws') ? {} : { streamUrl }),
    environment,
    build,
    keys: Object.fromEntries(
      Object.entries(profile.keys).map(([role, key]) => [
        role,
        { id: key.id, privateKey: keyReference(role, references) },
      ]),
    ),
    accounts,
    market,
    claims: { ...claims, notYet },
    timing,
    limits,
    budget: profile.budget,
    history: profile.history,
    policy,
    ...(Object.keys(dialect).length === 0 ? {} : { dialect }),
    ...(Object.keys(control).length === 0 ? {} : { control }),
    openapi: openapi === undefined || /^https?:/.test(openapi) ? openapi : relativeTo(folder, openapi),
  };
  // Plain JSON by the contract of `Profile`; members without a value vanish here.
  return JSON.parse(JSON.stringify(form)) as JsonObject;
}

function relativeTo(folder: string, path: string): string {
  return `./${relative(folder, path).replaceAll('\\', '/')}`;
}

function keyReference(role: string, references: ProfileReferences): SecretReference {
  const reference = references.keys[role];
  if (reference === undefined) {
    throw new RangeError(`references.keys: expected a reference for the role ${role}, got none`);
  }
  return reference;
}

function dialectForm(dialect: Profile['dialect'], folder: string): JsonObject {
  if ('module' in dialect) return { module: relativeTo(folder, fileURLToPath(dialect.module)) };
  // Filled in by `loadProfile` or written against `DialectSpec` by the embedded reference.
  return stateDialect(dialect.spec as unknown as DialectSpec);
}

/** One entry `*` where all actions are bound alike. */
function controlForm(control: Profile['control'], references: ProfileReferences): JsonObject {
  const forms = CONTROL_NAMES.flatMap((name) => {
    const binding = control[name];
    return binding === undefined ? [] : [[name, bindingForm(name, binding, references)] as const];
  });
  const most = forms.length === CONTROL_NAMES.length ? mostCommon(forms.map(([, form]) => form)) : undefined;
  if (most === undefined) return Object.fromEntries(forms);
  const text = canonicalJson(most);
  return { '*': most, ...Object.fromEntries(forms.filter(([, form]) => canonicalJson(form) !== text)) };
}

/** The form that several actions share, where every action is bound: it is stated once for all that are not named. */
function mostCommon(forms: readonly JsonObject[]): JsonObject | undefined {
  const counts = new Map<string, { readonly form: JsonObject; count: number }>();
  for (const form of forms) {
    const text = canonicalJson(form);
    const seen = counts.get(text) ?? { form, count: 0 };
    seen.count += 1;
    counts.set(text, seen);
  }
  const [first] = [...counts.values()].sort((one, other) => other.count - one.count);
  return first !== undefined && first.count > 1 ? first.form : undefined;
}

function bindingForm(name: ControlActionName, binding: ControlBinding, references: ProfileReferences): JsonObject {
  const { secrets = [], http, ...rest } = binding;
  const headers = Object.entries(http?.headers ?? {}).map(([header, value]) => {
    if (!secrets.includes(value)) return [header, value] as const;
    const reference = references.header?.(name, header);
    if (reference === undefined) {
      throw new RangeError(`references.header: expected a reference for the header ${header} of ${name}, got none`);
    }
    return [header, reference] as const;
  });
  const form: JsonValue = JSON.parse(
    JSON.stringify({
      ...rest,
      http:
        http === undefined
          ? undefined
          : { ...http, headers: headers.length === 0 ? undefined : Object.fromEntries(headers) },
    }),
  );
  return isJsonObject(form) ? form : {};
}
