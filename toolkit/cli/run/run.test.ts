// `tsi run` from the command line to the exit code, against the embedded reference service, in this process: the built package.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Results } from '../../../reports/model/model.js';
import { renderInitTemplate } from '../../profile/loading/init-template.js';
import { builtUrl, type Called, callBuiltTsi } from '../call-tsi.test.aid.js';
import { EXIT } from '../exit-codes.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-run-'));
const servers: Server[] = [];
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
});

const ENV = { TSI_PRIVATE_KEY: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60' };
const call = (words: readonly string[], signal?: AbortSignal): Promise<Called> =>
  callBuiltTsi(words, { cwd: folder, env: ENV, ...(signal && { signal }) });

function resultsOf(out: string): Results {
  return JSON.parse(readFileSync(join(folder, out, 'results.json'), 'utf8')) as Results;
}

/** A profile of a target at this port, with a key that nobody knows. */
function profileAt(port: number): string {
  const file = join(folder, `port-${port}.yaml`);
  const text = renderInitTemplate({ baseUrl: `http://127.0.0.1:${port}` });
  writeFileSync(file, text.replace('environment: unknown', 'environment: sandbox'));
  return file;
}

/** A suite of one check that passes. */
function suiteOf(id: string): string {
  const api = JSON.stringify(builtUrl('suites/index.js'));
  return `import { scenario } from ${api}; scenario({ id: '${id}', title: 'passes', run: async () => undefined });`;
}

async function listening(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer(onConnection);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('tsi run, on mistakes', () => {
  it.each([
    [['--profile', 'missing.yaml'], EXIT.usage, 'missing.yaml'],
    [['auht'], EXIT.usage, 'is auht, did you mean auth?'],
    [['--section', '12'], EXIT.usage, 'is 12'],
    [['ack', '--section', '6.2'], EXIT.nothingSelected, 'nothing selected'],
    [['--shard', '3/2'], EXIT.usage, '--shard is I/N'],
    [['--shard', 'auto'], EXIT.usage, '--shard auto: none of these is set'],
    [['--waivers', 'missing.yaml'], EXIT.usage, '--waivers missing.yaml: expected a readable file, got no such file'],
    [['--fault', 'signature-uncheked'], EXIT.usage, 'is named signature-uncheked, did you mean signature-unchecked?'],
    [['--fault', 'x', '--profile', 'y'], EXIT.usage, '--fault is for the embedded service'],
  ])('%j ends with %i', { timeout: 30_000 }, async (words, code, message) => {
    const out = await call(['run', ...words]);
    expect(out).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) });
    expect(existsSync(join(folder, 'conformance-report'))).toBe(false);
  });
});

