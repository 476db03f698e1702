// `tsi matrix` itself: which faults, the run, the three files, the exit code.
import { join, resolve } from 'node:path';
import { writeFileAtomic } from '../../../reports/render/atomic-write.js';
import { matrixHeadline, renderMatrixMarkdown } from '../../../reports/render/fault-matrix.js';
import { countMatrix, type FaultMatrix, type FaultRow, isProven } from '../../../reports/render/fault-matrix-model.js';
import { renderMatrixPage } from '../../../reports/render/fault-matrix-page.js';
import { checkSeed, newSeed, SeededRandom } from '../../../suites/runner/seed.js';
import { FAULTS, type Fault, faultById, TRIGGERED_FAULTS } from '../../reference/faults/index.js';
import { type CommandIo, type ParsedArgs, printJson } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { outFolder } from '../report/out-folder.js';
import { effortOf } from '../run/run-options.js';
import { spokenDialect } from '../run/spoken-dialect.js';
import { refuseUnknown } from '../run/target-source.js';
import { badgeWriter } from './badge.js';
import { KILLS_FILE, readKills, renderKills } from './known-kills.js';
import { measureRates } from './rates-command.js';
import { runMatrix } from './run-matrix.js';
import { showingProgress } from './show-progress.js';

const FOLDER = 'fault-matrix';
/** So many killers of a fault are named on the terminal; the files hold all of them. */
const NAMED = 3;

export async function proveSuite(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const kills = args.text('kills');
  const known = kills === undefined ? undefined : await readKills(resolve(io.cwd, kills));
  const seed = String(args.integer('seed', 0) ?? known?.seed ?? newSeed());
  await refuseUnknown({ faults: args.all('fault') });
  const faults = chosen(args, seed);
  if (args.on('triggered') || args.text('seeds') !== undefined) {
    if (kills !== undefined) throw args.misuse('--kills does not go with --seeds or --triggered');
    return measureRates(args, io, { faults, seed });
  }
  // Under habits a check may have killed only what its habits hid.
  const whole = faults.length === FAULTS.length && !args.on('under-habits');
  const badge = args.text('badge');
  if (badge !== undefined && !whole) {
    throw args.misuse('--badge is for a whole matrix; it does not go with --fault, --sample or --under-habits');
  }
  const folder = outFolder(resolve(io.cwd, args.text('out') ?? FOLDER));
  const writeBadge = await badgeWriter(badge && resolve(io.cwd, badge), 'fault matrix', io.signal);
  const { matrix, kills: seen } = await runMatrix({
    faults,
    whole,
    ...(known !== undefined && { known }),
    dialect: await spokenDialect(args, io),
    effort: effortOf(args),
    underHabits: args.on('under-habits'),
    seed,
    signal: io.signal,
    onProgress: showingProgress(io),
  });
  if (io.stderr.isTty) io.stderr.write('\n');
  await write(folder, matrix);
  if (whole && !io.signal.aborted) await writeFileAtomic(join(folder, KILLS_FILE), renderKills(seen));
  await writeBadge(matrixHeadline(matrix));
  if (args.on('json')) printJson(io, matrix);
  io.stderr.write(
    `${verdictText(matrix)}\n  files   ${folder}\n  took    ${(matrix.durationMs / 1000).toFixed(1)} s, seed ${seed}\n`,
  );
  return holds(matrix) ? EXIT.conformant : EXIT.notConformant;
}

function chosen(args: ParsedArgs, seed: string): readonly Fault[] {
  const named = args.all('fault');
  const sample = args.integer('sample', 1);
  if (named.length > 0 && args.on('triggered')) throw args.misuse('--fault and --triggered do not go together');
  const pool = args.on('triggered') ? TRIGGERED_FAULTS : FAULTS;
  if (named.length > 0 && sample !== undefined) throw args.misuse('--fault and --sample do not go together');
  if (named.length > 0) return named.map(faultById);
  return sample === undefined ? pool : draw(pool, sample, seed);
}

function draw(faults: readonly Fault[], count: number, seed: string): readonly Fault[] {
  const random = new SeededRandom(checkSeed(seed, 'matrix sample'));
  const pool = [...faults];
  const drawn: Fault[] = [];
  while (drawn.length < count && pool.length > 0) drawn.push(...pool.splice(random.below(pool.length), 1));
  return drawn;
}

/**
 * The gate: all faults killed by the right requirement at the right level, no idle check in a whole matrix, nothing wrong on the honest
 * service.
 */
function holds(matrix: FaultMatrix): boolean {
  const { faults, right, idle } = countMatrix(matrix);
  return right === faults && (!matrix.whole || (idle === 0 && matrix.honest.length === 0));
}

function verdictText(matrix: FaultMatrix): string {
  const lines = [`${holds(matrix) ? 'PROVEN' : 'NOT PROVEN'}  ${matrixHeadline(matrix)}`];
  for (const fault of matrix.faults.filter((one) => !isProven(one))) {
    const under = fault.habits === undefined ? '' : `\n    with the habits ${fault.habits.join(', ')}`;
    lines.push(`  ${fault.id} (${fault.requirements.join(', ')}): ${whyUnproven(fault)}${under}`);
    for (const { id, reason = 'no reason' } of fault.undecided ?? []) lines.push(`    undecided: ${id}: ${reason}`);
  }
  if (!matrix.whole)
    for (const { id, killedBy, level } of matrix.faults.filter(isProven))
      lines.push(`  ${id}: killed by ${namesOf(killedBy)}${level === 'should' ? ', as a warning' : ''}`);
  const warned = matrix.faults.filter((fault) => isProven(fault) && fault.killedAt === 'should');
  if (matrix.whole && warned.length > 0) {
    lines.push(`  seen by warnings alone, as is due: ${warned.map(({ id }) => id).join(', ')}`);
  }
  if (matrix.whole) {
    for (const { id } of matrix.checks.filter(({ kills }) => kills === 0)) lines.push(`  kills nothing: ${id}`);
  }
  for (const { id, verdict, reason } of matrix.honest)
    lines.push(`  on the honest service: ${id} ${verdict} ${reason ?? ''}`);
  const repeated = matrix.faults.filter(({ repetitions }) => repetitions > 1);
  for (const { id, repetitions, rate } of repeated) {
    lines.push(`  ${id}: ${repetitions} repetitions, for ${matrix.confidence * 100} % confidence at a rate of ${rate}`);
  }
  return lines.join('\n');
}

function whyUnproven({ broken, survived, killedBy, killedByRightRequirement, level }: FaultRow): string {
  if (broken !== undefined) return broken;
  if (survived) return 'survived';
  if (!killedByRightRequirement) return `killed only by ${namesOf(killedBy)}`;
  return level === 'must'
    ? `noticed only as a warning, by ${namesOf(killedBy)}`
    : `due a warning, and yet a check failed at must, of ${namesOf(killedBy)}`;
}

function namesOf(killers: readonly string[]): string {
  const more = killers.length - NAMED;
  return `${killers.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

async function write(folder: string, matrix: FaultMatrix): Promise<void> {
  await Promise.all([
    writeFileAtomic(join(folder, 'fault-matrix.json'), `${JSON.stringify(matrix, null, 2)}\n`),
    writeFileAtomic(join(folder, 'fault-matrix.md'), renderMatrixMarkdown(matrix)),
    writeFileAtomic(join(folder, 'fault-matrix.html'), renderMatrixPage(matrix)),
  ]);
}
