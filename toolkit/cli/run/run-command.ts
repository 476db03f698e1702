// `tsi run` itself: options, then the engine, then everything else. The engine's worker boots beside what comes after it, so whatever is
// loaded before it delays the first check.
import { createEngine } from '../../../suites/runner/engine/engine.js';
import type { CommandIo, ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { guardedIo } from './guards/guarded-io.js';
import { REFERENCE_OPTIONS, type RunSelection, readSelection } from './run-options.js';

export async function run(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const wish = readSelection(args, io);
  const ofReference = REFERENCE_OPTIONS.find(({ flag }) => args.on(flag));
  if (args.on('profile') && ofReference !== undefined) {
    throw args.misuse(`--${ofReference.flag} is for the embedded service; it does not go with --profile`);
  }
  if (args.on('failed') && args.positionals.length > 0) {
    throw args.misuse('--failed selects by itself; give no selector beside it, only options that narrow it');
  }
  if (!args.on('watch')) return once(wish, args, io);
  const { watchRuns } = await import('./watch-runs.js');
  return watchRuns(() => once(wish, args, io), wish, args, io);
}

async function once(wish: RunSelection, args: ParsedArgs, plainIo: CommandIo): Promise<ExitCode> {
  const io = guardedIo(plainIo);
  const selected = args.on('failed') ? await withFailed(wish, args, io) : wish;
  if (selected === undefined) return EXIT.nothingSelected;
  const engine = await createEngine({ onPrint: (text) => io.stderr.write(text) });
  try {
    const { runOn } = await import('./run-on.js');
    return await runOn({ engine, wish: selected, args, io });
  } finally {
    // Nobody waits for it: a mistake is to be said at once, and a report is written already.
    void engine.close().catch(() => undefined);
  }
}

/** What did not pass in the last run, and could have. */
async function withFailed(wish: RunSelection, args: ParsedArgs, io: CommandIo): Promise<RunSelection | undefined> {
  const { lastReport } = await import('../show/last-report.js');
  const last = await lastReport(io.cwd, args.text('out'));
  if (last === undefined) throw args.misuse('--failed repeats the last run, and no report of one is here');
  const open = last.results.checks.filter(
    ({ verdict, unreachable }) =>
      ['fail', 'error', 'not-run'].includes(verdict) || (verdict === 'inconclusive' && unreachable !== true),
  );
  if (open.length === 0) {
    io.stderr.write(`nothing to repeat: in ${last.dir} nothing failed or stayed open\n`);
    return undefined;
  }
  return { ...wish, selection: { ...wish.selection, selectors: open.map(({ id }) => id) }, name: 'failed' };
}
