// A green that judged nothing, or not what was meant: what must not be taken for a pass by a person, an exit code or `tsi verify`.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Results } from '../../../reports/model/model.js';
import { startReference } from '../../reference/index.js';
import { type Called, type CallOptions, callBuiltTsi } from '../call-tsi.test.aid.js';
import { EXIT } from '../exit-codes.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-misread-'));
afterAll(() => rmSync(folder, { recursive: true }));

const call = (words: readonly string[], options: Partial<CallOptions> = {}): Promise<Called> =>
  callBuiltTsi(words, { cwd: folder, ...options });
const resultsOf = (out: string): Results =>
  JSON.parse(readFileSync(join(folder, out, 'results.json'), 'utf8')) as Results;

/** Judges the reference service by a profile without control actions; `amend` is what else is in it. */
async function judge(
  out: string,
  amend: (profile: string) => string,
  selectors: readonly string[] = ['ack.status-202', 'configuration.*-readable'],
): Promise<Called> {
  const reference = await startReference({ accounts: 4 });
  try {
    const text = readFileSync(await reference.profileYaml(folder), 'utf8');
    const bare = text.replace(/^control:\n(?: .*\n|\n)*/m, '').replace(/^policy:\n(?: .*\n)*/m, '');
    writeFileSync(join(folder, `${out}.yaml`), amend(bare));
    return await call(['run', ...selectors, '--profile', `${out}.yaml`, '--out', out]);
  } finally {
    await reference.close();
  }
}

describe('what was not judged', { timeout: 60_000 }, () => {
  const unknown = (text: string): string => text.replace('environment: sandbox', 'environment: unknown');

  it('ends with 6 unless the profile accepts it, and the line that does is printed', async () => {
    const open = await judge('open', unknown);
    expect(open.code).toBe(EXIT.incomplete);
    expect(open.stderr).toMatch(/INCOMPLETE, CONFORMANT AS FAR AS JUDGED: \d+ of \d+; not judged: /);
    const lines = /^policy:\n {2}accept:\n(?: {4}- .*\n(?: {8}#.*\n)?)+/m.exec(open.stderr)?.[0] ?? '';
    expect(lines).toContain('- "environment: sandbox"');
    const accepted = await judge('accepted', (text) => unknown(text) + lines);
    expect(accepted.code).toBe(EXIT.conformant);
    expect(accepted.stderr).toMatch(/CONFORMANT IN THE SELECTED PART, AS FAR AS JUDGED: \d+ of \d+; not judged: /);
    expect(accepted.stderr).not.toMatch(/^CONFORMANT:/m);
    expect(resultsOf('accepted').run.accepted).toContain('environment: sandbox');
  });

  it('is not repeated on the embedded service in the place of the target', async () => {
    await judge('repeated', unknown);
    const { code, stderr } = await call(['run', '--failed', '--out', 'repeated']);
    expect(code).toBe(EXIT.usage);
    expect(stderr).toContain('--failed repeats the last run, which judged sandbox-default; name its --profile');
  });

  it('is no pass where nothing at all was judged, whatever the profile accepts', async () => {
    const { code } = await judge('nothing', (text) =>
      `${unknown(text)}policy: {inconclusive: any}\nclaims: {}\n`.replace(/^claims: \{\}\n/m, ''),
    );
    expect(code).toBe(EXIT.conformant);
    const none = await call(['run', 'ack.status-202/order', '--profile', 'nothing.yaml', '--out', 'none']);
    expect([EXIT.incomplete, EXIT.unreachable]).toContain(none.code);
  });
});

describe('the embedded reference service', { timeout: 60_000 }, () => {
  const PART = ['run', 'ack.status-202/order'];

  it('is named in the first line and in the headline where no profile is', async () => {
    const { code, stderr } = await call([...PART, '--out', 'assumed']);
    expect(code).toBe(EXIT.conformant);
    expect(stderr.split('\n')[0]).toMatch(/^no --profile: this judges the embedded reference service, not your target/);
    expect(stderr.replace(/\s+/g, ' ')).toContain(
      'all 1 judged; judged: the embedded reference service, not your target',
    );
    expect(stderr).toContain('$ tsi init target.yaml');
    expect(stderr).not.toContain('certify');
  });

  it('is no pass in a CI unless it was asked for', async () => {
    expect((await call([...PART, '--out', 'ci'], { env: { CI: 'true' } })).code).toBe(EXIT.incomplete);
    expect((await call([...PART, '--out', 'ci', '--reference'], { env: { CI: 'true' } })).code).toBe(EXIT.conformant);
  });

  it('is no pass of a soak in a CI either', async () => {
    const soaked = (...more: string[]): Promise<Called> =>
      call(['soak', '--for', '1s', '--accounts', '2', '--out', 'soaked', ...more], { env: { CI: 'true' } });
    const { code, stderr } = await soaked();
    expect(code).toBe(EXIT.incomplete);
    expect(stderr.split('\n')[0]).toMatch(/^no --profile: this judges the embedded reference service, not your target/);
    expect(stderr).toMatch(/\nINCOMPLETE[^\n]*\nreport in /);
    const meant = await soaked('--reference');
    expect(meant.code).toBe(EXIT.conformant);
    expect(meant.stderr).toMatch(/\nCONFORMANT IN THE SELECTED PART: [^\n]*; judged: the embedded reference service/);
  });

  it('is not certified unless it was asked for', async () => {
    expect((await call(['keygen', '--out', 'key.pem'])).code).toBe(EXIT.conformant);
    const { code, stderr } = await call(['certify', '--key', 'key.pem']);
    expect(code).toBe(EXIT.usage);
    expect(stderr).toContain('--profile FILE names the target');
    expect((await call(['certify', 'assumed', '--key', 'key.pem'])).code).toBe(EXIT.verificationFailed);
  });
});

describe('a run of a part', { timeout: 60_000 }, () => {
  it('leaves the report of the whole untouched, and prints commands that do', async () => {
    await call(['run', 'ack.status-202/order', 'versioning', '--reference', '--out', 'whole']);
    const before = readFileSync(join(folder, 'whole', 'results.json'));
    const one = await call(['run', 'ack.status-202/order', '--fault', 'ack-status-200', '--out', 'whole'], {
      program: 'npx tsi',
    });
    expect(one.code).toBe(EXIT.notConformant);
    expect(one.stderr).toContain('--fault ack-status-200 --out whole\n');
    expect(one.stderr).toMatch(/\$ npx tsi run ack\.status-202\/order --seed \d+/);
    expect(readFileSync(join(folder, 'whole', 'results.json'))).toEqual(before);
    expect(existsSync(join(folder, 'whole', 'partial', 'ack.status-202_order', 'index.html'))).toBe(true);
  });

  it('goes beside the default folder', async () => {
    await call(['run', 'ack.status-202/order', '--reference']);
    expect(existsSync(join(folder, 'conformance-report', 'results.json'))).toBe(false);
    expect(existsSync(join(folder, 'conformance-report/partial/ack.status-202_order/results.json'))).toBe(true);
  });

  it('of quick effort says left out, never not applicable', async () => {
    const { stderr } = await call(['run', 'limits', '--effort', 'quick', '--reference', '--out', 'quick']);
    const { counts } = resultsOf('quick');
    expect(counts['left-out']).toBeGreaterThan(0);
    expect(counts['not-applicable']).toBe(0);
    expect(stderr).toMatch(/\/ \d+ left out/);
    expect(stderr).not.toContain('certify');
  });
});
