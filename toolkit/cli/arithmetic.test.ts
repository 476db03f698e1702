// The page of arithmetic is made by a program: it shares as the suite does, and adds up by the formula.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inShard } from '../../suites/runner/plan/shard.js';
import { packageRoot } from '../base/package-root.js';

const PROGRAM = join(packageRoot(), 'reports/ci/kubernetes/arithmetic.mjs');
/** Requests of each check; what belongs to none is sent by every machine. */
const REQUESTS = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`area.check-${index}/x`, index + 1]));
const COMMON = 3;
const folder = mkdtempSync(join(tmpdir(), 'arithmetic-'));

beforeAll(() => {
  const checks = [...Object.entries(REQUESTS), [null, COMMON] as const];
  const records = checks.flatMap(([check, count]) =>
    Array.from({ length: count }, (_, index) => ({ kind: index === 0 ? 'open' : 'invoke', check })),
  );
  const others = [{ kind: 'result', check: 'area.check-1/x' }];
  writeFileSync(join(folder, 'journal.ndjson'), [...records, ...others].map((one) => JSON.stringify(one)).join('\n'));
  const run = { started: '2026-01-01T00:00:00.000Z', finished: '2026-01-01T00:00:09.000Z' };
  writeFileSync(join(folder, 'results.json'), JSON.stringify({ run }));
});
afterAll(() => rmSync(folder, { recursive: true }));

function said(...words: readonly string[]): string {
  return spawnSync(process.execPath, [PROGRAM, folder, ...words], { encoding: 'utf8' }).stdout;
}

function heaviest(of: number): number {
  const shares = Array.from({ length: of }, (_, index) =>
    Object.entries(REQUESTS).reduce(
      (sum, [id, count]) => (inShard(id, { index: index + 1, of }) ? sum + count : sum),
      COMMON,
    ),
  );
  return Math.max(...shares);
}

it('counts the requests of the heaviest share, as the suite shares', () => {
  const text = said();
  for (const machines of [1, 2, 4, 8, 16, 32]) expect(text).toContain(`| ${machines} | ${heaviest(machines)} |`);
  expect(text).toContain('longest check: 40 requests');
});

it.each([
  // Its own pace is what binds: 823 requests at 20 a second.
  [['--per-pod', '20', '--machines', '1'], 823 / 20],
  // A quota of all together leaves each of two its half.
  [['--quota', '100', '--machines', '2'], heaviest(2) / 50],
  // Latency over few accounts, without a pace that binds; then the longest check, which no machine shortens.
  [['--per-pod', '100000', '--latency-ms', '100', '--accounts', '2', '--machines', '1'], (823 * 0.1) / 2],
  [['--per-pod', '100000', '--latency-ms', '100', '--accounts', '900', '--machines', '1'], 40 * 0.1],
])('foretells the seconds of %j', (words, seconds) => {
  expect(said(...words, '--fixed', '0')).toContain(`| ${Math.round(seconds)} s |`);
});

it('sets what was measured beside what was foretold', () => {
  expect(said(folder, folder)).toContain(
    `measured on 2: 823 requests of the heaviest share (${heaviest(2)} foretold), 9 s`,
  );
});

it('says what it needs', () => {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringContaining('expected the folder of a report')]);
});
