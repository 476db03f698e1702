import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeReports } from '../render/write-reports.js';
import { sampleResults } from '../sample.test.aid.js';
import { writeSampleRun } from '../sample-run.test.aid.js';
import { freshFolder, makeReport, removeReports, sign, signer, verify } from './certified.test.aid.js';
import { renderCertificate } from './certify.js';
import { parseEnvelope, signEnvelope } from './dsse.js';
import { lineOf } from './edits.test.aid.js';

afterAll(removeReports);

describe('certifying', () => {
  it.each([
    ['a selection', { selection: ['auth'] }, /limited to auth/],
    ['a shard', { shard: '1/2' }, /shard 1\/2; merge all shards first/],
    ['a run cut short', { interrupted: 'SIGINT' as const }, /cut short/],
    ['a quick run', { effort: 'quick' as const }, /effort quick/],
    [
      'a service that nothing asked for',
      { target: { ...sampleResults().run.target, embedded: true as const, assumed: true as const } },
      /the embedded reference service was judged, which nothing asked for/,
    ],
  ])('refuses %s', async (_what, run, message) => {
    const sample = writeSampleRun(freshFolder(), { checks: 7 });
    const results = { ...sample.results, run: { ...sample.results.run, ...run } };
    await writeReports(sample.dir, results, { journalPath: sample.journalPath, env: {} });
    await expect(sign(sample.dir)).rejects.toThrow(message);
    expect(existsSync(join(sample.dir, 'certificate.intoto.jsonl'))).toBe(false);
  });

  it('refuses a check without a verdict, and files that changed since', async () => {
    await expect(makeReport(['not-run'])).rejects.toThrow(/has no verdict \(not-run/);
    const dir = await makeReport();
    writeFileSync(join(dir, 'added.txt'), 'x');
    await expect(sign(dir)).rejects.toThrow(/added\.txt was added/);
  });

  it('names the build where the profile gives its digest', async () => {
    const sample = writeSampleRun(freshFolder(), { checks: 42, build: `sha256:${'b'.repeat(64)}` });
    await writeReports(sample.dir, sample.results, { journalPath: sample.journalPath, env: {} });
    await sign(sample.dir);
    const statement = JSON.parse(Buffer.from(parseEnvelope(lineOf(sample.dir, 0)).payload, 'base64').toString());
    expect(statement.subject).toEqual([{ name: 'Sample exchange', digest: { sha256: 'b'.repeat(64) } }]);
    expect((await verify(sample.dir)).binding).toBe('build');
  });

  it.each([
    ['PASSED', 'complete', []],
    ['WARNED', 'provisional', ['inconclusive', 'inconclusive']],
    ['FAILED', undefined, ['fail']],
  ] as const)('says %s of a run that reaches the level %s', async (said, level, verdicts) => {
    const dir = await makeReport(verdicts);
    const statement = JSON.parse(Buffer.from(parseEnvelope(lineOf(dir, 0)).payload, 'base64').toString());
    expect(statement.predicate.result).toBe(said);
    if (level === undefined) return;
    expect((await verify(dir)).level).toBe(level);
    const demanding = verify(dir, { expected: { requireLevel: 'complete' } });
    if (level === 'complete') expect((await demanding).level).toBe('complete');
    else await expect(demanding).rejects.toThrow(/complete is required, provisional was reached/);
  });

  it('reaches no level while the profile does not accept what is undecided', async () => {
    const sample = writeSampleRun(freshFolder(), { checks: 42, verdicts: ['inconclusive'], policy: 'listed' });
    await writeReports(sample.dir, sample.results, { journalPath: sample.journalPath, env: {} });
    const { reached } = await sign(sample.dir);
    expect(reached.level).toBeUndefined();
    await expect(verify(sample.dir)).rejects.toThrow(/undecided.*, which the profile does not accept/);
  });

  it('writes one JSON envelope a line', () => {
    const envelope = signEnvelope(signer, 'id', Buffer.from('{}'));
    expect(renderCertificate([envelope, envelope]).trimEnd().split('\n')).toHaveLength(2);
  });
});
