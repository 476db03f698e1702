// The built engine with a real worker: sources would be transformed again in each. The target is a server that refuses everything, so only
// basic checks run; they make no request.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../toolkit/base/package-root.js';
import { readWholeJournal } from '../../../toolkit/journal/reader.js';
import { memberOf } from '../../../toolkit/payload/json-kind.js';
import { bareProfile } from './bare-profile.test.aid.js';
import type { runOnce as RunOnce } from './engine.js';
import type { RunReport } from './follow-run.js';
import type { RunSpec, TargetSpec } from './run-spec.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-engine-'));
const built = (module: string): string => pathToFileURL(join(packageRoot(), 'build/suites/runner', module)).href;
const registry = built('registry.js');
// The build of the very module that is named above; `npm test` builds first.
const { runOnce } = (await import(built('engine/engine.js'))) as { readonly runOnce: typeof RunOnce };
let server: Server;
let baseUrl = '';

const SUITE = `
import { scenario, history } from ${JSON.stringify(registry)};
const basic: { basic: true; needs: object } = { basic: true, needs: { accounts: 0 } };
const holds = { expected: 'a', actual: 'a', evidence: [] };
scenario({ id: 'mine.rule/passes', title: 'passes', ...basic, run: async (t) => t.expect.that(true, holds) });
scenario({ id: 'mine.rule/fails', title: 'fails', ...basic, run: async (t) => t.expect.that(false, holds) });
scenario({ id: 'mine.rule/lowered', title: 'is lowered', level: 'should', ...basic, run: async (t) => t.expect.that(false, holds) });
scenario({ id: 'mine.rule/lowers', title: 'lowers', ...basic, run: async (t) => t.expect.that(false, holds, { level: 'should' }) });
scenario({ id: 'mine.rule/judges-nothing', title: 'judges nothing', ...basic, run: async () => {} });
scenario({ id: 'mine.rule/throws', title: 'throws', ...basic, run: async () => { throw new Error('my mistake'); } });
scenario({ id: 'mine.rule/misdeclared', title: 'x', ...basic, sometimes: 'once' as never, run: async (t) => t.expect.that(true, holds) });
scenario({ id: 'mine.rule/needs-preflight', title: 'x', needs: { accounts: 0 }, run: async (t) => t.expect.that(true, holds) });
scenario({ id: 'mine.rule/hangs', title: 'hangs', ...basic, waitMs: 500, run: () => new Promise(() => {}) });
history({ id: 'mine.rule/history', title: 'sees the others', basic: true, run: async (t) => {
  const verdicts = (await t.history()).filter(({ kind }) => kind === 'verdict');
  t.expect.that(verdicts.length === 2, { expected: '2', actual: String(verdicts.length), evidence: [] });
} });
`;

