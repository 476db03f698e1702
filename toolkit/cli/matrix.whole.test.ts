// The suite is proven on every commit: a sample of the fault matrix with a seed of its own here, the whole of it in CI, where the line
// of the README that states its numbers must be the one that was just measured.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FaultMatrix } from '../../reports/fault-matrix-model.js';
import { packageRoot } from '../payload/package-root.js';
import { withBadge } from './matrix/badge.js';

const IN_CI = process.env['CI'] === 'true';
const SAMPLE = 20;
const MINUTE = 60_000;

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'matrix-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function prove(...args: readonly string[]): {
  readonly status: number | null;
  readonly text: string;
  readonly matrix: FaultMatrix;
} {
  const main = join(packageRoot(), 'dist', 'toolkit', 'cli', 'main.js');
  const run = spawnSync(process.execPath, [main, 'matrix', '--out', folder, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  const matrix = JSON.parse(readFileSync(join(folder, 'fault-matrix.json'), 'utf8')) as FaultMatrix;
  return { status: run.status, text: run.stderr, matrix };
}

it.runIf(!IN_CI)(
  'kills every fault of a sample by a check of the violated requirement',
  { timeout: 3 * MINUTE },
  () => {
    const { status, text } = prove('--sample', String(SAMPLE));
    expect(status, text).toBe(0);
  },
);

it.runIf(IN_CI)(
  'kills every fault, with no idle check and nothing wrong on the honest service, as the README says',
  { timeout: 9 * MINUTE },
  () => {
    const { status, text, matrix } = prove();
    expect(status, text).toBe(0);
    const readme = readFileSync(join(packageRoot(), 'README.md'), 'utf8');
    expect(withBadge(readme, matrix)).toBe(readme);
  },
);
