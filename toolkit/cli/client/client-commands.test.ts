// `tsi client` from the command line: a lapse is found and named, and what a client does not have is said.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callTsi } from '../call-tsi.test.aid.js';

// The first call transforms everything that it imports.
vi.setConfig({ testTimeout: 90_000 });
let cwd = '';

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'client-'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

interface Document {
  readonly run: { readonly target: { readonly subject?: string }; readonly bailed?: boolean };
  readonly checks: readonly {
    readonly id: string;
    readonly verdict: string;
    readonly reason?: string;
    readonly violates?: readonly string[];
  }[];
}

function verdicts(stdout: string): Readonly<Record<string, string>> {
  const { checks } = JSON.parse(stdout) as Document;
  return Object.fromEntries(checks.map(({ id, verdict }) => [id, verdict]));
}

describe('tsi client run', () => {
  const ONE = 'idempotency.client-same-key/request-lost';
  const BROKEN = 'idempotency.client-same-key';

  it('passes the honest client, and says that a client was judged', async () => {
    const { code, stdout } = await callTsi(['client', 'run', ONE, '--json', '--out', join(cwd, 'honest')], { cwd });
    expect(verdicts(stdout)).toEqual({ [ONE]: 'pass' });
    expect((JSON.parse(stdout) as Document).run.target.subject).toBe('client');
    expect(code).toBe(0);
  });

  it('fails a lapse at the statement that it breaks, with its requests for evidence', async () => {
    const out = join(cwd, 'lapse');
    const { code, stdout } = await callTsi(
      ['client', 'run', ONE, '--lapse', 'new-key-on-retry', '--json', '--out', out],
      { cwd },
    );
    expect(verdicts(stdout)).toEqual({ [ONE]: 'fail' });
    expect((JSON.parse(stdout) as Document).checks.map(({ violates }) => violates)).toEqual([[BROKEN]]);
    expect(code).toBe(1);
    const journal = readFileSync(join(out, 'journal.ndjson'), 'utf8');
    expect(journal).toContain('"request":"placeOrder"');
    expect(journal).not.toContain('PRIVATE KEY');
  });

  it('judges the same in the other dialect', async () => {
    const words = ['client', 'run', ONE, '--dialect', 'contrary', '--lapse', 'new-key-on-retry', '--json'];
    const { stdout } = await callTsi([...words, '--out', join(cwd, 'contrary')], { cwd });
    expect(verdicts(stdout)).toEqual({ [ONE]: 'fail' });
  });

  it.each([
    ['must', undefined],
    ['should', true],
  ])('bails out only at what decides the verdict: asked for level %s', async (level, bailed) => {
    const words = ['client', 'run', 'errors.client-final-code', '--lapse', 'swallows-code', '--bail', '--json'];
    const out = join(cwd, `bail-${level}`);
    const { stdout } = await callTsi([...words, '--level', level, '--out', out], { cwd });
    expect(Object.values(verdicts(stdout))).toContain('fail');
    expect((JSON.parse(stdout) as Document).run.bailed).toBe(bailed);
  });

  it('says that no client starts', async () => {
    const { code, stderr } = await callTsi(['client', 'run', ONE, '--exec', 'exit 3', '--out', join(cwd, 'none')], {
      cwd,
    });
    expect(code).toBe(3);
    expect(stderr).toContain('no client to judge');
  });
});

describe('tsi client plan', () => {
  it('says how much can be judged', async () => {
    const { code, stdout } = await callTsi(['client', 'plan', 'placing'], { cwd });
    expect(stdout).toMatch(/reference client \(TypeScript\): (\d+) of \1 checks can be judged/);
    expect(code).toBe(0);
  });
});