beforeAll(async () => {
  writeFileSync(join(folder, 'mine.suite.ts'), SUITE);
  server = createServer((_request, response) => response.writeHead(404).end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has such an address
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function target(id: string, changes: Partial<TargetSpec> = {}): TargetSpec {
  return { id, profile: bareProfile(id, baseUrl), ...changes };
}

function run(targets: readonly TargetSpec[], slugs: readonly string[], changes: Partial<RunSpec> = {}): RunSpec {
  return {
    run: crypto.randomUUID(),
    seed: '7',
    effort: 'quick',
    targets,
    items: targets.flatMap(({ id }) => slugs.map((slug) => ({ target: id, check: `mine.rule/${slug}` }))),
    levels: {},
    suiteFolders: [folder],
    ...changes,
  };
}

function verdicts(report: RunReport): Readonly<Record<string, string>> {
  return Object.fromEntries(
    report.outcomes.map(({ check, target: id, verdict }) => [`${check.slice(10)}@${id}`, verdict]),
  );
}

describe('the engine', { timeout: 60_000 }, () => {
  it("runs users' own TypeScript, gives every check a verdict, and journals to the end", async () => {
    const file = join(folder, 'journal.ndjson');
    const journal = {
      file,
      suite: { name: 's', version: '0' },
      profile: { name: 'p', fingerprint: 'f' },
    };
    const slugs = ['passes', 'fails', 'judges-nothing', 'throws', 'misdeclared', 'needs-preflight'];
    const report = await runOnce(run([target('one')], slugs, { journal }));
    expect(report.problems).toEqual([]);
    expect(verdicts(report)).toEqual({
      'passes@one': 'pass',
      'fails@one': 'fail',
      'judges-nothing@one': 'error',
      'throws@one': 'error',
      'misdeclared@one': 'error',
      'needs-preflight@one': 'inconclusive',
    });
    expect(report.preflights.get('one')).toMatchObject({ outcome: 'refused' });
    const { records, footer } = await readWholeJournal(file);
    expect(footer).toMatchObject({ reason: 'finished' });
    expect(records.filter(({ kind }) => kind === 'verdict').map(({ check }) => check)).toHaveLength(6);
  });

  it('keeps the lowest level of check, assertion and requirement when a check fails, in its journal too', async () => {
    const levelsOf = async (levels: RunSpec['levels']): Promise<readonly (string | undefined)[]> => {
      const file = join(folder, `levels-${Object.keys(levels).length}.ndjson`);
      const journal = { file, suite: { name: 's', version: '0' }, profile: { name: 'p', fingerprint: 'f' } };
      const { outcomes } = await runOnce(run([target('one')], ['fails', 'lowered', 'lowers'], { levels, journal }));
      const { records } = await readWholeJournal(file);
      const said = records
        .filter(({ kind }) => kind === 'verdict')
        .map(({ check, parsed }) => [check, memberOf(parsed, 'level')]);
      expect(Object.fromEntries(said)).toEqual(Object.fromEntries(outcomes.map(({ check, level }) => [check, level])));
      return ['fails', 'lowered', 'lowers'].map(
        (slug) => outcomes.find(({ check }) => check.endsWith(`/${slug}`))?.level,
      );
    };
    await expect(levelsOf({})).resolves.toEqual(['must', 'should', 'should']);
    await expect(levelsOf({ 'mine.rule': 'should' })).resolves.toEqual(['should', 'should', 'should']);
  });

  it('is stopped by no failure below the level that it was told', async () => {
    const one = target('one', { stopWhenFailed: ['mine.rule'], stopLevel: 'must' });
    const report = await runOnce(run([one], ['lowered', 'fails', 'passes'], { atOnce: 1 }));
    expect(verdicts(report)).toMatchObject({ 'lowered@one': 'fail', 'fails@one': 'fail', 'passes@one': 'not-run' });
  });

  it('judges many targets in one run, apart from each other, and stops one that is decided', async () => {
    const targets = ['one', 'two', 'three'].map((id) =>
      target(id, id === 'two' ? { stopWhenFailed: ['mine.rule'] } : {}),
    );
    const slugs = ['fails', 'passes', 'throws'];
    const report = await runOnce(run(targets, slugs, { atOnce: 1 }));
    expect(verdicts(report)).toMatchObject({
      'fails@one': 'fail',
      'passes@one': 'pass',
      'fails@two': 'fail',
      'passes@two': 'not-run',
      'throws@two': 'not-run',
      'passes@three': 'pass',
    });
    expect(report.outcomes.find(({ check, target: id }) => check.endsWith('/passes') && id === 'two')?.reason).toBe(
      'two is decided: a check of the watched requirements has failed',
    );
  });

  it('runs checks over the history after all others', async () => {
    const report = await runOnce(run([target('one')], ['history', 'passes', 'fails']));
    expect(verdicts(report)).toMatchObject({ 'history@one': 'pass' });
  });

  it('does not wait for ever behind a check that broke off outside of its own function', async () => {
    const report = await runOnce(run([target('one')], ['history', 'misdeclared', 'passes']));
    expect(verdicts(report)).toEqual({ 'misdeclared@one': 'error', 'passes@one': 'pass', 'history@one': 'pass' });
  });

  it('ends in order when it is stopped: what hangs is undecided, nothing is lost', async () => {
    const stop = new AbortController();
    const before = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') };
    const report = await runOnce(run([target('one')], ['hangs', 'passes']), {
      signal: stop.signal,
      onEvent: (event) => {
        if (event.type === 'ended') stop.abort('SIGINT');
      },
    });
    expect(verdicts(report)).toEqual({ 'passes@one': 'pass', 'hangs@one': 'inconclusive' });
    expect(report.outcomes[1]?.reason).toBe('the run was stopped (SIGINT)');
    expect([report.lost, report.problems]).toEqual([[], []]);
    expect(process.listeners('SIGINT')).toEqual(before.SIGINT);
    expect(process.listeners('SIGTERM')).toEqual(before.SIGTERM);
  });
});
