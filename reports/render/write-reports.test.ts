import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { manifestDifferences, parseManifest } from '../model/manifest.js';
import { sampleCheck, sampleResults } from '../sample.test.aid.js';
import { unwritable, writeFileAtomic } from './atomic-write.js';
import { writeReports } from './write-reports.js';

const root = mkdtempSync(join(tmpdir(), 'tsi-reports-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
const fresh = (): string => {
  folders += 1;
  const dir = join(root, `report-${folders}`);
  mkdirSync(dir);
  return dir;
};
const manifestIn = (dir: string) => parseManifest(readFileSync(join(dir, 'manifest.json'), 'utf8'));
const options = (dir: string) => ({ journalPath: join(dir, 'journal.ndjson'), env: {} });

describe('writing reports', () => {
  it('writes every file and a manifest that names them all', async () => {
    const dir = fresh();
    writeFileSync(join(dir, 'journal.ndjson'), '{}\n');
    const files = await writeReports(dir, sampleResults(), options(dir));
    expect([...readdirSync(dir)].sort()).toEqual(
      [...files.map((file) => file.slice(dir.length + 1)), 'journal.ndjson'].sort(),
    );
    const manifest = manifestIn(dir);
    expect(manifest.files.map((file) => file.name)).toContain('journal.ndjson');
    expect(await manifestDifferences(dir, manifest)).toEqual([]);
  });

  it('notices every change of a file afterwards', async () => {
    const dir = fresh();
    await writeReports(dir, sampleResults(), options(dir));
    const manifest = manifestIn(dir);
    writeFileSync(join(dir, 'summary.md'), 'short');
    writeFileSync(join(dir, 'junit.xml'), readFileSync(join(dir, 'junit.xml'), 'utf8').replace('1', '2'));
    rmSync(join(dir, 'ctrf.json'));
    writeFileSync(join(dir, 'extra.txt'), 'x');
    expect([...(await manifestDifferences(dir, manifest))].sort()).toEqual([
      'ctrf.json is missing',
      'extra.txt was added',
      'junit.xml has other content than was recorded',
      expect.stringMatching(/^summary\.md has 5 bytes, \d+ were recorded$/),
    ]);
  });

  it('replaces what an earlier run left, and leaves no temporary file', async () => {
    const dir = fresh();
    await writeReports(dir, sampleResults(), options(dir));
    await writeReports(dir, sampleResults([sampleCheck()]), options(dir));
    expect(JSON.parse(readFileSync(join(dir, 'results.json'), 'utf8')).checks).toHaveLength(1);
    expect(readdirSync(dir).filter((name) => name.includes('.tmp'))).toEqual([]);
  });

  it('says what is wrong with a folder that cannot be written, and keeps what exists', async () => {
    const dir = fresh();
    const file = join(dir, 'file');
    await writeFileAtomic(file, 'kept');
    await expect(writeReports(join(file, 'x'), sampleResults(), options(dir))).rejects.toThrow(
      /cannot write .*results\.json: a part of the path is a file.*choose another with --out/,
    );
    expect(readFileSync(file, 'utf8')).toBe('kept');
    if (process.getuid?.() !== 0) {
      chmodSync(dir, 0o500);
      await expect(writeReports(dir, sampleResults(), options(dir))).rejects.toThrow(/no permission/);
      chmodSync(dir, 0o700);
    }
  });
});

describe('a step summary that cannot be written', () => {
  it('costs nothing but a sentence', async () => {
    const dir = fresh();
    const told: string[] = [];
    const env = { GITHUB_STEP_SUMMARY: dir };
    await writeReports(dir, sampleResults(), { ...options(dir), env, warn: (sentence) => told.push(sentence) });
    expect(told).toEqual([expect.stringMatching(/^cannot write .*, which GITHUB_STEP_SUMMARY names: a folder/)]);
    expect(existsSync(join(dir, 'index.html'))).toBe(true);
  });
});

describe('a disk that refuses', () => {
  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EROFS', 'the file system is read-only'],
    ['EACCES', 'no permission to write there'],
    ['EIO', 'broken'],
  ])('is named: %s', (code, words) => {
    const error = unwritable('/x/results.json', Object.assign(new Error('broken'), { code }));
    expect(error.code).toBe('report-unwritable');
    expect(error.message).toContain(
      `cannot write /x/results.json: ${words} (${code}); what was written before is untouched`,
    );
  });
});

describe('secrets in what a target said', () => {
  const SEED = Uint8Array.from({ length: 32 }, (_, at) => (at * 37 + 11) % 256);
  const pem =
    '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n-----END PRIVATE KEY-----';

  it.each([
    ['a private key', pem, []],
    ['a signature', `SVC-SIGN: ${'a'.repeat(86)}`, []],
    ['a bearer token', 'authorization: Bearer abcdefgh1234567890ijklmnop', []],
    ['a JSON Web Token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N', []],
    ['a named secret', 'the seed hunter2hunter2 was here', ['hunter2hunter2']],
    [
      'a key of the profile as the target spells it',
      `it said ${Buffer.from(SEED).toString('hex')} and ${Buffer.from(SEED).toString('base64url')}`,
      [Buffer.from(SEED).toString('hex')],
    ],
  ])('never stand in a file, and cost no report: %s', async (_what, text, secrets) => {
    const dir = fresh();
    const results = sampleResults([sampleCheck({ verdict: 'fail', actual: text })]);
    await writeReports(dir, results, { ...options(dir), secrets });
    expect(readdirSync(dir)).toEqual(expect.arrayContaining(['index.html', 'results.json', 'manifest.json']));
    for (const name of readdirSync(dir)) {
      const written = readFileSync(join(dir, name), 'utf8');
      for (const word of text.split(/\s/).filter((one) => one.length > 24)) expect(written).not.toContain(word);
    }
  });

  it('names the line of the journal', async () => {
    const dir = fresh();
    writeFileSync(join(dir, 'journal.ndjson'), `{}\n{"raw":"Bearer abcdefgh1234567890ijklmnop"}\n`);
    await expect(writeReports(dir, sampleResults(), options(dir))).rejects.toThrow(/journal\.ndjson line 2 column 16/);
    expect(existsSync(join(dir, 'junit.xml'))).toBe(true);
  });

  it('accepts what the journal has already redacted', async () => {
    const dir = fresh();
    const redacted =
      '[signature of 86 characters: aaaaaa...aa] authorization: [redacted, 30 characters] Bearer [redacted token of 26 characters, 0123abcd]';
    const results = sampleResults([sampleCheck({ verdict: 'fail', actual: `SVC-SIGN: ${redacted}` })]);
    await expect(writeReports(dir, results, options(dir))).resolves.toContain(join(dir, 'summary.md'));
  });
});
