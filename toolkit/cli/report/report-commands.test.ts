import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planDigest } from '../../../reports/join/plan-digest.js';
import { conformanceOf } from '../../../reports/model/conformance.js';
import type { CheckResult, Results, Verdict } from '../../../reports/model/model.js';
import { renderResultsJson } from '../../../reports/model/results-json.js';
import { schemaDefect } from '../../../reports/model/schema.js';
import { writeReports } from '../../../reports/render/write-reports.js';
import { writeSampleRun } from '../../../reports/sample-run.test.aid.js';
import { type Called, callTsi } from '../call-tsi.test.aid.js';
import { EXIT } from '../exit-codes.js';
import { writePlannedRun } from '../tamper/planned-run.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const call = (...words: string[]): Promise<Called> => callTsi(words, { cwd: folder });

async function report(
  name: string,
  verdicts: readonly Verdict[] = [],
  change: (results: Results) => Results = (one) => one,
): Promise<string> {
  const run = writeSampleRun(join(folder, name), { checks: 42, verdicts, run: `run-${name}` });
  await writeReports(run.dir, change(run.results), { journalPath: run.journalPath, env: {} });
  return run.dir;
}

beforeAll(async () => {
  await report('good');
  await report('bad', ['pass', 'fail']);
});

describe('tsi render', () => {
  it('makes the files again', async () => {
    rmSync(join(folder, 'good/junit.xml'));
    const { code, stderr } = await call('render', 'good');
    expect(code).toBe(EXIT.conformant);
    expect(stderr).toContain('CONFORMANT');
    expect(existsSync(join(folder, 'good/junit.xml'))).toBe(true);
  });

  it('takes the journal along when it writes elsewhere', async () => {
    expect((await call('render', 'good', '--out', 'copy')).code).toBe(EXIT.conformant);
    expect((await call('judge', 'copy')).code).toBe(EXIT.conformant);
  });

  it('makes an incomplete report of what a killed run left', async () => {
    const dir = await report('killed', ['pass', 'fail']);
    const journal = readFileSync(join(dir, 'journal.ndjson'), 'utf8');
    rmSync(dir, { recursive: true });
    cpSync(join(folder, 'good/summary.md'), join(dir, 'summary.md'));
    writeFileSync(join(dir, 'journal.ndjson'), journal.slice(0, journal.length / 2));
    const { code, stderr } = await call('render', 'killed');
    expect(code).toBe(EXIT.conformant);
    expect(stderr).toContain('the run was killed; this report is made from its journal');
    const results = JSON.parse(readFileSync(join(dir, 'results.json'), 'utf8')) as Results;
    expect(results).toMatchObject({ conformant: false, complete: false, run: { killed: true } });
    expect(results.counts.pass).toBeGreaterThan(5);
    expect(results.requirements.length).toBeGreaterThan(100);
  }, 60_000);

  it('makes no report of a journal with lines that no killed run leaves', async () => {
    const dir = await report('junk', ['pass']);
    const [header] = readFileSync(join(dir, 'journal.ndjson'), 'utf8').split('\n');
    rmSync(dir, { recursive: true });
    cpSync(join(folder, 'good/summary.md'), join(dir, 'summary.md'));
    for (const junk of ['no record\n{"a":1}\n', '[]\n', '\u0000\u0001\nhalf']) {
      writeFileSync(join(dir, 'journal.ndjson'), `${header}\n${junk}`);
      expect(await call('render', 'junk')).toMatchObject({
        code: EXIT.usage,
        stderr: expect.stringContaining('journal line 2: expected a record'),
      });
      expect(existsSync(join(dir, 'results.json'))).toBe(false);
    }
  });

  it.each([
    ['junk', (): string => 'junk\n'],
    ['nothing', (): string => ''],
    ['the journal of another run', (): string => readFileSync(join(folder, 'bad/journal.ndjson'), 'utf8')],
  ])('writes no page with %s as its evidence', async (_what, journal) => {
    const dir = await report('mixed');
    const page = readFileSync(join(dir, 'index.html'), 'utf8');
    writeFileSync(join(dir, 'journal.ndjson'), journal());
    const { code, stderr } = await call('render', 'mixed');
    expect(code).toBe(EXIT.suiteError);
    expect(stderr).toContain('expected the journal of run run-mixed, as results.json says');
    expect(readFileSync(join(dir, 'index.html'), 'utf8')).toBe(page);
  });

  it('says what is missing', async () => {
    expect(await call('render', 'nowhere')).toMatchObject({
      code: EXIT.usage,
      stderr: expect.stringContaining('nowhere does not exist'),
    });
  });
});

