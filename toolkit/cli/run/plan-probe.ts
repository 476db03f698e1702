// `tsi plan --probe`: every control binding and optional read once on the live target, and what came of it.
import { type TrialReport, tryControls } from '../../discover/controls/try-controls.js';
import type { Profile } from '../../profile/profile.js';
import { type CommandIo, misuse, type ParsedArgs, printJson } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { tradingAllowed } from './run-options.js';

const SIGNS: Readonly<Record<TrialReport['outcome'], string>> = {
  works: '+',
  refused: '!',
  'no visible effect': '?',
  'not tried': '-',
};

/** Incomplete where an action is refused or shows no effect. */
export async function probeControls(args: ParsedArgs, io: CommandIo, profile: Profile): Promise<ExitCode> {
  if (profile.environment !== 'sandbox' && !tradingAllowed(args, profile.baseUrl)) {
    throw misuse(
      `--probe acts on the target, which the profile does not call a sandbox (environment: ${profile.environment})`,
    );
  }
  const reports = await tryControls(profile, {
    withLasting: args.on('all'),
    signal: io.signal,
    onReport: (report) => void io.stderr.write(`  ${lineOf(report)}\n`),
  });
  const failed = reports.filter(({ outcome }) => outcome === 'refused' || outcome === 'no visible effect');
  if (args.on('json')) printJson(io, { target: profile.name, trials: reports });
  else io.stdout.write(`${summary(profile, reports)}\n`);
  return failed.length > 0 ? EXIT.incomplete : EXIT.conformant;
}

function lineOf({ name, outcome, why }: TrialReport): string {
  return `${SIGNS[outcome]} ${name}: ${outcome}${why === undefined ? '' : ` (${why})`}`;
}

function summary({ name }: Profile, reports: readonly TrialReport[]): string {
  const counts = (['works', 'refused', 'no visible effect', 'not tried'] as const).map(
    (outcome) => `${reports.filter((report) => report.outcome === outcome).length} ${outcome}`,
  );
  return `${reports.length} bindings of ${name}: ${counts.join(', ')}`;
}
