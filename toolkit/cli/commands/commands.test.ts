// The commands that look without judging, in this process.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { JournalWriter } from '../../journal/writer.js';
import { loadProfile } from '../../profile/loading/load.js';
import { startReference } from '../../reference/index.js';
import { type Called, callTsi } from '../call-tsi.test.aid.js';
import { EXIT } from '../exit-codes.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-commands-'));
afterAll(() => rmSync(folder, { recursive: true }));

const call = (...words: readonly string[]): Promise<Called> => callTsi(words, { cwd: folder });

describe('tsi plan', () => {
  it('lists checks by area with what would run', async () => {
    const { code, stdout } = await call('plan', 'ack.status-202');
    expect(code).toBe(EXIT.conformant);
    expect(stdout).toContain('  + ack.status-202/order  acknowledges an order with status 202');
    expect(stdout).toMatch(/checks on sandbox-default: \+ \d+ would run, - 0 not applicable, \? 0 out of reach/);
  });

  it('says what is missing for the rest, and what it would unlock', async () => {
    await call('init', '--out', 'plain.yaml', '--private-key', 'seed.hex');
    writeFileSync(join(folder, 'seed.hex'), '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
    const { stdout } = await call('plan', 'subscriptions', '--profile', 'plain.yaml');
    expect(stdout).toContain('cannot be reached on this target: needs ');
    expect(stdout).toMatch(/Missing, with the number of checks that wait for it:\n {2}environment: sandbox: \d+/);
  });

  it('needs no secret: it names those that a run will need', async () => {
    await call('init', 'keyless.yaml');
    const { code, stdout, stderr } = await call('plan', 'auth', '--profile', 'keyless.yaml');
    expect(code).toBe(EXIT.conformant);
    expect(stdout).toMatch(/checks on my-target: \+ \d+ would run/);
    expect(stderr).toBe('not there yet, and needed by a run: the environment variable TSI_PRIVATE_KEY\n');
    const run = await call('run', 'auth', '--profile', 'keyless.yaml');
    expect(run).toMatchObject({ code: EXIT.usage, stderr: expect.stringContaining('TSI_PRIVATE_KEY to be set') });
  });

  it('prints one document for programs', async () => {
    const { stdout } = await call('plan', 'ack.status-202/order', '--json', '--seed', '7');
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({
      seed: '7',
      plan: { checks: 1, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
      checks: [{ id: 'ack.status-202/order', area: 'lifecycle', kind: 'scenario', level: 'must', applicable: true }],
    });
    expect(document.checks[0]).toMatchObject({ source: 'suites/lifecycle/result.suite.ts', line: expect.any(Number) });
  });
});

describe('tsi requirements', () => {
  it('shows statements with their checks, by section', async () => {
    const { stdout } = await call('requirements', '--section', '2.1');
    expect(stdout).toContain('Interface 2.1');
    expect(stdout).toContain('- ack.status-202/order');
    expect(stdout).not.toContain('Interface 5.3');
  });

  it('prints one document, or tables', async () => {
    const document = JSON.parse((await call('requirements', '--json')).stdout) as {
      requirements: readonly { id: string; checks: readonly string[] }[];
    };
    expect(document.requirements.length).toBeGreaterThan(250);
    expect(document.requirements.find(({ id }) => id === 'ack.status-202')?.checks).toContain('ack.status-202/order');
    expect((await call('requirements', '--section', '9', '--markdown')).stdout).toContain('| `versioning.paths-v1` |');
  });

  it('refuses a section that has no statement, and two forms at once', async () => {
    expect((await call('requirements', '--section', '12')).code).toBe(EXIT.usage);
    expect((await call('requirements', '--json', '--markdown')).code).toBe(EXIT.usage);
  });
});

describe('tsi check-journal', () => {
  function journal(name: string, secondId: string): string {
    const writer = JournalWriter.open(join(folder, name), {
      run: 'r',
      seed: '7',
      suite: { name: 's', version: '0' },
      profile: { name: 'p', fingerprint: 'f' },
    });
    const blank = { actor: 'suite', conn: 'http', check: 'a.b/c', account: 'A', raw: null, error: null } as const;
    for (const [n, operationId] of ['op-1', secondId].entries()) {
      const client_request_id = `key-${n}`;
      const headers = [['SVC-API-KEY', 'K']] as const;
      const invoke = writer.append({
        ...blank,
        kind: 'invoke',
        client_request_id,
        operation_id: null,
        parsed: { request: 'placeOrder', method: 'POST', path: '/', headers, params: {} },
        cause: null,
      });
      writer.append({
        ...blank,
        kind: 'ok',
        actor: 'target',
        client_request_id,
        operation_id: operationId,
        parsed: { request: 'placeOrder', status: 202, headers: {}, body: {}, view: { operationId } },
        cause: invoke,
      });
    }
    writer.close('finished');
    return name;
  }

  it('finds nothing in a clean journal', async () => {
    const { code, stdout } = await call('check-journal', journal('clean.ndjson', 'op-2'), '--only', 'operation-ids');
    expect([code, stdout]).toEqual([EXIT.conformant, '+ operation-ids  2 judged\n\n0 findings of 1 checkers\n']);
  });

  it('exits with 6 where no checker had anything to judge, and counts those that had nothing', async () => {
    const file = journal('idle.ndjson', 'op-2');
    const { code, stdout } = await call('check-journal', file, '--only', 'diagnostics');
    expect(code).toBe(EXIT.incomplete);
    expect(stdout).toMatch(/\n0 findings of 1 checkers; all had nothing that they could judge\n$/);
    expect((await call('check-journal', file)).stdout).toMatch(/checkers; \d+ had nothing that they could judge\n$/);
  });

  it('exits with 1 on a finding and names requirement and records', async () => {
    const file = journal('double.ndjson', 'op-1');
    const { code, stdout } = await call('check-journal', file, '--only', 'operation-ids', '--json');
    expect(code).toBe(EXIT.notConformant);
    expect(JSON.parse(stdout)).toMatchObject({
      checkers: [
        { checker: 'operation-ids', outcome: 'found', findings: [{ requirement: 'ack.operation-id-unique' }] },
      ],
    });
    expect((await call('check-journal', file)).stdout).toContain('x operation-ids');
  });

  it('judges who sent the requests where it is asked to', async () => {
    const { code, stdout } = await call('check-journal', journal('sent.ndjson', 'op-2'), '--subject', 'client');
    expect(code).toBe(EXIT.notConformant);
    expect(stdout).toContain('x client-signing');
    expect(stdout).not.toContain('operation-ids');
    const both = await call('check-journal', 'sent.ndjson', '--subject', 'both');
    expect(both.stdout).toMatch(/operation-ids[\s\S]*client-signing/);
  });

  it.each([
    [['missing.ndjson'], 'missing.ndjson: '],
    [['clean.ndjson', '--only', 'client-signing'], 'no checker is named client-signing'],
    [['clean.ndjson', '--only', 'operation-id'], 'no checker is named operation-id, did you mean operation-ids?'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await call('check-journal', ...words);
    expect([code, stderr]).toEqual([EXIT.usage, expect.stringContaining(message)]);
  });
});

describe('tsi init', () => {
  it('fills in what a reachable target shows, and writes no secret', async () => {
    const reference = await startReference({ accounts: 2 });
    try {
      writeFileSync(join(folder, 'main.pem'), reference.profile.keys.main.privateKey);
      const [first] = reference.profile.accounts.pool;
      const words = ['--base-url', reference.baseUrl, '--key-id', reference.profile.keys.main.id];
      const account = ['--private-key', 'main.pem', '--account', first?.id ?? ''];
      const { code, stderr } = await call('init', '--out', 'found.yaml', ...words, ...account);
      expect([code, stderr]).toEqual([EXIT.conformant, expect.stringContaining('a signed read was accepted')]);
      const text = readFileSync(join(folder, 'found.yaml'), 'utf8');
      expect(text).not.toContain('PRIVATE KEY');
      const profile = await loadProfile(join(folder, 'found.yaml'));
      expect(profile).toMatchObject({
        baseUrl: reference.baseUrl,
        environment: 'unknown',
        accounts: { pool: [{ id: first?.id, currency: 'USD', currencyDigits: 2 }] },
      });
      expect(profile.market.instruments.map(({ name }) => name)).toEqual(['EURUSD', 'USDJPY']);
    } finally {
      await reference.close();
    }
  });

  it('writes a profile all the same when nothing answers, and says so', async () => {
    writeFileSync(join(folder, 'seed.hex'), '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
    const reference = await startReference({ accounts: 1 });
    const { baseUrl } = reference;
    await reference.close();
    const words = ['--base-url', baseUrl, '--key-id', 'K', '--private-key', 'seed.hex', '--account', 'A'];
    const { code, stderr } = await call('init', '--out', 'silent.yaml', ...words);
    expect([code, stderr]).toEqual([EXIT.unreachable, expect.stringContaining(`nothing answers at ${baseUrl}`)]);
    expect(existsSync(join(folder, 'silent.yaml'))).toBe(true);
  });

  it('says that it did not understand a list of instruments, rather than take its members for names', async () => {
    writeFileSync(join(folder, 'seed.hex'), '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
    const server = createServer(({ url }, response) => {
      response.writeHead(url?.endsWith('/conditions') ? 404 : 200).end('{"universe":{"EURUSD":{}},"total":1}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      // A server that listens on a port has an address of this kind.
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const words = ['--base-url', baseUrl, '--key-id', 'K', '--private-key', 'seed.hex', '--account', 'A'];
      const { stderr } = await call('init', '--out', 'odd.yaml', ...words);
      expect(stderr).toContain('nothing has the conditions of universe or total; bind bodies.instruments');
      expect(readFileSync(join(folder, 'odd.yaml'), 'utf8')).not.toContain('may use: universe');
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('takes the name of the profile as its argument, or by --out, not both', async () => {
    expect(await call('init', 'named.yaml')).toMatchObject({
      code: EXIT.conformant,
      stderr: expect.stringContaining('wrote named.yaml'),
    });
    expect((await call('init', 'one.yaml', '--out', 'two.yaml')).code).toBe(EXIT.usage);
  });

  it('overwrites nothing unless told to', async () => {
    await call('init', '--out', 'mine.yaml');
    expect(await call('init', '--out', 'mine.yaml')).toMatchObject({
      code: EXIT.usage,
      stderr: expect.stringContaining('mine.yaml exists'),
    });
    expect((await call('init', '--out', 'mine.yaml', '--force')).code).toBe(EXIT.conformant);
  });
});