describe('tsi judge', () => {
  it('agrees with sound reports, and exits as their runs did', async () => {
    expect(await call('judge', 'good')).toMatchObject({
      code: EXIT.conformant,
      stdout: expect.stringContaining('every verdict follows from the journal'),
    });
    expect((await call('judge', 'bad')).code).toBe(EXIT.notConformant);
  });

  it('finds an edited verdict', async () => {
    const dir = await report('edited', ['pass', 'fail']);
    const path = join(dir, 'journal.ndjson');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"holds":false', '"holds":true'));
    const { code, stdout } = await call('judge', 'edited');
    expect(code).toBe(EXIT.verificationFailed);
    expect(stdout).toContain('recorded as holding, but its evidence says otherwise');
  });

  it('prints a document of its schema', async () => {
    const { stdout } = await call('judge', 'bad', '--json');
    expect(schemaDefect('rejudge/judgement.schema.json', JSON.parse(stdout))).toBeUndefined();
  });

  it('refuses a cut journal', async () => {
    const dir = await report('cut');
    writeFileSync(join(dir, 'journal.ndjson'), readFileSync(join(dir, 'journal.ndjson'), 'utf8').slice(0, -300));
    expect(await call('judge', 'cut')).toMatchObject({
      code: EXIT.verificationFailed,
      stderr: expect.stringContaining('journal line'),
    });
  });
});

describe('tsi compare', () => {
  it('exits with 1 on a regression and names it with its command', async () => {
    const { code, stdout } = await call('compare', 'good', 'bad');
    expect(code).toBe(EXIT.notConformant);
    expect(stdout).toMatch(/Regressed\n✗ orders\.rule-0\/case-1 {2}pass -> fail/);
    expect(stdout).toContain("$ tsi run 'orders.rule-0/case-1' --seed 7");
  });

  it('exits with 0 when something was fixed', async () => {
    expect(await call('compare', 'bad', 'good/results.json')).toMatchObject({
      code: EXIT.conformant,
      stdout: expect.stringContaining('1 fixed'),
    });
  });

  it('exits with 6 when what passed before is not judged now', async () => {
    const good = JSON.parse(readFileSync(join(folder, 'good', 'results.json'), 'utf8')) as Results;
    const write = (name: string, checks: Results['checks']): void =>
      writeFileSync(join(folder, name), renderResultsJson({ ...good, checks, ...conformanceOf({ ...good, checks }) }));
    const [first, ...others] = good.checks;
    write('part.json', others);
    write('open.json', [{ ...first, verdict: 'inconclusive', reason: 'no reason' } as CheckResult, ...others]);
    for (const [name, said] of [
      ['part.json', /1 not there any more\nINCOMPLETE: 1 that passed before is not judged now\n$/],
      ['open.json', /1 no longer decided\nINCOMPLETE: 1 that passed before is not judged now\n$/],
    ] as const) {
      const { code, stdout } = await call('compare', 'good', name);
      expect(code).toBe(EXIT.incomplete);
      expect(stdout).toMatch(said);
    }
    expect((await call('compare', 'part.json', 'good')).code).toBe(EXIT.conformant);
    const target = { ...good.run.target, embedded: true as const };
    writeFileSync(join(folder, 'stand-in.json'), renderResultsJson({ ...good, run: { ...good.run, target } }));
    expect(await call('compare', 'good', 'stand-in.json')).toMatchObject({
      code: EXIT.incomplete,
      stdout: expect.stringMatching(
        /\nINCOMPLETE: the later run judged the embedded reference service, not your target\n$/,
      ),
    });
  });

  it('prints a document of its schema', async () => {
    const { stdout } = await call('compare', 'good', 'bad', '--json');
    expect(schemaDefect('join/comparison.schema.json', JSON.parse(stdout))).toBeUndefined();
  });

  it('refuses what is not results', async () => {
    writeFileSync(join(folder, 'other.json'), '{}');
    expect(await call('compare', 'good', 'other.json')).toMatchObject({
      code: EXIT.usage,
      stderr: expect.stringContaining('not usable as results'),
    });
  });
});

