import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Results, Verdict } from '../model/model.js';
import { judgeJournal } from '../rejudge/rejudge.js';
import { differencesFromResults } from '../rejudge/results-differences.js';
import { sampleCheck, sampleResults } from '../sample.test.aid.js';
import { evaluateSample, writeSampleRun } from '../sample-run.test.aid.js';
import { type MergeInput, mergeResults } from './merge.js';
import { mergeJournals } from './merge-journals.js';
import { planDigest } from './plan-digest.js';

const checks = Array.from({ length: 9 }, (_, n) => sampleCheck({ id: `a/${n}` }));
const plan = planDigest(checks.map((check) => check.id));

function shard(index: number, of = 3, change: Partial<Results['run']> = {}): { name: string; results: Results } {
  const own = checks.filter((_, n) => n % of === index - 1);
  const run = { ...sampleResults().run, id: `run-${index}`, shard: `${index}/${of}`, plan, ...change };
  return { name: `shard-${index}`, results: sampleResults(own, { run }) };
}

describe('merging shards', () => {
  it('gives one complete run', () => {
    const merged = mergeResults([shard(1), shard(2), shard(3)]);
    expect(merged.checks.map((check) => check.id).sort()).toEqual(checks.map((check) => check.id));
    expect(merged).toMatchObject({ conformant: true, complete: true, exitCode: 0, counts: { pass: 9 } });
    expect(merged.run.shard).toBeUndefined();
    expect(merged.run.command).toBe('tsi merge shard-1 shard-2 shard-3');
  });

  it('names a call that can be pasted, and the folder of the whole instead of that of a shard', () => {
    const inputs = [1, 2, 3].map((index) => ({
      ...shard(index, 3, { out: `shard-${index}` }),
      name: `a shard/${index}`,
    }));
    const { run } = mergeResults(inputs, { out: 'the whole' });
    expect(run).toMatchObject({ out: "'the whole'" });
    expect(run.command).toBe("tsi merge 'a shard/1' 'a shard/2' 'a shard/3' --out 'the whole'");
    expect(mergeResults(inputs).run.out).toBeUndefined();
  });

  it('takes over failures and an interruption', () => {
    const failed = {
      ...shard(2),
      results: sampleResults(
        checks
          .filter((_, n) => n % 3 === 1)
          .map((check) => ({ ...check, verdict: 'fail', reason: 'x', violates: ['a.second'] })),
        { run: shard(2).results.run },
      ),
    };
    const merged = mergeResults([shard(1), failed, shard(3)]);
    expect(merged.exitCode).toBe(1);
    expect(merged.checks.flatMap(({ violates = [] }) => violates)).toEqual(['a.second', 'a.second', 'a.second']);
    expect(mergeResults([shard(1), shard(2), shard(3, 3, { interrupted: 'SIGINT' })]).exitCode).toBe(130);
  });

  it('puts the checks into the order of a single run', () => {
    const inputs = [3, 1, 2].map((index) => {
      const { name, results } = shard(index);
      const placed = results.checks.map((check) => ({
        ...check,
        place: checks.findIndex(({ id }) => id === check.id),
      }));
      return { name, results: { ...results, checks: placed } };
    });
    const merged = mergeResults(inputs).checks;
    expect(merged.map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
    expect(merged.some((check) => 'place' in check)).toBe(false);
  });

  describe('of a check over the journal, which every shard judges', () => {
    const over = sampleCheck({ id: 'a/journal', kind: 'history' });
    const both = planDigest([...checks.map(({ id }) => id), over.id]);
    const judging = (index: number, verdict: Verdict): MergeInput => {
      const { name, results } = shard(index, 3, { plan: both });
      const { reason: _, ...own } = { ...over, verdict, evidence: [index] };
      return {
        name,
        results: { ...results, checks: [...results.checks, verdict === 'pass' ? own : { ...own, reason: name }] },
      };
    };

    it.each([
      [['pass', 'not-applicable', 'pass'], 'pass', [1]],
      [['not-applicable', 'pass', 'fail'], 'fail', [3]],
      [['pass', 'inconclusive', 'fail'], 'fail', [3]],
      [['pass', 'inconclusive', 'not-applicable'], 'inconclusive', [2]],
      [['not-applicable', 'not-applicable', 'not-applicable'], 'not-applicable', [1]],
    ] as const)('takes of %j %s', (verdicts, verdict, evidence) => {
      const inputs = verdicts.map((one, index) => judging(index + 1, one));
      const merged = mergeResults(inputs).checks.filter(({ id }) => id === over.id);
      expect(merged).toMatchObject([{ verdict, evidence }]);
    });
  });

  it('says once what all shards say, and of waivers what only all together show', () => {
    const waivers = [{ pattern: 'a/*', reason: 'x', expires: '2030-01-01' }];
    const finding = { kind: 'control', message: 'y', evidence: [], fatal: false } as const;
    const inputs = [1, 2, 3].map((index) => {
      const { name, results } = shard(index, 3, { waivers });
      return { name, results: { ...results, findings: [finding] } };
    });
    const ofWaivers = vi.fn(() => [{ kind: 'waiver', message: 'z', evidence: [], fatal: true } as const]);
    expect(mergeResults(inputs, { ofWaivers })).toMatchObject({ findings: [finding, { message: 'z' }], exitCode: 1 });
    expect(ofWaivers).toHaveBeenCalledWith(expect.objectContaining({ waivers }), expect.arrayContaining([]));
    const other = shard(3, 3, { waivers: [] });
    expect(() => mergeResults([...inputs.slice(0, 2), other])).toThrow(/waivers a\/\* and none/);
  });

  const run = sampleResults().run;
  it.each([
    [
      'another seed',
      [shard(1), shard(2), shard(3, 3, { seed: '8' })],
      /shard-1 and shard-3 are of different runs: seed 7 and 8; run all shards with one --seed/,
    ],
    [
      'another suite',
      [shard(1), shard(2, 3, { suite: { ...run.suite, version: '9' } }), shard(3)],
      /suite tsi-conformance 0\.1\.0 and tsi-conformance 9/,
    ],
    [
      'one of a service of its own',
      [shard(1), shard(2, 3, { target: { ...run.target, embedded: true } }), shard(3)],
      /embedded false and true/,
    ],
    ['another catalogue', [shard(1), shard(2, 3, { suite: { ...run.suite, catalogue: 'd' } }), shard(3)], /catalogue/],
    ['another profile', [shard(1), shard(2), shard(3, 3, { target: { ...run.target, fingerprint: 'e' } })], /profile/],
    ['another target', [shard(1), shard(2), shard(3, 3, { target: { ...run.target, name: 'b' } })], /target .* and b/],
    ['another selection', [shard(1), shard(2), shard(3, 3, { selection: ['auth'] })], /selection everything and auth/],
    ['another plan', [shard(1), shard(2), shard(3, 3, { plan: { checks: 1, digest: '0'.repeat(64) } })], /plan/],
    ['a missing shard', [shard(1), shard(3)], /of 3 shards these are missing: 2\/3/],
    ['a shard twice', [shard(1), shard(2), shard(2)], /shard-2 and shard-2 are both shard 2\/3/],
    ['shards cut differently', [shard(1), shard(2), shard(3, 4)], /cut differently/],
    ['a whole run', [{ name: 'x', results: sampleResults() }], /x is no shard: it was run whole/],
    [
      'a lost check',
      [shard(1), shard(2), { name: 's', results: sampleResults([], { run: shard(3).results.run }) }],
      /the plan has 9 checks, the shards together have 6/,
    ],
    [
      'an alien check',
      [
        shard(1),
        shard(2),
        {
          name: 's',
          results: sampleResults(
            ['a/2', 'a/5', 'b/8'].map((id) => sampleCheck({ id })),
            { run: shard(3).results.run },
          ),
        },
      ],
      /not the same ones/,
    ],
    [
      'a check run twice',
      [
        shard(1),
        shard(2),
        {
          name: 's',
          results: sampleResults(
            ['a/2', 'a/5', 'a/0'].map((id) => sampleCheck({ id })),
            { run: shard(3).results.run },
          ),
        },
      ],
      /a\/0 was run in shard-1 and again in s/,
    ],
  ])('refuses %s', (_what, shards, message) => {
    expect(() => mergeResults(shards)).toThrow(message);
  });

  it('refuses shards that do not name their plan', () => {
    const bare = [1, 2, 3].map((index) => {
      const { plan: _plan, ...own } = shard(index).results.run;
      return { name: `s${index}`, results: { ...shard(index).results, run: own } };
    });
    expect(() => mergeResults(bare)).toThrow(/do not name their plan/);
  });
});

describe('merging journals', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tsi-merge-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('gives a journal that is judged to the same verdicts, with the evidence at its new place', async () => {
    const a = writeSampleRun(join(folder, 'a'), { checks: 14, verdicts: ['pass', 'fail'] });
    const b = writeSampleRun(join(folder, 'b'), {
      checks: 21,
      from: 14,
      run: 'run-b',
      verdicts: ['fail', 'inconclusive'],
    });
    const target = join(folder, 'merged.ndjson');
    const [before = -1, offset = 0] = await mergeJournals([a.journalPath, b.journalPath], { run: 'merged', target });
    const plan = planDigest([...a.results.checks, ...b.results.checks].map((check) => check.id));
    const inputs = [a, b].map(({ dir, results }, index) => ({
      name: dir,
      recordsBefore: index === 0 ? before : offset,
      results: { ...results, run: { ...results.run, plan, shard: `${index + 1}/2` } },
    }));
    const merged = mergeResults(inputs);
    const judgement = await judgeJournal(target, evaluateSample);
    expect(judgement.findings).toEqual([]);
    expect(differencesFromResults(judgement, { ...merged, run: { ...merged.run, id: 'merged' } })).toEqual([]);
    const failed = merged.checks.find((check) => check.verdict === 'fail' && check.id.endsWith('-14'));
    expect(failed?.evidence[0]).toBeGreaterThan(offset);
  });

  it('refuses a journal that is not whole', async () => {
    await expect(mergeJournals([join(folder, 'nowhere')], { run: 'x', target: join(folder, 'y') })).rejects.toThrow();
  });
});
