// What several machines judge is what one would have judged: the same verdicts, waivers and causes, and the same page, in the same
// order. With a fault, so that there is something to tell, and with checks over the journal, of which each shard sees a part.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckResult, Results } from '../../reports/model/model.js';
import type { ViewerData } from '../../reports/render/viewer-data.js';
import { packageRoot } from '../base/package-root.js';

const MAIN = join(packageRoot(), 'dist', 'toolkit', 'cli', 'main.js');
const SHARDS = 4;
const PART = ['configuration', 'limits', 'account-state'];
const FAULTY = ['--reference', '--fault', 'limits-empty', '--effort', 'quick', '--waivers', 'waivers.yaml'];
const WAIVERS = `- { pattern: 'limits.*', reason: known, expires: '2999-01-01' }
- { pattern: '*/journal-account-state-interval', reason: needed no more, expires: '2999-01-01' }
`;

let folder = '';
const ended: Record<string, number> = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shards-'));
  writeFileSync(join(folder, 'waivers.yaml'), WAIVERS);
  await tsi('whole', ['run', ...PART, ...FAULTY, '--seed', '7', '--out', 'whole']);
  const names = Array.from({ length: SHARDS }, (_, index) => `shard-${index}`);
  for (const [index, name] of names.entries()) {
    const env = { JOB_COMPLETION_INDEX: `${index}`, TSI_SHARDS: `${SHARDS}`, TSI_SEED: '7' };
    await tsi(name, ['run', ...PART, ...FAULTY, '--shard', 'auto', '--out', name], env);
  }
  await tsi('merged', ['merge', ...names, '--out', 'merged']);
}, 180_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function tsi(what: string, words: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const own = { ...process.env, GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '', ...env };
  const { stdout, stderr, code } = await promisify(execFile)(process.execPath, [MAIN, ...words], {
    cwd: folder,
    env: own,
  })
    .then((out) => ({ ...out, code: 0 }))
    .catch((cause: { code: number; stdout: string; stderr: string }) => cause);
  ended[what] = code;
  return stdout + stderr;
}

const read = (...place: string[]): string => readFileSync(join(folder, ...place), 'utf8');
const results = (name: string): Results => JSON.parse(read(name, 'results.json')) as Results;

/** What no two runs have in common. */
const timeless = ({ durationMs: _, evidence: __, ...check }: CheckResult): object => check;

describe('four shards, merged, equal a single run', () => {
  it('in every verdict, with reasons, waivers and causes, in one order', () => {
    const [whole, merged] = [results('whole'), results('merged')];
    expect(merged.checks.map(timeless)).toEqual(whole.checks.map(timeless));
    expect(merged.requirements).toEqual(whole.requirements);
    expect(merged.findings).toEqual(whole.findings);
    expect(merged.counts).toEqual(whole.counts);
    expect([ended['merged'], merged.exitCode]).toEqual([ended['whole'], whole.exitCode]);
    expect(whole.counts.fail).toBeGreaterThan(0);
    expect(whole.findings.map(({ message }) => message)).toEqual([
      expect.stringContaining('account-state-interval is no longer needed'),
    ]);
  });

  it('in index.html, as it is without script and as the viewer shows it', () => {
    expect(withoutScript('merged')).toEqual(withoutScript('whole'));
    const [whole, merged] = [viewerData('whole'), viewerData('merged')];
    expect(merged.results.checks.map(timeless)).toEqual(whole.results.checks.map(timeless));
    expect(Object.keys(merged.chunkOf).sort()).toEqual(Object.keys(whole.chunkOf).sort());
    expect(merged.journal?.leftOut).toBe(0);
  });

  it('in what follows from the journal alone', async () => {
    expect(await tsi('judge', ['judge', 'merged'])).toContain('every verdict follows from the journal');
    expect(ended['judge']).toBe(ended['whole']);
  });

  it('for `tsi compare`', async () => {
    expect(await tsi('compare', ['compare', 'whole', 'merged'])).toMatch(
      /checks with the same verdict, 0 regressed, 0 fixed/,
    );
  });
});

describe('a shard', () => {
  it('says which variables named it', () => {
    expect(results('shard-2').run).toMatchObject({ shard: '3/4', seed: '7' });
  });

  it('to which no check falls leaves a report that can be merged', { timeout: 60_000 }, async () => {
    const names = ['few-1', 'few-2', 'few-3'];
    const said: string[] = [];
    for (const [index, name] of names.entries()) {
      const shard = ['--shard', `${index + 1}/3`, '--seed', '7', '--out', name];
      said.push(await tsi(name, ['run', 'ack.status-202/order', '--reference', ...shard]));
    }
    expect(names.map((name) => ended[name])).toEqual([0, 0, 0]);
    expect(said.filter((text) => text.includes('NOTHING TO JUDGE'))).toHaveLength(2);
    const merged = await tsi('few', ['merge', ...names, '--out', 'few']);
    expect([ended['few'], results('few').counts.pass], merged).toEqual([0, 1]);
    expect(read('few', 'journal.ndjson')).toContain('ack.status-202/order');
  });
});

describe('two shards of a client', () => {
  it('are judged again to the same once they are merged', { timeout: 120_000 }, async () => {
    const names = ['client-1', 'client-2'];
    for (const [index, name] of names.entries()) {
      const shard = ['--shard', `${index + 1}/2`, '--seed', '7', '--out', name];
      await tsi(name, ['client', 'run', 'signing', 'idempotency', '--reference', ...shard]);
    }
    await tsi('client', ['merge', ...names, '--out', 'client']);
    expect([...names, 'client'].map((name) => ended[name])).toEqual([0, 0, 0]);
    expect(await tsi('judged', ['judge', 'client'])).toMatch(/every verdict follows from the journal/);
  });
});

/** Without what is of the hour: address, times, the command line, and which records of the journal. */
function withoutScript(name: string): readonly string[] {
  const [, page = ''] = /<div id="app">([\s\S]*?)<\/main>/.exec(read(name, 'index.html')) ?? [];
  return page
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'ADDRESS')
    .replaceAll(/journal records? [\d, ]+/g, 'RECORDS')
    .replaceAll(/(<dt>(?:Run|Again)<\/dt><dd>)[^<]*/g, '$1')
    .split('\n');
}

function viewerData(name: string): ViewerData {
  const [, packed = ''] =
    /<script type="application\/gzip\+base64" id="tsi-data">([^<]*)/.exec(read(name, 'index.html')) ?? [];
  return JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as ViewerData;
}
