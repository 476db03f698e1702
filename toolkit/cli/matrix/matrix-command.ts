// `tsi matrix` itself: which faults, the run, the three files, the exit code.
import { join, resolve } from 'node:path';
import { writeFileAtomic } from '../../../reports/render/atomic-write.js';
import { matrixHeadline, renderMatrixMarkdown, renderMatrixPage } from '../../../reports/render/fault-matrix.js';
import { countMatrix, type FaultMatrix } from '../../../reports/render/fault-matrix-model.js';
import { checkSeed, newSeed, SeededRandom } from '../../../suites/runner/seed.js';
import { FAULTS, type Fault, faultById } from '../../reference/faults/index.js';
import type { Command, CommandIo, ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { usageError } from '../parse.js';
import { refuseUnknownFaults } from '../run/target-source.js';
import { writeBadge } from './badge.js';
import { runMatrix } from './run-matrix.js';

const FOLDER = 'fault-matrix';

export async function proveSuite(command: Command, args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const seed = String(args.integer('seed', 0) ?? newSeed());
  await refuseUnknownFaults(args.all('fault'));
  const faults = chosen(command, args, seed);
  const effort = args.text('effort');
  let shown = -1;
  const matrix = await runMatrix({
    faults,
    whole: faults.length === FAULTS.length,
    dialect: args.text('dialect') === 'contrary' ? 'contrary' : 'default',
    effort: effort === 'quick' || effort === 'thorough' ? effort : 'standard',
    seed,
    signal: io.signal,
    onProgress: (done, of, stage) => {
      const percent = Math.floor((done / of) * 100);
      if (percent === shown || (!io.stderr.isTty && percent % 10 !== 0)) return;
      shown = percent;
      io.stderr.write(
        `${io.stderr.isTty ? '\r' : ''}${stage}: ${percent} % of ${of} trials${io.stderr.isTty ? '' : '\n'}`,
      );
    },
  });
  if (io.stderr.isTty) io.stderr.write('\n');
  const folder = await write(resolve(io.cwd, args.text('out') ?? FOLDER), matrix);
  const badge = args.text('badge');
  if (badge !== undefined) {
    if (!matrix.whole)
      throw usageError(command, '--badge is for a whole matrix; it does not go with --fault or --sample');
    await writeBadge(resolve(io.cwd, badge), matrix);
  }
  if (args.on('json')) io.stdout.write(`${JSON.stringify(matrix, null, 2)}\n`);
  io.stderr.write(
    `${verdictText(matrix)}\n  files   ${folder}\n  took    ${(matrix.durationMs / 1000).toFixed(1)} s, seed ${seed}\n`,
  );
  return holds(matrix) ? EXIT.conformant : EXIT.notConformant;
}

function chosen(command: Command, args: ParsedArgs, seed: string): readonly Fault[] {
  const named = args.all('fault');
  const sample = args.integer('sample', 1);
  if (named.length > 0 && sample !== undefined) throw usageError(command, '--fault and --sample do not go together');
  if (named.length > 0) return named.map(faultById);
  return sample === undefined ? FAULTS : draw(FAULTS, sample, seed);
}

function draw(faults: readonly Fault[], count: number, seed: string): readonly Fault[] {
  const random = new SeededRandom(checkSeed(seed, 'matrix sample'));
  const pool = [...faults];
  const drawn: Fault[] = [];
  while (drawn.length < count && pool.length > 0) drawn.push(...pool.splice(random.below(pool.length), 1));
  return drawn;
}

/** The gate: all faults killed by the right requirement, no idle check in a whole matrix, nothing wrong on the honest service. */
function holds(matrix: FaultMatrix): boolean {
  const { faults, right, idle } = countMatrix(matrix);
  return right === faults && (!matrix.whole || (idle === 0 && matrix.honest.length === 0));
}

function verdictText(matrix: FaultMatrix): string {
  const lines = [`${holds(matrix) ? 'PROVEN' : 'NOT PROVEN'}  ${matrixHeadline(matrix)}`];
  for (const fault of matrix.faults.filter(({ killedByRightRequirement }) => !killedByRightRequirement)) {
    const how =
      fault.broken ?? (fault.survived ? 'survived' : `killed only by ${fault.killedBy.slice(0, 3).join(', ')}`);
    lines.push(`  ${fault.id} (${fault.requirements.join(', ')}): ${how}`);
  }
  if (matrix.whole)
    for (const { id } of matrix.checks.filter(({ kills }) => kills === 0)) lines.push(`  kills nothing: ${id}`);
  for (const { id, verdict, reason } of matrix.honest)
    lines.push(`  on the honest service: ${id} ${verdict} ${reason ?? ''}`);
  const repeated = matrix.faults.filter(({ repetitions }) => repetitions > 1);
  for (const { id, repetitions, rate } of repeated) {
    lines.push(`  ${id}: ${repetitions} repetitions, for ${matrix.confidence * 100} % confidence at a rate of ${rate}`);
  }
  return lines.join('\n');
}

async function write(folder: string, matrix: FaultMatrix): Promise<string> {
  await Promise.all([
    writeFileAtomic(join(folder, 'fault-matrix.json'), `${JSON.stringify(matrix, null, 2)}\n`),
    writeFileAtomic(join(folder, 'fault-matrix.md'), renderMatrixMarkdown(matrix)),
    writeFileAtomic(join(folder, 'fault-matrix.html'), renderMatrixPage(matrix)),
  ]);
  return folder;
}
