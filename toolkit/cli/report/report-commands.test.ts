// Commands on a finished report, and on what is no report.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planDigest } from '../../../reports/join/plan-digest.js';
import { conformanceOf } from '../../../reports/model/conformance.js';
import type { CheckResult, Results } from '../../../reports/model/model.js';
import { renderResultsJson } from '../../../reports/model/results-json.js';
import { schemaDefect } from '../../../reports/model/schema.js';
import { writeSampleRun } from '../../../reports/sample-run.test.aid.js';
import { type Called, callTsi } from '../call-tsi.test.aid.js';
import { EXIT } from '../exit-codes.js';
import { sampleReport } from './sample-reports.test.aid.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const call = (...words: string[]): Promise<Called> => callTsi(words, { cwd: folder });

beforeAll(async () => {
  await sampleReport(join(folder, 'good'));
  await sampleReport(join(folder, 'bad'), ['pass', 'fail']);
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
    const dir = await sampleReport(join(folder, 'killed'), ['pass', 'fail']);
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
    const dir = await sampleReport(join(folder, 'junk'), ['pass']);
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
    const dir = await sampleReport(join(folder, 'mixed'));
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
    const dir = await sampleReport(join(folder, 'edited'), ['pass', 'fail']);
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
    const dir = await sampleReport(join(folder, 'cut'));
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
