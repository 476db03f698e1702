// Keys, certificates, and what verifies.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { conformanceOf } from '../../../reports/model/conformance.js';
import type { Results } from '../../../reports/model/model.js';
import { schemaDefect } from '../../../reports/model/schema.js';
import { writeReports } from '../../../reports/render/write-reports.js';
import { WitnessWriter } from '../../../reports/witness/write-record.js';
import { createSigner, parsePrivateKey } from '../../signing/index.js';
import { type Called, callTsi } from '../call-tsi.test.aid.js';
import { EXIT } from '../exit-codes.js';
import { writePlannedRun } from '../tamper/planned-run.js';
import { sampleReport } from './sample-reports.test.aid.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-certify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const call = (...words: string[]): Promise<Called> => callTsi(words, { cwd: folder });

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

  it('breaks at the record of a witness that saw another run', async () => {
    const record = new WitnessWriter(join(folder, 'other.ndjson'), 'http://127.0.0.1:1');
    record.close(createSigner(parsePrivateKey(readFileSync(join(folder, 'key.pem'), 'utf8'))));
    const beside = ['--witness', 'key.pem.pub', '--witness-record', 'other.ndjson'];
    expect(await call('verify', 'signed', '--key', 'key.pem.pub', ...beside)).toMatchObject({
      code: EXIT.verificationFailed,
      stderr: expect.stringContaining('not verified: broken at witness'),
    });
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
    await sampleReport(join(folder, 'partial'), [], (results) => ({
      ...results,
      run: { ...results.run, selection: ['auth'] },
    }));
    expect(await call('certify', 'partial', '--key', 'key.pem')).toMatchObject({
      code: EXIT.verificationFailed,
      stderr: expect.stringContaining('limited to auth'),
    });
  });
});
