// The suite is proven on every commit: a sample of the fault matrix with a seed of its own here, the whole of it in CI.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FaultMatrix, isProven } from '../../reports/render/fault-matrix-model.js';
import { packageRoot } from '../base/package-root.js';

const IN_CI = process.env['CI'] === 'true';
const SAMPLE = 20;
const MINUTE = 60_000;
/** While this process waits for a matrix, no clock of the test runs. */
const LONGEST = 12 * MINUTE;

const KILLS = join(packageRoot(), 'toolkit', 'cli', 'matrix', 'kills.txt');

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'matrix-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function prove(...args: readonly string[]): FaultMatrix {
  const main = join(packageRoot(), 'dist', 'toolkit', 'cli', 'main.js');
  const run = spawnSync(process.execPath, [main, 'matrix', '--out', folder, ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: LONGEST,
  });
  expect([0, 1], run.stderr).toContain(run.status);
  return JSON.parse(readFileSync(join(folder, 'fault-matrix.json'), 'utf8')) as FaultMatrix;
}

/** By what is known to kill them first, and by others where that does not. */
function proveAgain(faults: readonly string[]): FaultMatrix {
  return prove('--kills', KILLS, ...faults.flatMap((id) => ['--fault', id]));
}

/** Faults that no check of a violated requirement killed at the right level. */
function alive({ faults }: FaultMatrix): readonly string[] {
  return faults.filter((fault) => !isProven(fault)).map(({ id }) => id);
}

/** In a whole matrix, checks that killed nothing. */
function idle({ whole, checks }: FaultMatrix): readonly string[] {
  return whole ? checks.filter(({ kills }) => kills === 0).map(({ id }) => id) : [];
}

/** Some faults show only in a race, or by some seeds: what a further run proves is proven. */
const FURTHER_RUNS = 3;

function expectNoGaps(first: FaultMatrix): void {
  let faultsAgain = alive(first);
  for (let run = 0; run < FURTHER_RUNS && faultsAgain.length > 0; run += 1) {
    faultsAgain = alive(proveAgain(faultsAgain));
  }
  expect(faultsAgain).toEqual([]);
  let checksAgain = idle(first);
  for (let run = 0; run < FURTHER_RUNS; run += 1) checksAgain = checksAgain.filter((id) => !killsOneOf(id, first));
  expect(checksAgain).toEqual([]);
}

/** Whether the check kills a fault that it was seen to kill, or one of its requirement, where nothing else is on the machine's mind. */
function killsOneOf(id: string, { faults }: FaultMatrix): boolean {
  const known = readFileSync(KILLS, 'utf8')
    .split('\n')
    .flatMap((line) => (line.endsWith(` ${id}`) ? [line.slice(0, -id.length - 1)] : []));
  const own = faults.filter(({ requirements }) => requirements.some((one) => id.startsWith(`${one}/`)));
  const tried = known.length > 0 ? known : own.map((fault) => fault.id);
  if (tried.length === 0) return false;
  return proveAgain(tried).faults.some(({ killedBy }) => killedBy.includes(id));
}

it.runIf(!IN_CI)(
  'kills every fault of a sample by a check of the violated requirement',
  { timeout: 3 * MINUTE },
  () => {
    const matrix = prove('--sample', String(SAMPLE));
    expectNoGaps(matrix);
  },
);

// What a race hides is tried again by itself, not with everything else.
it.runIf(IN_CI)('kills every fault, and every check kills one', { timeout: 30 * MINUTE, retry: 0 }, () => {
  // Each fault and each check once, by what the last whole matrix saw; that the honest service passes, `conformance.whole.test.ts` proves.
  const matrix = prove('--kills', KILLS);
  expectNoGaps(matrix);
});
