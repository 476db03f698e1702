// `tsi init --from` and `tsi plan --probe` as a user meets them: without a key, and on a service with control actions.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Reference, startReference } from '../../reference/index.js';
import { callTsi } from '../call-tsi.test.aid.js';
import { EXIT } from '../exit-codes.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-discover-'));
let reference: Reference;
let profile: string;

beforeAll(async () => {
  reference = await startReference({ accounts: 2, dialect: 'contrary' });
  profile = await reference.profileYaml(folder);
  const description = await (await fetch(reference.profile.openapi ?? '')).text();
  writeFileSync(join(folder, 'openapi.json'), description);
});

afterAll(async () => {
  await reference.close();
  rmSync(folder, { recursive: true });
});

it('fills a profile in from a description, and needs no key for it', async () => {
  const { code, stderr } = await callTsi(['init', '--from', 'openapi.json', 'target.yaml'], { cwd: folder });
  expect(code, stderr).toBe(EXIT.conformant);
  const text = readFileSync(join(folder, 'target.yaml'), 'utf8');
  expect(text).toContain('# from ');
  expect(text).toContain('TSI_PRIVATE_KEY');
});

it('tries the control bindings of a target and says of each what came', { timeout: 60_000 }, async () => {
  const { code, stdout, stderr } = await callTsi(['plan', '--probe', '--profile', profile], { cwd: folder });
  expect(code).toBe(EXIT.conformant);
  expect(`${stdout}${stderr}`).toContain('order.cancel: works');
  expect(stdout).toMatch(/0 refused, 0 no visible effect/);
});

it('writes nothing where the first read is refused, and says what to do', async () => {
  const { baseUrl, profile: known } = reference;
  const asked = [
    'init',
    '--probe',
    '--base-url',
    baseUrl,
    '--key-id',
    'nobody',
    '--private-key-env',
    'KEY',
    '--account',
  ];
  const env = { KEY: known.keys.main.privateKey };
  const { code, stderr } = await callTsi([...asked, known.accounts.pool[0]?.id ?? '', 'refused.yaml'], {
    cwd: folder,
    env,
  });
  expect(code, stderr).toBe(EXIT.unreachable);
  expect(stderr).toContain('nobody is refused like a key that does not exist');
  expect(existsSync(join(folder, 'refused.yaml'))).toBe(false);
});
