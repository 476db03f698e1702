// The profile of a sandbox as a file for another process: YAML, with the private keys in files of their own beside it.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stringify } from 'yaml';
import type { JsonObject } from '../../payload/json.js';
import type { Profile } from '../../profile/profile.js';
import { parsePrivateKey } from '../../signing/index.js';
import { privateKeyPem } from '../../signing/key-export.js';

/**
 * Writes `file` and a folder of keys beside it, readable by their owner only.
 * `dialect` is the dialect as a profile states it; the loader fills in the rest.
 */
export function writeProfileYaml(profile: Profile, dialect: JsonObject, controlUrl: string, file: string): void {
  const folder = dirname(file);
  const keysFolder = join(folder, `${profile.name}-keys`);
  mkdirSync(keysFolder, { recursive: true, mode: 0o700 });
  const keys: Record<string, JsonObject> = {};
  for (const [role, key] of Object.entries(profile.keys)) {
    const path = join(keysFolder, `${role}.pem`);
    writeFileSync(path, privateKeyPem(parsePrivateKey(key.privateKey)), { mode: 0o600 });
    keys[role] = { id: key.id, privateKey: { file: relative(folder, path) } };
  }
  const { pool, foreign, unknown } = profile.accounts;
  const document = {
    profile: 1,
    name: profile.name,
    baseUrl: profile.baseUrl,
    environment: profile.environment,
    keys,
    accounts: { pool, ...(foreign === undefined ? {} : { foreign: foreign.id }), unknown },
    market: profile.market,
    timing: profile.timing,
    limits: profile.limits,
    policy: profile.policy,
    dialect,
    control: { '*': { scope: 'account', http: { method: 'POST', url: `${controlUrl}/{action}`, body: '{params}' } } },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    file,
    `${HEADER}${stringify(document, { version: '1.2', schema: 'core', aliasDuplicateObjects: false })}`,
  );
}

const HEADER = `# Profile of a sandbox of the reference service, written by tsi serve. It holds while that process runs.\n`;
