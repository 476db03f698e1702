// `tsi matrix --habits`: which habits, the run, the files, the exit code.
import { join, resolve } from 'node:path';
import { writeFileAtomic } from '../../../../reports/render/atomic-write.js';
import { habitHeadline, renderHabitMarkdown } from '../../../../reports/render/habit-matrix.js';
import type { Alarm, HabitMatrix } from '../../../../reports/render/habit-matrix-model.js';
import { newSeed } from '../../../../suites/runner/seed.js';
import { HABITS, type Habit, habitById } from '../../../reference/habits/index.js';
import { type CommandIo, type ParsedArgs, printJson } from '../../command.js';
import { EXIT, type ExitCode } from '../../exit-codes.js';
import { outFolder } from '../../report/out-folder.js';
import { effortOf } from '../../run/run-options.js';
import { refuseUnknown } from '../../run/target-source.js';
import { badgeWriter } from '../badge.js';
import { drawnSets, type HabitSet, habitSets, setOfOne } from './habit-sets.js';
import { runHabits } from './run-habits.js';

const FOLDER = 'habit-matrix';
/** So many alarms are told on the terminal; the files hold all of them. */
const TOLD = 40;

export async function proveSpared(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  if (args.on('fault') || args.on('dialect')) {
    throw args.misuse(
      '--habits tries services without faults in both dialects; it does not go with --fault or --dialect',
    );
  }
  const named = args.all('habit');
  await refuseUnknown({ habits: [...new Set(named)].filter((id) => id !== ''), apart: true });
  const seed = String(args.integer('seed', 0) ?? newSeed());
  const habits = named.length === 0 ? HABITS : named.map(habitById);
  const ways = ['single', 'once', 'draw'].filter((flag) => args.on(flag));
  if (ways.length > 1) throw args.misuse(`--${ways.join(' and --')} do not go together`);
  const whole = !['habit', 'draw', 'sample'].some((flag) => args.on(flag));
  const badge = args.text('badge');
  if (badge !== undefined && !whole) {
    throw args.misuse('--badge is for a whole matrix; it does not go with --habit, --draw or --sample');
  }
  const folder = outFolder(resolve(io.cwd, args.text('out') ?? FOLDER));
  const writeBadge = await badgeWriter(badge && resolve(io.cwd, badge), 'habit matrix', io.signal);
  let shown = 0;
  const matrix = await runHabits({
    habits,
    whole,
    sets: setsOf(habits, args, seed),
    effort: effortOf(args),
    seed,
    signal: io.signal,
    onProgress: (ended, services) => {
      if (ended - shown < EVERY) return;
      shown = ended;
      io.stderr.write(
        `${io.stderr.isTty ? '\r' : ''}${ended} checks judged on ${services} services${io.stderr.isTty ? '' : '\n'}`,
      );
    },
  });
  if (io.stderr.isTty) io.stderr.write('\n');
  await writeFileAtomic(join(folder, 'habit-matrix.json'), `${JSON.stringify(matrix, null, 2)}\n`);
  await writeFileAtomic(join(folder, 'habit-matrix.md'), renderHabitMarkdown(matrix));
  await writeBadge(habitHeadline(matrix));
  if (args.on('json')) printJson(io, matrix);
  io.stderr.write(
    `${verdictText(matrix)}\n  files   ${folder}\n  took    ${(matrix.durationMs / 1000).toFixed(1)} s, seed ${seed}\n`,
  );
  return matrix.alarms.length === 0 ? EXIT.conformant : EXIT.notConformant;
}

function setsOf(habits: readonly Habit[], args: ParsedArgs, seed: string): readonly HabitSet[] {
  const drawn = args.integer('draw', 1);
  if (drawn !== undefined) return drawnSets(habits, drawn, seed);
  const single = args.on('habit') || args.on('single');
  // What is tried alone costs so much that it takes longer than all the others together.
  const together = habits.filter(({ alone }) => !alone);
  const sets = single ? habits.map(setOfOne) : habitSets(together, seed, args.on('once') ? 1 : 2);
  return sets.slice(0, args.integer('sample', 1));
}

/** Checks between two lines of progress. */
const EVERY = 5000;

function verdictText(matrix: HabitMatrix): string {
  const { alarms } = matrix;
  const lines = [
    `${alarms.length === 0 ? 'SPARED' : 'NOT SPARED'}  ${habitHeadline(matrix)}`,
    ...alarms.slice(0, TOLD).map(told),
  ];
  if (alarms.length > TOLD) lines.push(`  and ${alarms.length - TOLD} more`);
  return lines.join('\n');
}

function told({ check, said, habits, dialect, reason, again }: Alarm): string {
  const under =
    habits.length === 0
      ? 'no habit'
      : habits.slice(0, 6).join(', ') + (habits.length > 6 ? ` and ${habits.length - 6} more` : '');
  return `  ${check} ${said} under ${under} (${dialect}${again === false ? ', not seen again' : ''}): ${reason}`;
}
