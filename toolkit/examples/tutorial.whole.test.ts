// The tutorial, executed: after each step the built suite says what the tutorial's table says that it says. Then what stands beyond it.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Results } from '../../reports/model/model.js';
import { packageRoot } from '../base/package-root.js';

const examples = join(packageRoot(), 'toolkit', 'examples');
const main = join(packageRoot(), 'dist', 'toolkit', 'cli', 'main.js');
const folder = mkdtempSync(join(tmpdir(), 'tutorial-'));
const { publicKey: publicPem, privateKey: privatePem } = generateKeyPairSync('ed25519', {
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const profile = readFileSync(join(examples, 'service', 'profile.yaml'), 'utf8');

/** Step, what is not there yet, exit code, what is said: the first, third, fourth and fifth column of the README's table. */
const STEPS = [
  ...readFileSync(join(examples, 'README.md'), 'utf8').matchAll(
    /^\| (\d) +\|[^|]*\| ([\w, ]*?) *\| (\d) +\| (.*?) *\|$/gm,
  ),
].map(([, step = '', notYet = '', code = '', said = '']) => ({ step, notYet, code: Number(code), said }));

let service: ChildProcess | undefined;

afterEach(async () => {
  if (service === undefined) return;
  const ended = once(service, 'exit');
  service.kill();
  await ended;
  service = undefined;
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Resolves to the port on which the service of this step listens. */
async function start(step: string): Promise<string> {
  const env = { ...process.env, PORT: '0', PUBLIC_KEY: publicPem };
  const started = spawn(process.execPath, [join(examples, 'service', 'service.mjs'), step], { env, stdio: 'pipe' });
  service = started;
  const [line] = (await once(started.stdout, 'data')) as [Buffer];
  return /:(\d+)\s*$/.exec(line.toString())?.[1] ?? '';
}

function run(
  port: string,
  text: string,
  ...words: readonly string[]
): { code: number | null; text: string; results: Results } {
  writeFileSync(join(folder, 'profile.yaml'), text);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [main, 'run', ...words, '--profile', 'profile.yaml', '--json', '--seed', '5'],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: { ...process.env, PORT: port, TUTORIAL_KEY: privatePem, CI: '' },
    },
  );
  return { code: status, text: stderr.replace(/\s+/g, ' '), results: JSON.parse(stdout) as Results };
}

describe('the tutorial', { timeout: 300_000 }, () => {
  it('has six steps', () => {
    expect(STEPS.map(({ step }) => step)).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(readFileSync(join(examples, 'service', 'service.mjs'), 'utf8').split('\n').length).toBeLessThanOrEqual(151);
  });

  it.each(STEPS)('says after step $step: $said', async ({ step, notYet, code, said }) => {
    const port = await start(step);
    const told = run(port, profile.replace('notYet: []', `notYet: [${notYet}]`), '--effort', 'quick');
    expect(told.text).toContain(said);
    expect(told.code).toBe(code);
  });

  it('has control actions that unlock checks', async () => {
    const port = await start('7');
    const bound = profile + readFileSync(join(examples, 'service', 'control.yaml'), 'utf8');
    const checks = ['delivery.no-replay/cut-by-target', 'reconnect.snapshot-is-baseline'];
    const { results } = run(port, bound, ...checks);
    expect(results.checks.find(({ id }) => id === checks[0])).toMatchObject({ verdict: 'pass' });
    expect(results.counts).toMatchObject({ fail: 0, error: 0 });
  });

  it('is read by a dialect module as well', async () => {
    const code = readFileSync(join(examples, 'dialect', 'dialect.mjs'), 'utf8');
    const from = JSON.stringify(new URL('../../dist/toolkit/profile/index.js', import.meta.url).href);
    writeFileSync(join(folder, 'dialect.mjs'), code.replace("'tsi-conformance/profile'", from));
    const port = await start('6');
    const { results } = run(port, `${profile}dialect: {module: ./dialect.mjs}\n`, 'configuration', 'ack');
    expect(results.counts).toMatchObject({ fail: 0, error: 0 });
    expect(results.counts.pass).toBeGreaterThan(5);
  });
});

it('own checks run beside those of the package', { timeout: 120_000 }, () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [main, 'run', 'own', '--reference', '--suites', join(packageRoot(), 'suites', 'examples'), '--out', 'own'],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(status, stderr).toBe(0);
  const { checks } = JSON.parse(readFileSync(join(folder, 'own', 'results.json'), 'utf8')) as Results;
  expect(checks.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['own.answers-in-time/account-read', 'pass'],
    ['own.order-in-snapshot/after-its-result', 'pass'],
  ]);
});