describe('tsi run', { timeout: 60_000 }, () => {
  it('judges the embedded service and leaves a report', async () => {
    const { code, stdout, stderr } = await call([
      'run',
      'ack.status-202/order',
      '--json',
      '--out',
      'good',
      '--seed',
      '7',
    ]);
    expect(stderr).toContain('pass ack.status-202/order');
    expect(code).toBe(EXIT.conformant);
    const document = JSON.parse(stdout) as Results;
    expect(document).toEqual(resultsOf('good'));
    expect(document).toMatchObject({
      conformant: true,
      complete: true,
      counts: { pass: 1, fail: 0 },
      run: { seed: '7', selection: ['ack.status-202/order'], target: { environment: 'sandbox' } },
      checks: [{ id: 'ack.status-202/order', area: 'lifecycle', reproduce: 'tsi run ack.status-202/order --seed 7' }],
    });
    for (const name of ['journal.ndjson', 'results.json', 'junit.xml', 'ctrf.json', 'summary.md', 'manifest.json']) {
      expect(existsSync(join(folder, 'good', name))).toBe(true);
    }
    expect(readFileSync(join(folder, 'good', 'journal.ndjson'), 'utf8')).not.toContain('PRIVATE KEY');
  });

  it('starts no further check once one has failed, where asked to', { timeout: 30_000 }, async () => {
    const words = ['run', 'auth.signature-*', '--fault', 'signature-unchecked', '--bail', '--out', 'bailed'];
    expect(await call(words)).toMatchObject({ code: EXIT.notConformant });
    const { checks, complete } = resultsOf('bailed');
    expect(complete).toBe(false);
    expect(checks.some(({ verdict }) => verdict === 'fail')).toBe(true);
    expect(checks.at(-1)).toMatchObject({ verdict: 'not-run', reason: expect.stringContaining('has failed') });
  });

  it('finds a deliberate fault, and lets a waiver excuse it until it is mended', async () => {
    writeFileSync(join(folder, 'w.yaml'), `- {pattern: 'auth.*', reason: known as T-1, expires: 2099-12-31}\n`);
    const run = ['run', 'auth.signature-over-text-refused'];
    const faulty = await call([...run, '--fault', 'signature-over-text-accepted', '--out', 'faulty']);
    expect(faulty.code).toBe(EXIT.notConformant);
    const [failed] = resultsOf('faulty').checks.filter(({ verdict }) => verdict === 'fail');
    expect(failed?.requirements[0]).toBe('auth.signature-over-text-refused');
    expect(failed?.reproduce).toContain('--fault signature-over-text-accepted');
    expect(faulty.stderr).toContain(failed?.reproduce);
    expect(
      (await call([...run, '--fault', 'signature-over-text-accepted', '--waivers', 'w.yaml', '--out', 'waived'])).code,
    ).toBe(0);
    const mended = await call([...run, '--waivers', 'w.yaml', '--out', 'mended']);
    expect(mended).toMatchObject({ code: EXIT.notConformant, stderr: expect.stringContaining('is no longer needed') });
  });

  it("runs users' own suites beside its own", async () => {
    const api = builtUrl('suites/index.js');
    writeFileSync(
      join(folder, 'mine.suite.ts'),
      `import { scenario, type CheckContext } from ${JSON.stringify(api)};
      scenario({ id: 'own.reads/account', title: 'answers a read of the account', needs: { shared: true, readOnly: true },
        run: async (t: CheckContext) => t.expect.accepted(await t.account.request('account')) });`,
    );
    const { code } = await call(['run', 'own.reads/account', '--suites', '.', '--out', 'own']);
    expect(code).toBe(EXIT.conformant);
    expect(resultsOf('own').checks).toMatchObject([{ id: 'own.reads/account', area: 'own', verdict: 'pass' }]);
  });

  it.each([
    ['missing', undefined, 'missing: expected a folder that can be read'],
    ['empty', '', 'empty: expected *.suite.ts files'],
    ['broken', "throw new Error('so it is');", 'one.suite.ts: so it is'],
    ['unknown', suiteOf('auth.body-hash-match/mine'), 'auth.body-hash-match, did you mean auth.body-hash-matches?'],
    ['strange', suiteOf('mine.is-fast/reads'), 'no requirement is mine.is-fast; ids of your own begin with own.'],
  ])('refuses own suites that are %s', async (name, text, message) => {
    if (text !== undefined) mkdirSync(join(folder, name));
    if (text) writeFileSync(join(folder, name, 'one.suite.ts'), text);
    const { code, stderr } = await call(['run', 'own', '--suites', name, '--out', name]);
    expect(code).toBe(EXIT.usage);
    expect(stderr).toContain(message);
  });

  it.skipIf(process.platform === 'win32')('refuses own suites that are pipes, and waits for none', async () => {
    mkdirSync(join(folder, 'pipes'));
    execFileSync('mkfifo', [join(folder, 'pipes', 'one.suite.ts')]);
    const { code, stderr } = await call(['run', 'own', '--suites', 'pipes', '--out', 'pipes-out']);
    expect([code, stderr]).toEqual([EXIT.usage, expect.stringContaining('one.suite.ts: expected a file that can be')]);
  });

  it('ends in order when it is interrupted, with a report of what was done', async () => {
    const stop = new AbortController();
    const running = call(['run', 'account-state', '--out', 'stopped'], stop.signal);
    const journal = join(folder, 'stopped', 'journal.ndjson');
    await expect
      .poll(() => existsSync(journal) && readFileSync(journal, 'utf8'), { timeout: 30_000 })
      .toContain('"verdict"');
    stop.abort('SIGINT');
    expect((await running).code).toBe(EXIT.interrupted);
    const { run, checks, complete } = resultsOf('stopped');
    expect([run.interrupted, complete]).toEqual(['SIGINT', false]);
    expect(checks.every(({ verdict }) => verdict !== 'error')).toBe(true);
    expect(readFileSync(journal, 'utf8')).toContain('"reason":"interrupted"');
  });
});

/** Beside each other, since all that they do is wait. */
describe('tsi run on what is no service', { timeout: 60_000, concurrent: true }, () => {
  it('says within ten seconds that nothing answers, and what was tried', async ({ expect }) => {
    const port = await listening((socket) => socket.destroy());
    servers.pop()?.close();
    const started = performance.now();
    const { code, stderr } = await call(['run', 'ack.status-202', '--profile', profileAt(port), '--out', 'nobody']);
    expect(code).toBe(EXIT.unreachable);
    expect(stderr).toContain(`nothing answers at http://127.0.0.1:${port}`);
    expect(performance.now() - started).toBeLessThan(10_000);
    const verdicts = resultsOf('nobody').checks.map(({ verdict }) => verdict);
    expect([...new Set(verdicts)].filter((verdict) => verdict !== 'not-applicable')).toEqual(['inconclusive']);
  });

  it.each([
    ['hangs', () => undefined],
    ['answers garbage', (socket: Socket) => socket.end('\u0000\u0001 no HTTP at all\r\n\r\n')],
    ['drips', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{')],
  ])('survives a target that %s', async (name, behave) => {
    const port = await listening((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => behave(socket));
    });
    const out = name.replace(' ', '-');
    const started = performance.now();
    const { code } = await call(['run', 'ack.status-202', '--profile', profileAt(port), '--out', out]);
    expect(code).toBe(EXIT.unreachable);
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(
      resultsOf(out)
        .findings.filter(({ fatal }) => fatal)
        .map(({ kind }) => kind),
    ).toEqual(['preflight']);
  });
});
