// The fingerprint of a profile: one digest for what was judged against, whoever runs it from wherever. Secrets are left out,
// so that rotating a key does not make another target of it, and so are the place of the file and the hosts and ports of addresses:
// a fresh server of the same target on another port is still that target.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { mapValues } from '../../base/map-values.js';
import type { JsonValue } from '../../payload/json.js';
import { canonicalJson } from '../../payload/same-json.js';
import type { ControlBinding, Profile } from '../profile.js';

const HOST_AND_PORT = /((?:https?|wss?):\/\/)[^/"?#\\\s]+/g;

/** Hex SHA-256 over the canonical JSON (members sorted) of the profile without its secrets, hosts and ports. */
export function fingerprint(profile: Profile): string {
  return fingerprintOf(withoutSecrets(profile));
}

/** The same of a profile as journals show it. */
export function fingerprintOf(shown: JsonValue): string {
  const text = canonicalJson(shown).replaceAll(HOST_AND_PORT, '$1');
  return createHash('sha256').update(text).digest('hex');
}

/** The profile as plain JSON without secrets, for journals and reports. */
export function withoutSecrets(profile: Profile): JsonValue {
  const { file: _, openapi, keys, control, dialect, ...rest } = profile;
  const shown = {
    ...rest,
    dialect: 'module' in dialect ? { module: digestOf(dialect.module) } : dialect,
    openapi: openapi === undefined || /^https?:/.test(openapi) ? openapi : basename(openapi),
    keys: mapValues(keys, (key) => ({ id: key.id })),
    control: mapValues(control, withoutHeaderValues),
  };
  // A profile is plain JSON by contract; undefined members vanish here.
  return JSON.parse(JSON.stringify(shown)) as JsonValue;
}

/** A module is its content, not its place; one that cannot be read fails when it is loaded, with a better message. */
function digestOf(module: string): string {
  try {
    return createHash('sha256')
      .update(readFileSync(new URL(module)))
      .digest('hex');
  } catch {
    return 'unreadable';
  }
}

function withoutHeaderValues(binding: ControlBinding | undefined): unknown {
  if (binding === undefined) return undefined;
  const { secrets: _, http, ...rest } = binding;
  return http === undefined ? rest : { ...rest, http: { ...http, headers: Object.keys(http.headers ?? {}).sort() } };
}
