// `tsi client run`: plays the plan with the client, writes what a run leaves.
import { playAll } from '../../../suites/clients/playing/play-all.js';
import { shellWord } from '../../base/shell-word.js';
import { CommandError, type CommandIo, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { clearReport } from '../report/out-folder.js';
import { lockFolder } from '../run/guards/folder-lock.js';
import { guardedIo } from '../run/guards/guarded-io.js';
import { NOTHING_SELECTED } from '../run/prepare.js';
import { reportPlace } from '../run/report-place.js';
import { playAndReport } from './play-and-report.js';
import { withClient } from './prepare-client.js';

export function clientRun(args: ParsedArgs, plainIo: CommandIo): Promise<ExitCode> {
  const io = guardedIo(plainIo);
  return withClient(args, io, async (prepared) => {
    const { plan, venue, source, wish } = prepared;
    io.keepSecret([venue.privatePem]);
    // A shard without a check leaves its report all the same: without it the others could not be merged.
    if (plan.whole.checks === 0) throw new CommandError(EXIT.nothingSelected, NOTHING_SELECTED);
    const bail = args.on('bail');
    const out = await reportPlace({ cwd: io.cwd, out: args.text('out'), wish, bail, checks: plan.items.length });
    const lock = lockFolder(out);
    try {
      clearReport(out);
      const results = await playAndReport(
        { folder: out, lock },
        { ...prepared, reproduce: reproducing(args, io) },
        { args, io },
        (own, tell) =>
          playAll({
            ...tell,
            items: plan.items,
            source,
            venue: own,
            signal: io.signal,
            // A profile may bind another spelling of stated words, which is the venue's affair.
            judgesService: typeof venue.dialect === 'string',
          }),
      );
      return results.exitCode as ExitCode; // `reports/model/conformance.ts` makes only codes of this list
    } finally {
      lock.release();
    }
  });
}

function reproducing(args: ParsedArgs, io: CommandIo): (check: string) => string {
  const options = ['exec', 'dialect', 'profile'].flatMap((flag) => {
    const value = args.text(flag);
    return value === undefined ? [] : [`--${flag} ${shellWord(value)}`];
  });
  const many = ['lapse', 'temperament'].flatMap((flag) =>
    args.all(flag).map((value) => `--${flag} ${shellWord(value)}`),
  );
  const flags = ['fresh', 'reference'].flatMap((flag) => (args.on(flag) ? [`--${flag}`] : []));
  return (check) => [io.program, 'client run', check, ...options, ...many, ...flags].join(' ');
}
