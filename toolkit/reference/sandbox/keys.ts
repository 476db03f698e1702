// The API keys of a sandbox (interface 5.3, rules 9 and 10): one per role that a profile knows, made from the seed, so that a
// restarted sandbox knows the same clients. Such keys protect play money on loopback and nothing else; beyond it they are fresh.

import { createHash, randomBytes } from 'node:crypto';
import { kept } from '../../base/kept.js';
import { KEY_ROLES, type KeyRole, type ProfileKey } from '../../profile/profile.js';
import { createSigner, parsePrivateKey } from '../../signing/index.js';
import type { Key, Scope } from '../domain.js';

export interface SandboxKey extends ProfileKey {
  readonly publicKey: Uint8Array;
}

export type SandboxKeys = Readonly<Record<KeyRole, SandboxKey>>;

const cache = new Map<number, SandboxKeys>();

/** Keys of one seed are made once per process, since hundreds of sandboxes may run in it. */
export function sandboxKeys(seed: number): SandboxKeys {
  return kept(cache, seed, () => makeKeys(seed, ''));
}

/** Keys with the same identifiers that no seed gives away. */
export function freshKeys(seed: number): SandboxKeys {
  return makeKeys(seed, randomBytes(32).toString('hex'));
}

/** The same keys, named by numbers. */
export function numbered(keys: SandboxKeys): SandboxKeys {
  const byNumber = Object.entries(keys).map(([role, key], index) => [role, { ...key, id: String(index + 1) }]);
  return Object.fromEntries(byNumber) as SandboxKeys;
}

function makeKeys(seed: number, salt: string): SandboxKeys {
  // One entry per role.
  return Object.fromEntries(KEY_ROLES.map((role) => [role, makeKey(seed, role, salt)])) as SandboxKeys;
}

/** What the service is told about a key, or undefined for the one that it must not know. */
export function registration(
  role: KeyRole,
  key: SandboxKey,
  accounts: ReadonlySet<string>,
  nowMs: number,
): Key | undefined {
  if (role === 'unregistered') return undefined;
  return {
    id: key.id,
    publicKey: key.publicKey,
    accounts,
    scopes: SCOPES[role] ?? ALL_SCOPES,
    // TEST-NET-1 and the IPv6 documentation block (RFC 5737, RFC 3849): no client comes from there.
    sources: role === 'blockedSource' ? ['192.0.2.0/24', '2001:db8::/32'] : [],
    expiresAtMs: role === 'expired' ? nowMs - 1 : undefined,
  };
}

const ALL_SCOPES: readonly Scope[] = ['read', 'trade', 'stream'];
const SCOPES: Readonly<Partial<Record<KeyRole, readonly Scope[]>>> = {
  readOnly: ['read', 'stream'],
  noStream: ['read', 'trade'],
};

function makeKey(seed: number, role: KeyRole, salt: string): SandboxKey {
  const privateKey = createHash('sha256').update(`tsi sandbox ${seed} ${role}${salt}`).digest('hex');
  const { publicKey } = createSigner(parsePrivateKey(privateKey));
  return { id: `tsi-${kebab(role)}-${seed}`, privateKey, publicKey };
}

function kebab(role: string): string {
  return role.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
