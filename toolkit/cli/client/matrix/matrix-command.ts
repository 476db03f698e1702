// `tsi client matrix`: lapses against checks.
import { resolve } from 'node:path';
import { checkSeed, newSeed, SeededRandom } from '../../../../suites/runner/seed.js';
import { LAPSES, TEMPERAMENTS } from '../../../client/index.js';
import { answer, type CommandIo, type ParsedArgs } from '../../command.js';
import { EXIT, type ExitCode } from '../../exit-codes.js';
import { badgeWriter } from '../../matrix/badge.js';
import { showingProgress } from '../../matrix/show-progress.js';
import { spokenDialect } from '../../run/spoken-dialect.js';
import { named } from '../client-source.js';
import { type ClientMatrix, clientMatrix, isComplete, matrixSentence } from './client-matrix.js';

export async function clientMatrixCommand(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const seed = String(args.integer('seed', 0) ?? newSeed());
  const badge = args.text('badge');
  const part = [...['lapse', 'temperament', 'sample', 'dialect'].filter((flag) => args.on(flag)), ...args.positionals];
  if (badge !== undefined && part.length > 0) throw args.misuse(`--badge is for a whole matrix, not for ${part[0]}`);
  const writeBadge = await badgeWriter(badge && resolve(io.cwd, badge), 'lapse matrix', io.signal);
  const sample = args.integer('sample', 1);
  const progress = showingProgress(io);
  const matrix = await clientMatrix({
    lapses: sample === undefined ? chosen(args, 'lapse', LAPSES) : drawn(LAPSES, sample, seed),
    temperaments: (sample === undefined ? chosen(args, 'temperament', TEMPERAMENTS) : drawn(TEMPERAMENTS, 1, seed)).map(
      ({ id }) => id,
    ),
    plain: sample === undefined && !args.on('temperament') && !args.on('lapse'),
    selectors: args.positionals,
    ...(args.on('dialect') && { dialect: await spokenDialect(args, io) }),
    signal: io.signal,
    onProgress: (done, of) => progress(done, of, 'clients'),
  });
  if (io.stderr.isTty) io.stderr.write('\n');
  await writeBadge(matrixSentence(matrix));
  answer(args, io, matrix, matrixText(matrix, part.length === 0));
  if (sample !== undefined) io.stderr.write(`seed ${seed}\n`);
  return isComplete(matrix, part.length === 0) ? EXIT.conformant : EXIT.notConformant;
}

/** Those that are named, or all; none where only the other kind is named. */
function chosen<Item extends { readonly id: string }>(
  args: ParsedArgs,
  kind: 'lapse' | 'temperament',
  items: readonly Item[],
): readonly Item[] {
  const other = kind === 'lapse' ? 'temperament' : 'lapse';
  const ids = args.all(kind);
  if (ids.length === 0) return args.on(other) ? [] : items;
  return ids.map((id) => named(kind, id, items));
}

function drawn<Item>(items: readonly Item[], count: number, seed: string): readonly Item[] {
  const random = new SeededRandom(checkSeed(seed, 'sample of clients'));
  const pool = [...items];
  return Array.from({ length: Math.min(count, pool.length) }, () => pool.splice(random.below(pool.length), 1)).flat();
}

function matrixText(matrix: ClientMatrix, isWhole: boolean): string {
  const { lapses, toothless, alarms, undecided, durationMs } = matrix;
  return [
    ...alarms.map(
      ({ client, dialect, check, verdict, reason }) =>
        `alarm      ${check} ${verdict} for ${client} in ${dialect}: ${reason}\n`,
    ),
    ...lapses
      .filter(({ found }) => !found)
      .map(({ lapse, killedBy, tried }) =>
        killedBy.length === 0
          ? `survives   ${lapse} (${tried} checks of its statements)\n`
          : `elsewhere  ${lapse} fails at what it is not said to break, in ${killedBy.join(', ')}\n`,
      ),
    ...(isWhole ? toothless.map((check) => `toothless  ${check}\n`) : []),
    ...(isWhole ? undecided.map((check) => `undecided  ${check} for every honest client\n`) : []),
    `${matrixSentence(matrix)}; ${(durationMs / 1000).toFixed(1)} s\n`,
  ].join('');
}
