// A sandbox that introduces itself: one source in three renderings, programs and command lines that run as they are pasted, and
// silence towards whoever is not on this machine.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DialectName, type Introduction, type Reference, startReference } from '../index.js';
import { keyFileOf, writeProfileFile } from '../sandbox/profile-file.js';
import { introductionHtml } from './as-html.js';
import { introductionText } from './as-text.js';

const HERE: Readonly<Record<string, boolean>> = {
  Python: spawnSync('python3', ['-c', 'import cryptography']).status === 0,
  JavaScript: true,
  Go: spawnSync('go', ['version']).status === 0,
};

function shell(line: string, cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', line], { cwd });
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', reject);
    child.on('close', () => resolve(said));
  });
}

describe.each<DialectName>(['default', 'contrary'])('a sandbox of the %s dialect', (dialect) => {
  let folder: string;
  let reference: Reference;
  let is: Introduction;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tsi-introduction-'));
    reference = await startReference({ dialect, accounts: 2 });
    const profileFile = join(folder, 'sandbox.yaml');
    writeProfileFile(reference.profile, profileFile);
    is = await reference.introduce({
      program: 'tsi',
      profileFile,
      keyFile: keyFileOf(profileFile, 'main'),
    });
  });
  afterAll(async () => {
    await reference.close();
    await rm(folder, { recursive: true });
  });

  describe.each(['Python', 'JavaScript', 'Go'])('the %s client', (language) => {
    it.skipIf(HERE[language] !== true)(
      'runs as pasted: a read, the baseline, an order, its event',
      { timeout: 60_000 },
      async () => {
        const line = is.clients.find((client) => client.language === language)?.line ?? '';
        const said = await shell(line, folder);
        expect(said).toMatch(/^account 200 /);
        const [order = ''] = /(?<=^order 202 .*)order-[\w-]+/m.exec(said) ?? [];
        const event = said.split('\n').findLast((one) => one.startsWith('event '));
        expect(event).toContain(order);
        expect(event).toContain('success');
      },
    );
  });

  it('runs the control lines as pasted', { timeout: 20_000 }, async () => {
    for (const { line } of is.control.lines) expect(await shell(line, folder)).not.toContain('"error":');
  });

  it('says the same as JSON, as a page and as text', async () => {
    const json = await fetch(is.service);
    expect(json.headers.get('content-type')).toBe('application/json');
    // Programs have addresses of their own.
    const clients = is.clients.map(({ code: _, ...client }) => client);
    expect(await json.json()).toEqual({ ...is, clients });
    const page = await fetch(is.service, { headers: { accept: 'text/html,application/xhtml+xml' } });
    expect(page.headers.get('content-type')).toContain('text/html');
    const html = await page.text();
    expect(html).toBe(introductionHtml(is));
    const text = introductionText(is);
    for (const told of [is.key.id, is.key.file, is.account.id, is.documents.openapi, is.control.url, is.page]) {
      expect(html).toContain(told);
      expect(text).toContain(told);
    }
    expect(JSON.stringify(is)).not.toContain(reference.profile.keys.main.privateKey);
  });

  it.each([
    ['under another name', { Host: 'elsewhere.example' }, '/'],
    ['with another method', {}, '/', 'POST'],
    ['on another path', {}, '/client.rb'],
  ])('answers as the service alone would %s', async (_name, headers, path, method = 'GET') => {
    const call = request(`${is.service}${path}`, { headers, method });
    const status = new Promise((resolve) => call.once('response', (answer) => resolve(answer.resume().statusCode)));
    call.end();
    expect(await status).toBe(404);
  });
});

it('is silent in a sandbox that nobody introduced', async () => {
  const reference = await startReference({ accounts: 1 });
  for (const path of ['/', '/ui', '/client.py']) {
    expect((await fetch(`${reference.baseUrl}${path}`, { redirect: 'manual' })).status).toBe(404);
  }
  await reference.close();
});
