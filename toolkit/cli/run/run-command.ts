// `tsi run` itself: options, then the engine, then everything else. The engine's worker boots beside what comes after it, so whatever is
// loaded before it delays the first check.
import { createEngine } from '../../../suites/runner/engine/engine.js';
import type { CommandIo, ParsedArgs } from '../command.js';
import type { ExitCode } from '../exit-codes.js';
import { guardedIo } from './guards/guarded-io.js';
import { openChecks, refuseSelectorsBesideFailed } from './open-checks.js';
import { REFERENCE_OPTIONS, type RunSelection, readSelection, refuseReferenceBesideProfile } from './run-options.js';

export async function run(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const wish = readSelection(args, io);
  refuseReferenceBesideProfile(args, REFERENCE_OPTIONS);
  refuseSelectorsBesideFailed(args);
  if (!args.on('watch')) return once(wish, args, io);
  const { watchRuns } = await import('./watch-runs.js');
  return watchRuns(() => once(wish, args, io), wish, args, io);
}

async function once(wish: RunSelection, args: ParsedArgs, plainIo: CommandIo): Promise<ExitCode> {
  const io = guardedIo(plainIo);
  const selected = args.on('failed') ? await withFailed(wish, args, io) : wish;
  const engine = await createEngine({ onPrint: (text) => io.stderr.write(text) });
  try {
    const { runOn } = await import('./run-on.js');
    return await runOn({ engine, wish: selected, args, io });
  } finally {
    // Nobody waits for it: a mistake is to be said at once, and a report is written already.
    void engine.close().catch(() => undefined);
  }
}

async function withFailed(wish: RunSelection, args: ParsedArgs, io: CommandIo): Promise<RunSelection> {
  return { ...wish, selection: { ...wish.selection, selectors: await openChecks(args, io) }, name: 'failed' };
}
