// The fingerprint of a profile: one digest for what was judged against, whoever runs it from wherever. Secrets are left out,
// so that rotating a key does not make another target of it, and so is the place of the file.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { JsonValue } from '../../payload/json.js';
import { mapValues } from '../../payload/map-values.js';
import { canonicalJson } from '../../payload/same-json.js';
import type { ControlBinding, Profile } from '../profile.js';

const LOOPBACK_PORT = /(\/\/127\.0\.0\.1):\d+/g;

/** Hex SHA-256 over the canonical JSON (members sorted) of the profile without its secrets. */
export function fingerprint(profile: Profile): string {
  return digest(canonicalJson(withoutSecrets(profile)));
}

/** The same for a service in this process, whose ports are others each time. */
export function fingerprintOfEmbedded(profile: Profile): string {
  return digest(canonicalJson(withoutSecrets(profile)).replaceAll(LOOPBACK_PORT, '$1'));
}

function digest(text: string): string {
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
