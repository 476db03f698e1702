// `tsi run` itself: options, then the engine, then everything else. The engine's worker boots beside what comes after it, so whatever is
// loaded before it delays the first check.
import { createEngine } from '../../../suites/runner/engine/engine.js';
import type { CommandIo, ParsedArgs } from '../command.js';
import type { ExitCode } from '../exit-codes.js';
import { REFERENCE_OPTIONS, readSelection } from './run-options.js';

export async function run(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const wish = readSelection(args, io);
  const ofReference = REFERENCE_OPTIONS.find(({ flag }) => args.on(flag));
  if (args.on('profile') && ofReference !== undefined) {
    throw args.misuse(`--${ofReference.flag} is for the embedded service; it does not go with --profile`);
  }
  const engine = await createEngine({ onPrint: (text) => io.stderr.write(text) });
  try {
    const { runOn } = await import('./run-on.js');
    return await runOn({ engine, wish, args, io });
  } finally {
    // Nobody waits for it: a mistake is to be said at once, and a report is written already.
    void engine.close().catch(() => undefined);
  }
}
