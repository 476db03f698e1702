// `--failed`: what did not pass in the last run, and could have.
import { CommandError, type CommandIo, type ParsedArgs } from '../command.js';
import { EXIT } from '../exit-codes.js';
import { isAssumed } from './run-options.js';

/** Their ids. Throws `CommandError` where there is no last run, or nothing of it is left. */
export async function openChecks(args: ParsedArgs, io: CommandIo): Promise<readonly string[]> {
  refuseSelectorsBesideFailed(args);
  const { lastReport } = await import('../show/last-report.js');
  const last = await lastReport(io.cwd, args.text('out'));
  if (last === undefined) throw args.misuse('--failed repeats the last run, and no report of one is here');
  const { target } = last.results.run;
  if (target.embedded !== true && target.subject !== 'client' && isAssumed(args)) {
    throw args.misuse(`--failed repeats the last run, which judged ${target.name}; name its --profile`);
  }
  const open = last.results.checks.filter(
    ({ verdict, unreachable }) =>
      ['fail', 'error', 'not-run'].includes(verdict) || (verdict === 'inconclusive' && unreachable !== true),
  );
  if (open.length === 0) {
    throw new CommandError(EXIT.nothingSelected, `nothing to repeat: in ${last.dir} nothing failed or stayed open`);
  }
  return open.map(({ id }) => id);
}

export function refuseSelectorsBesideFailed(args: ParsedArgs): void {
  if (args.on('failed') && args.positionals.length > 0) {
    throw args.misuse('--failed selects by itself; give no selector beside it, only options that narrow it');
  }
}
