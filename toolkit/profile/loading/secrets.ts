// Secrets by reference: an environment variable or a file beside the profile. They are resolved once, kept in memory, and
// never repeated in a message. Who only plans may go on without one: a stand-in then takes its place.

import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { whyUnreadable } from '../../base/why-unreadable.js';
import type { Profile } from '../profile.js';

export type SecretReference = { readonly env: string } | { readonly file: string };

export interface SecretSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the profile. */
  readonly folder: string;
  /** Told the name of each secret that is not there; without it a missing secret is an error. */
  readonly onMissing?: ((name: string) => void) | undefined;
}

const LARGEST_FILE = 64 * 1024;
/** Whoever may change a key decides whose signatures these are. */
const WRITABLE_BY_ALL = 0o002;

/** Throws `RangeError` saying which variable or file is missing, empty or unreadable; gives the stand-in where that is permitted. */
export function resolveSecret(reference: SecretReference, sources: SecretSources, standIn: string): string {
  try {
    return readSecret(reference, sources);
  } catch (error) {
    if (sources.onMissing === undefined || !(error instanceof RangeError)) throw error;
    sources.onMissing(nameOf(reference));
    return standIn;
  }
}

/** Throws `RangeError` for the file of a private key that everybody may change. */
export function assertOnlyOwners(path: string): void {
  if (process.platform === 'win32' || (statSync(path).mode & WRITABLE_BY_ALL) === 0) return;
  throw new RangeError(
    `expected ${path} to be writable by its owner only, got one that everybody may change: chmod 600`,
  );
}

function readSecret(reference: SecretReference, sources: SecretSources): string {
  const text = 'env' in reference ? fromEnvironment(reference.env, sources) : fromFile(reference.file, sources);
  const secret = text.trim();
  if (secret === '') throw new RangeError(`expected a secret in ${nameOf(reference)}, got nothing`);
  return secret;
}

/** How messages name a reference. */
export function nameOf(reference: SecretReference): string {
  return 'env' in reference ? `the environment variable ${reference.env}` : `the file ${reference.file}`;
}

/** Every secret that a loaded profile holds, for redaction. */
export function secretsOf(profile: Profile): readonly string[] {
  const keys = Object.values(profile.keys).map((key) => key.privateKey);
  const headers = Object.values(profile.control).flatMap((binding) => binding?.secrets ?? []);
  return [...keys, ...headers];
}

function fromEnvironment(name: string, sources: SecretSources): string {
  const value = sources.env[name];
  if (value === undefined) throw new RangeError(`expected the environment variable ${name} to be set, it is not`);
  return value;
}

function fromFile(file: string, sources: SecretSources): string {
  const path = resolve(sources.folder, file);
  try {
    const stat = statSync(path);
    if (!stat.isFile() || stat.size > LARGEST_FILE) {
      throw new RangeError(`expected a file of at most ${LARGEST_FILE} bytes at ${path}, got something else`);
    }
    assertOnlyOwners(path);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new RangeError(`expected a readable file at ${path}, got ${whyUnreadable(error)}`);
  }
}
