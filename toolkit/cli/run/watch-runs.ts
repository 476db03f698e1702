// `tsi run --watch` itself: the same run again and again, until it is interrupted.
import { resolve } from 'node:path';
import { CommandError, type CommandIo, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { errorText } from '../help.js';
import type { RunSelection } from './run-options.js';
import { nextReason } from './watch-target.js';

/** Resolves to the code of the last run. */
export async function watchRuns(
  runOnce: () => Promise<ExitCode>,
  { suiteFolders }: RunSelection,
  args: ParsedArgs,
  io: CommandIo,
): Promise<ExitCode> {
  const profile = args.text('profile');
  const files = [...(profile === undefined ? [] : [resolve(io.cwd, profile)]), ...suiteFolders];
  for (;;) {
    const code = await survived(runOnce, io);
    if (io.signal.aborted) return code;
    const baseUrl = await addressOf(profile, args, io);
    const what = [...files, ...(baseUrl === undefined ? [] : [`${baseUrl} to answer again`])].join(', ');
    io.stderr.write(`\nwatching ${what === '' ? 'nothing; give --profile or --suites' : what}; Ctrl-C ends\n`);
    if (what === '') return code;
    const reason = await nextReason(files, baseUrl, io.signal);
    if (reason === undefined) return code;
    io.stderr.write(`\n${reason}: running again\n`);
  }
}

/** A profile that is being edited may be wrong for a while. */
async function survived(runOnce: () => Promise<ExitCode>, io: CommandIo): Promise<ExitCode> {
  try {
    return await runOnce();
  } catch (error) {
    const { ProtocolError } = await import('../../payload/protocol-error.js');
    const known = error instanceof ProtocolError ? new CommandError(EXIT.usage, error.message) : error;
    if (!(known instanceof CommandError)) throw error;
    io.stderr.write(errorText(known, io.program));
    return known.exitCode;
  }
}

async function addressOf(profile: string | undefined, args: ParsedArgs, io: CommandIo): Promise<string | undefined> {
  if (profile === undefined) return undefined;
  const { loadProfile } = await import('../../profile/loading/load.js');
  const loaded = loadProfile(resolve(io.cwd, profile), {
    env: io.env,
    baseUrl: args.text('base-url'),
    onMissingSecret: () => undefined,
  });
  return loaded.then(
    ({ baseUrl }) => baseUrl,
    () => undefined,
  );
}
