// Profiles of the tests of loading: a folder of files, a minimal profile, and what loading says about a text.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { Profile } from '../profile.js';
import { loadProfile } from './load.js';

export const SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const ENV = { TSI_KEY: SEED, TSI_URL: 'https://api.example.test/gateway/' };

export const MINIMAL = `profile: 1
name: acme
baseUrl: http://127.0.0.1:8080
keys:
  main: {id: key-1, privateKey: {env: TSI_KEY}}
accounts:
  pool: ["1001", {id: "1002", currency: USD, currencyDigits: 2}]
  unknown: "9999"
`;

export interface ProfileFolder {
  readonly folder: string;
  readonly write: (text: string | Uint8Array) => string;
  readonly load: (text: string | Uint8Array) => Promise<Profile>;
  /** The message without the folder. */
  readonly complaint: (text: string | Uint8Array) => Promise<string>;
}

/** The folder of the test file that calls this; gone when its tests have ended. */
export function profileFolder(): ProfileFolder {
  const folder = mkdtempSync(join(tmpdir(), 'tsi-profile-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let files = 0;
  const write = (text: string | Uint8Array): string => {
    files += 1;
    const path = join(folder, `profile-${files}.yaml`);
    writeFileSync(path, text);
    return path;
  };
  const load = (text: string | Uint8Array): Promise<Profile> => loadProfile(write(text), { env: ENV });
  return { folder, write, load, complaint: (text) => complaintOf(load(text)) };
}

async function complaintOf(loading: Promise<Profile>): Promise<string> {
  const error: unknown = await loading.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toMatchObject({ name: 'ProtocolError', code: 'profile-invalid' });
  return (error as Error).message.replaceAll(/\S*profile-\d+\.yaml/g, 'p');
}
