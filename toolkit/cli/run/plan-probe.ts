// `tsi plan --probe`: every control binding and optional read once on the live target, and what came of it.
import { attemptOn, type Lateness, latenessOf, STEP_MS } from '../../discover/controls/lateness.js';
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
  const { controlMs: statedMs = 0 } = profile.timing;
  // Behind a pause that the profile states, nothing is late that is there at the first look.
  const late = reports.filter(
    ({ effectMs = 0, unseenMs }) => statedMs === 0 || unseenMs !== undefined || effectMs > statedMs,
  );
  const lateness = await latenessOf(late, attemptOn(profile, io.signal));
  const isNew = lateness !== undefined && lateness.heldMs > statedMs;
  if (args.on('json')) {
    printJson(io, { target: profile.name, trials: reports, ...(isNew && { controlMs: lateness.controlMs }) });
  } else io.stdout.write(`${[summary(profile, reports), ...(isNew ? [told(lateness)] : [])].join('\n')}\n`);
  return failed.length > 0 ? EXIT.incomplete : EXIT.conformant;
}

function lineOf({ name, outcome, why, effectMs }: TrialReport): string {
  const seen = effectMs === undefined ? undefined : `seen ${seconds(effectMs)} after its answer`;
  const notes = [seen, why].filter((one) => one !== undefined);
  return `${SIGNS[outcome]} ${name}: ${outcome}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** A run finds it out itself, by checks that it makes again. */
function told({ heldMs, controlMs }: Lateness): string {
  return (
    `actions take effect after their answers: state timing: {controlMs: ${controlMs}} in the profile, which saves a run from ` +
    `finding it out (${heldMs} ms is the smallest step of ${STEP_MS} ms behind which each effect was there twice; ` +
    `${controlMs - heldMs} ms, a tenth, are a margin for a busier hour)`
  );
}

function summary({ name }: Profile, reports: readonly TrialReport[]): string {
  const counts = (['works', 'refused', 'no visible effect', 'not tried'] as const).map(
    (outcome) => `${reports.filter((report) => report.outcome === outcome).length} ${outcome}`,
  );
  return `${reports.length} bindings of ${name}: ${counts.join(', ')}`;
}