describe('tsi merge', () => {
  async function shards(): Promise<void> {
    const parts = [1, 2].map((index) =>
      writeSampleRun(join(folder, `shard-${index}`), { checks: 20, from: (index - 1) * 20, run: `run-${index}` }),
    );
    const plan = planDigest(parts.flatMap(({ results }) => results.checks.map((check) => check.id)));
    for (const [index, { dir, results }] of parts.entries()) {
      writeFileSync(
        join(dir, 'results.json'),
        renderResultsJson({ ...results, run: { ...results.run, plan, shard: `${index + 1}/2` } }),
      );
    }
  }

  it('joins shards into a report that is judged and certified like any other', async () => {
    await shards();
    const { code, stderr } = await call('merge', 'shard-1', 'shard-2', '--out', 'merged');
    expect([code, stderr]).toEqual([EXIT.conformant, expect.stringContaining('CONFORMANT: all 40 judged')]);
    expect((await call('judge', 'merged')).code).toBe(EXIT.conformant);
  });

  it('refuses a shard with the journal of another', async () => {
    await shards();
    const swapped = 'swapped-2';
    cpSync(join(folder, 'shard-2'), join(folder, swapped), { recursive: true });
    cpSync(join(folder, 'shard-1/journal.ndjson'), join(folder, swapped, 'journal.ndjson'));
    const { code, stderr } = await call('merge', 'shard-1', swapped, '--out', 'of-two');
    expect(code).toBe(EXIT.suiteError);
    expect(stderr).toContain('expected the journal of run');
    expect(existsSync(join(folder, 'of-two/results.json'))).toBe(false);
  });

  it('refuses a missing shard before it writes anything', async () => {
    await shards();
    const { code, stderr } = await call('merge', 'shard-1', '--out', 'half');
    expect([code, stderr]).toEqual([EXIT.usage, expect.stringContaining('of 2 shards these are missing: 2/2')]);
    expect(existsSync(join(folder, 'half'))).toBe(false);
  });

  it('needs a folder of its own', async () => {
    expect((await call('merge', 'good')).stderr).toContain('--out is needed');
    expect((await call('merge', 'good', '--out', 'good')).stderr).toContain('--out is one of the shards');
  });
});

