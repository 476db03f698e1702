// Runs on a target that opens no accounts: the pool is passed around, cleared after each check as far as the target lets the suite, and
// searched for leaks at the end.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Results } from '../../../reports/model.js';
import { type Reference, startReference } from '../../reference/index.js';
import { tsi } from '../tsi.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-pool-'));
let reference: Reference;
let profile = '';

beforeAll(async () => {
  reference = await startReference({ accounts: 2 });
  profile = readFileSync(await reference.profileYaml(folder), 'utf8');
});
afterAll(async () => {
  await reference.close();
  rmSync(folder, { recursive: true });
});

async function run(name: string, text: string): Promise<Results> {
  writeFileSync(join(folder, `${name}.yaml`), text);
  const sink = { write: () => undefined, isTty: false, columns: 100 };
  const words = ['run', 'ack', 'orders.limit-accepted', '--profile', `${name}.yaml`, '--out', name];
  await tsi(words, {
    stdout: sink,
    stderr: sink,
    stdin: (async function* () {})(),
    env: {},
    cwd: folder,
    signal: new AbortController().signal,
    commandLine: ['tsi', ...words].join(' '),
  });
  const results = JSON.parse(readFileSync(join(folder, name, 'results.json'), 'utf8')) as Results;
  expect([results.counts.fail, results.counts.error]).toEqual([0, 0]);
  return results;
}

describe('a run on a pool of accounts', { timeout: 60_000 }, () => {
  it('leaves nothing open where the target lets it cancel and close', async () => {
    const { findings } = await run('closing', profile.replace('control:\n', 'control:\n  account.create: null\n'));
    expect(findings).toEqual([]);
  });

  it('says once for each account what it could not close', async () => {
    const withoutControl = profile.slice(0, profile.indexOf('control:'));
    const text = withoutControl.replace(/^claims:.*(\n {2}.*)*\n?/m, '');
    const { findings } = await run('keeping', `${text}\nclaims: {cancelOrder: false, closePosition: false}\n`);
    expect(findings.map(({ kind, fatal }) => [kind, fatal])).toEqual([
      ['leak', false],
      ['leak', false],
    ]);
    expect(findings[0]?.message).toMatch(
      /^account \d+ keeps \d+ orders? \(.*\)( and \d+ positions? \(.*\))? that the run opened$/,
    );
  });
});
