// The profile of a sandbox as a file for another process, with the private keys in files of their own beside it.

import { lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { replaceFile } from '../../journal/replace-file.js';
import { renderProfile } from '../../profile/loading/profile-yaml.js';
import type { SecretReference } from '../../profile/loading/secrets.js';
import type { Profile } from '../../profile/profile.js';
import { parsePrivateKey } from '../../signing/index.js';
import { privateKeyPem } from '../../signing/keys/key-export.js';

/** Where the private key of a role lies beside that profile. */
export function keyFileOf(file: string, role: string): string {
  return join(dirname(file), keysFolder(file), `${role}.pem`);
}

function keysFolder(file: string): string {
  return `${basename(file).replace(/\.ya?ml$/, '')}-keys`;
}

/** Whether a file stands there that no sandbox has written: a profile of somebody's own, which would be lost. */
export function isOfSomebodyElse(file: string): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size === 0) return false;
  return !readFileSync(file, 'utf8').includes(`./${keysFolder(file)}/main.pem`);
}

/** Writes `file`, and beside it a folder of keys that only their owner may read. */
export function writeProfileFile(profile: Profile, file: string): void {
  const folder = dirname(file);
  const keysName = keysFolder(file);
  const keys = join(folder, keysName);
  mkdirSync(keys, { recursive: true, mode: 0o700 });
  // Keys go where their profile is, and nowhere that somebody has linked there.
  if (lstatSync(keys).isSymbolicLink()) throw new Error(`${keys} is a link, not a folder for keys`);
  const references: Record<string, SecretReference> = {};
  for (const [role, { privateKey }] of Object.entries(profile.keys)) {
    replaceFile(join(keys, `${role}.pem`), privateKeyPem(parsePrivateKey(privateKey)), 0o600);
    references[role] = { file: `./${keysName}/${role}.pem` };
  }
  replaceFile(file, renderProfile(profile, { keys: references, folder }));
}
