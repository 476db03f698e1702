// No false alarm on services with habits, here on the first of those that hold each habit once, in CI on one of each dialect; and faults
// die under habits, too. Each habit once takes some five minutes of its own (`tsi matrix --habits --once --effort quick`, which writes the
// line of the README), all pairs of habits more than fifteen.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FaultMatrix } from '../../reports/render/fault-matrix-model.js';
import type { HabitMatrix } from '../../reports/render/habit-matrix-model.js';
import { packageRoot } from '../base/package-root.js';
import { HABITS } from '../reference/habits/index.js';

const TOGETHER = HABITS.filter(({ alone }) => !alone).length;
/** So many of the services that it takes to try each habit once; they speak the two dialects in turn. */
const SERVICES = process.env['CI'] === 'true' ? 2 : 1;
const SEED = '20261129';
/** Those that disturb most. */
const SOME_APART = ['others-trade', 'one-503-in-sixty'];
const FAULTS_UNDER_HABITS = 12;
/** The share of faults that habits may hide: 19 of 120 when it was last counted. */
const HIDDEN = 0.34;
/** Milliseconds that a matrix may take: while this process waits for it, no clock of the test runs. */
const LONGEST = 12 * 60_000;

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'habits-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function matrix<Document>(...args: readonly string[]): Document {
  const main = join(packageRoot(), 'dist', 'toolkit', 'cli', 'main.js');
  const run = spawnSync(process.execPath, [main, 'matrix', '--json', '--seed', SEED, '--out', folder, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    timeout: LONGEST,
  });
  expect([0, 1], run.stderr).toContain(run.status);
  return JSON.parse(run.stdout) as Document; // written by the command of this very build
}

it('states the number of habits in the README', () => {
  const readme = readFileSync(join(packageRoot(), 'README.md'), 'utf8');
  expect(
    readme,
    'stale: npm run build && node dist/toolkit/cli/main.js matrix --habits --once --effort quick --badge README.md',
  ).toContain(`**${TOGETHER} of ${TOGETHER} habits spared.**`);
});

it('accuses no service with habits', { timeout: 2 * LONGEST }, () => {
  expectNoAlarm(matrix<HabitMatrix>('--habits', '--once', '--effort', 'quick', '--sample', String(SERVICES)));
});

it('accuses no service with a habit that is tried by itself', { timeout: 2 * LONGEST }, () => {
  // These take away what checks need: what stays undecided is not all declared.
  expectNoAlarm(
    matrix<HabitMatrix>('--habits', '--effort', 'quick', ...SOME_APART.flatMap((id) => ['--habit', id])),
    ACCUSED,
  );
});

const ACCUSED: readonly string[] = ['fail', 'warning', 'error'];

function expectNoAlarm({ alarms }: HabitMatrix, kinds?: readonly string[]): void {
  // What did not come again on the same habits was the machine's.
  const again = alarms.filter(({ again }) => again !== false);
  expect(again.filter(({ said }) => kinds?.includes(said) ?? true)).toEqual([]);
}

it('kills faults in services with habits', { timeout: 2 * LONGEST }, () => {
  const { faults } = matrix<FaultMatrix>('--under-habits', '--sample', String(FAULTS_UNDER_HABITS));
  const alive = faults.filter(({ killedByRightRequirement }) => !killedByRightRequirement).map(({ id }) => id);
  // Speech that moves what a fault edits hides it rightly, and some show in a race only; a tolerance that blinds shows in many.
  expect(alive.length, alive.join(', ')).toBeLessThanOrEqual(FAULTS_UNDER_HABITS * HIDDEN);
});