describe('tsi keygen, certify, verify', () => {
  it('makes keys that only their owner can read, and never overwrites one', async () => {
    const { code, stdout } = await call('keygen', '--out', 'key.pem');
    expect(code).toBe(EXIT.conformant);
    expect(stdout).not.toContain('BEGIN PRIVATE KEY');
    expect(statSync(join(folder, 'key.pem')).mode & 0o077).toBe(0);
    expect(await call('keygen', '--out', 'key.pem')).toMatchObject({
      code: EXIT.usage,
      stderr: expect.stringContaining('never overwritten'),
    });
    expect(await call('keygen', '--out', 'a/new/folder/key.pem')).toMatchObject({ code: EXIT.conformant });
    expect(await call('keygen', '--out', 'key.pem/no-folder/key.pem')).toMatchObject({
      code: EXIT.usage,
      stderr: expect.stringContaining('cannot write'),
    });
  });

  it('makes keys that openssl reads', () => {
    const openssl = spawnSync('openssl', ['pkey', '-in', join(folder, 'key.pem'), '-pubout'], { encoding: 'utf8' });
    // Machines without openssl have nothing to compare with.
    if (openssl.error === undefined) expect(openssl.stdout).toBe(readFileSync(join(folder, 'key.pem.pub'), 'utf8'));
  });

  it('signs a finished report, which then verifies with the public key alone', async () => {
    await writePlannedRun(join(folder, 'signed'), {
      change: (one) => ({ ...one, build: { version: '4.2', digest: `sha256:${'b'.repeat(64)}` } }),
    });
    const signed = await call('certify', 'signed', '--key', 'key.pem');
    expect(signed).toMatchObject({ code: EXIT.conformant, stderr: expect.stringContaining('level        complete') });
    const verified = await call('verify', 'signed', '--key', 'key.pem.pub');
    expect(verified).toMatchObject({
      code: EXIT.conformant,
      stdout: expect.stringMatching(/^verified {2}level complete/),
    });
    expect(verified.stdout).toMatch(/^signed by key [0-9a-f]{64}; level complete under tsi-conformance levels 2$/m);
    expect(verified.stdout).toMatch(/^build {5}4\.2, sha256:b{64}$/m);
    expect(verified.stdout).toMatch(/^limits .* may invent a whole journal$/m);
    const document = JSON.parse((await call('verify', 'signed', '--key', 'key.pem.pub', '--json')).stdout);
    expect(schemaDefect('certificate/verification.schema.json', document)).toBeUndefined();
    expect(document).not.toHaveProperty('unsigned');
  });

  it('names what lies in the folder and was not signed', async () => {
    const parts = join(folder, 'signed/partial');
    mkdirSync(parts);
    const { code, stdout } = await call('verify', 'signed', '--key', 'key.pem.pub');
    expect(code).toBe(EXIT.conformant);
    expect(stdout).toMatch(/^unsigned {2}partial\/, which lies beside it: reports of parts that nobody vouches for$/m);
    const document = JSON.parse((await call('verify', 'signed', '--key', 'key.pem.pub', '--json')).stdout);
    expect(document).toMatchObject({ verified: true, unsigned: ['partial'] });
    expect(schemaDefect('certificate/verification.schema.json', document)).toBeUndefined();
    rmSync(parts, { recursive: true });
  });

  it.each([
    ['--target', 'Invented exchange', EXIT.conformant],
    ['--target', 'Another exchange', EXIT.verificationFailed],
    ['--target', 'https://another.example.test', EXIT.verificationFailed],
    ['--build', '4.2', EXIT.conformant],
    ['--build', `sha256:${'B'.repeat(64)}`, EXIT.conformant],
    ['--build', `sha256:${'c'.repeat(64)}`, EXIT.verificationFailed],
    ['--suite-digest', '0'.repeat(64), EXIT.verificationFailed],
    ['--suite-digest', 'abc', EXIT.usage],
    ['--max-age', '1', EXIT.conformant],
    ['--require-level', 'complete', EXIT.conformant],
  ])('holds it against %s %s', async (flag, value, code) => {
    expect((await call('verify', 'signed', '--key', 'key.pem.pub', flag, value)).code).toBe(code);
  });

  it('signs nothing that it would then reject', async () => {
    const { dir } = await writePlannedRun(join(folder, 'beautified'), { failing: 'ack.status-202/order' });
    const path = join(dir, 'results.json');
    const results = JSON.parse(readFileSync(path, 'utf8')) as Results;
    const checks = results.checks.map((check) =>
      check.verdict === 'fail' ? { ...check, verdict: 'pass' as const } : check,
    );
    const better = { ...results, checks, ...conformanceOf({ ...results, checks }) };
    await writeReports(dir, better, { journalPath: join(dir, 'journal.ndjson'), env: {} });
    expect(await call('certify', 'beautified', '--key', 'key.pem')).toMatchObject({
      code: EXIT.verificationFailed,
      stderr: expect.stringMatching(
        /breaks at verdicts: ack\.status-202\/order: the results say pass, the journal says fail/,
      ),
    });
    expect(existsSync(join(dir, 'certificate.intoto.jsonl'))).toBe(false);
  });

  it('names the first broken link and exits with 7', async () => {
    cpSync(join(folder, 'signed'), join(folder, 'tampered'), { recursive: true });
    writeFileSync(join(folder, 'tampered/summary.md'), 'all is well');
    const { code, stderr } = await call('verify', 'tampered', '--key', 'key.pem.pub');
    expect([code, stderr]).toEqual([
      EXIT.verificationFailed,
      expect.stringContaining('not verified: broken at files: summary.md has'),
    ]);
    const { stdout } = await call('verify', 'tampered', '--key', 'key.pem.pub', '--json');
    expect(schemaDefect('certificate/verification.schema.json', JSON.parse(stdout))).toBeUndefined();
  });

  it('does not render over a certificate', async () => {
    expect(await call('render', 'signed')).toMatchObject({
      code: EXIT.usage,
      stderr: expect.stringContaining('is certified'),
    });
  });

  it('says what is wrong with a key, and never shows it', async () => {
    const secret = readFileSync(join(folder, 'key.pem'), 'utf8').split('\n')[1] ?? '';
    const { code, stderr } = await call('verify', 'signed', '--key', 'key.pem');
    expect([code, stderr]).toEqual([EXIT.usage, expect.stringContaining('a private key; give the public key')]);
    expect(stderr).not.toContain(secret);
    expect((await call('verify', 'signed', '--key', 'nothing.pub')).code).toBe(EXIT.usage);
    expect((await call('certify', 'signed')).stderr).toContain('--key is needed');
  });

  it('certifies nothing that is not a run of everything', async () => {
    await report('partial', [], (results) => ({ ...results, run: { ...results.run, selection: ['auth'] } }));
    expect(await call('certify', 'partial', '--key', 'key.pem')).toMatchObject({
      code: EXIT.verificationFailed,
      stderr: expect.stringContaining('limited to auth'),
    });
  });
});
