import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeReports } from '../render/write-reports.js';
import { writeSampleRun } from '../sample-run.test.aid.js';
import { freshFolder, makeReport, removeReports, SUITE, signer, verify } from './certified.test.aid.js';
import { certify, renderCertificate } from './certify.js';
import { parseEnvelope, signEnvelope } from './dsse.js';
import { lineOf } from './edits.test.aid.js';
import { loadPolicy } from './policy.js';

afterAll(removeReports);

describe('certifying', () => {
  it.each([
    ['a selection', { selection: ['auth'] }, /limited to auth/],
    ['a shard', { shard: '1/2' }, /shard 1\/2; merge all shards first/],
    ['a run cut short', { interrupted: 'SIGINT' as const }, /cut short/],
    ['a quick run', { effort: 'quick' as const }, /effort quick/],
  ])('refuses %s', async (_what, run, message) => {
    const sample = writeSampleRun(freshFolder(), { checks: 7 });
    const results = { ...sample.results, run: { ...sample.results.run, ...run } };
    await writeReports(sample.dir, results, { journalPath: sample.journalPath, env: {} });
    await expect(certify(sample.dir, signer, await loadPolicy(), SUITE)).rejects.toThrow(message);
    expect(existsSync(join(sample.dir, 'certificate.intoto.jsonl'))).toBe(false);
  });

  it('refuses a check without a verdict, and files that changed since', async () => {
    await expect(makeReport(['not-run'])).rejects.toThrow(/has no verdict \(not-run/);
    const dir = await makeReport();
    writeFileSync(join(dir, 'added.txt'), 'x');
    await expect(certify(dir, signer, await loadPolicy(), SUITE)).rejects.toThrow(/added\.txt was added/);
  });

  it('names the build where the profile gives its digest', async () => {
    const sample = writeSampleRun(freshFolder(), { checks: 42 });
    const target = { ...sample.results.run.target, build: { digest: `sha256:${'b'.repeat(64)}` } };
    const results = { ...sample.results, run: { ...sample.results.run, target } };
    await writeReports(sample.dir, results, { journalPath: sample.journalPath, env: {} });
    await certify(sample.dir, signer, await loadPolicy(), SUITE);
    const statement = JSON.parse(Buffer.from(parseEnvelope(lineOf(sample.dir, 0)).payload, 'base64').toString());
    expect(statement.subject).toEqual([{ name: 'Sample exchange', digest: { sha256: 'b'.repeat(64) } }]);
    expect((await verify(sample.dir)).binding).toBe('build');
  });

  it('writes one JSON envelope a line', () => {
    const envelope = signEnvelope(signer, 'id', Buffer.from('{}'));
    expect(renderCertificate([envelope, envelope]).trimEnd().split('\n')).toHaveLength(2);
  });
});
