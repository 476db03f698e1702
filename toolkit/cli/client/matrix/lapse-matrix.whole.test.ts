// The checks of clients are proven on every commit: a sample of the lapses and one temperament. The whole takes minutes beside the
// matrix of faults: `tsi client matrix`, whose figures the README states.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../../base/package-root.js';
import { LAPSES } from '../../../client/index.js';
import type { ClientMatrix } from './client-matrix.js';

const SAMPLE = process.env['CI'] === 'true' ? 40 : 8;
const SEED = '7';
const MINUTE = 60_000;
/** While this process waits for a matrix, no clock of the test runs. */
const LONGEST = 4 * MINUTE;

function prove(...args: readonly string[]): ClientMatrix {
  const main = join(packageRoot(), 'dist', 'toolkit', 'cli', 'main.js');
  const words = [main, 'client', 'matrix', '--json', ...args];
  const run = spawnSync(process.execPath, words, {
    cwd: tmpdir(),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    timeout: LONGEST,
  });
  expect([0, 1], run.stderr).toContain(run.status);
  return JSON.parse(run.stdout) as ClientMatrix;
}

/** Lapses that no check of a violated statement found. */
function alive({ lapses }: ClientMatrix): readonly string[] {
  return lapses.filter(({ found }) => !found).map(({ lapse }) => lapse);
}

/** On a busy machine a lapse may hide behind what nobody can tell then: it is tried once more, by itself. */
function expectAllFound(matrix: ClientMatrix): void {
  const hidden = alive(matrix);
  if (hidden.length === 0) return;
  expect(alive(prove(...hidden.flatMap((id) => ['--lapse', id])))).toEqual([]);
}

/** What the generated line of the README must say now. */
function expectStated({ checks }: ClientMatrix): void {
  const readme = readFileSync(join(packageRoot(), 'README.md'), 'utf8');
  const [stated] = /^\*\*.* lapses of clients found .*\*\*$/m.exec(readme) ?? [];
  expect(stated, 'stale: npm run build && node dist/toolkit/cli/main.js client matrix --badge README.md').toMatch(
    new RegExp(
      `^\\*\\*${LAPSES.length} of ${LAPSES.length} lapses of clients found .*; ${checks} of ${checks} client checks .*; 0 alarms .*\\*\\*$`,
    ),
  );
}

it('finds every lapse of a sample, and spares a temperament', { timeout: 5 * MINUTE }, () => {
  const matrix = prove('--sample', String(SAMPLE), '--seed', SEED);
  expectStated(matrix);
  expectAllFound(matrix);
  expect(matrix.alarms).toEqual([]);
});
