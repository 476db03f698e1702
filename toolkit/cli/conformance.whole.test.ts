// The built package judges its own reference service, as a user would run it: both dialects, every check decided.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Results } from '../../reports/model/model.js';
import { packageRoot } from '../payload/package-root.js';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'conformance-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function tsi(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const main = join(packageRoot(), 'dist', 'toolkit', 'cli', 'main.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { cwd: folder, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe.each(['default', 'contrary'])('the reference service in the %s dialect', (dialect) => {
  it('conforms, with every check decided', () => {
    const out = join(folder, dialect);
    const run = tsi('run', '--dialect', dialect, '--out', out);
    const results = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Results;
    const other = results.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable');
    expect(other.map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason}`)).toEqual([]);
    expect(results).toMatchObject({ conformant: true, complete: true, warnings: 0, exitCode: 0 });
    expect(run.status, run.output).toBe(0);
  });
});

it('comes to the same verdicts from the journal alone', () => {
  const judged = tsi('judge', join(folder, 'default'));
  expect(judged.status, judged.output).toBe(0);
});
