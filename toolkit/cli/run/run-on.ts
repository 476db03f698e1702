// `tsi run` from target to report: opens the target, plans, runs, writes what the run leaves.
import { EMBEDDED } from '../../../reports/model/embedded.js';
import type { Engine } from '../../../suites/runner/engine/engine.js';
import { secretsOf } from '../../profile/loading/secrets.js';
import type { Profile } from '../../profile/profile.js';
import { CommandError, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { clearReport } from '../report/out-folder.js';
import { version } from '../version.js';
import { lockFolder } from './guards/folder-lock.js';
import type { GuardedIo } from './guards/guarded-io.js';
import { leaveReport, type Place, progressFor } from './leave-report.js';
import { NOTHING_SELECTED, type Prepared, prepare } from './prepare.js';
import { reportPlace } from './report-place.js';
import { reproduceLine } from './reproduce.js';
import { baseUrlOf, isAssumed, isInCi, type RunSelection, tradingAllowed } from './run-options.js';
import { runPlan } from './run-plan.js';
import { spokenDialect } from './spoken-dialect.js';
import { openTarget } from './target-source.js';
import { loadWaivers } from './waiver-file.js';

export interface Ground {
  readonly engine: Engine;
  readonly wish: RunSelection;
  readonly args: ParsedArgs;
  readonly io: GuardedIo;
}

/** A run that may begin. */
interface PreparedGround extends Ground {
  readonly prepared: Prepared;
  readonly profile: Profile;
  readonly waivers: Awaited<ReturnType<typeof loadWaivers>>;
  readonly allowTrading: boolean;
}

export async function runOn(ground: Ground): Promise<ExitCode> {
  const { args, io } = ground;
  const source = await openTarget({
    profile: args.text('profile'),
    baseUrl: baseUrlOf(args),
    habits: args.all('habit'),
    faults: args.all('fault'),
    dialect: await spokenDialect(args, io),
    cwd: io.cwd,
    env: io.env,
  });
  try {
    return await runProfile(source.profile, ground);
  } finally {
    await source.close();
  }
}

async function runProfile(profile: Profile, { engine, wish, args, io }: Ground): Promise<ExitCode> {
  io.keepSecret(secretsOf(profile));
  const waiversFile = args.text('waivers');
  const waivers = waiversFile === undefined ? [] : await loadWaivers(waiversFile, io.cwd);
  const allowTrading = tradingAllowed(args, profile.baseUrl);
  const prepared = await prepare({ profile, wish, allowTrading, loadOwn: (file) => engine.load(file) });
  // A shard without a check leaves its report all the same: without it the others could not be merged.
  if (prepared.plan.whole.checks === 0) throw new CommandError(EXIT.nothingSelected, NOTHING_SELECTED);
  const out = await reportPlace({
    cwd: io.cwd,
    out: args.text('out'),
    wish,
    bail: args.on('bail'),
    checks: prepared.plan.items.filter(({ obstacle }) => obstacle?.verdict !== 'left-out').length,
  });
  const lock = lockFolder(out);
  try {
    clearReport(out);
    return await runInto({ folder: out, lock }, { prepared, profile, wish, args, io, engine, waivers, allowTrading });
  } finally {
    lock.release();
  }
}

async function runInto(place: Place, ground: PreparedGround): Promise<ExitCode> {
  const { prepared, profile, wish, args, io, engine, waivers, allowTrading } = ground;
  const progress = await progressFor(args, io);
  if (isAssumed(args)) progress.note(`no --profile: this judges ${EMBEDDED} (--reference says that this is meant)`);
  if (wish.shardNote !== undefined) progress.note(wish.shardNote);
  const results = await runPlan({
    prepared,
    profile,
    wish,
    level: args.text('level') === 'should' ? 'should' : 'must',
    bail: args.on('bail'),
    waivers,
    allowTrading,
    out: place.folder,
    engine,
    progress,
    suite: { name: 'tsi-conformance', version: version() },
    commandLine: io.commandLine,
    program: io.program,
    outOption: args.text('out'),
    reproduce: (checkId) =>
      reproduceLine(checkId, {
        seed: prepared.seed,
        profile: args.text('profile'),
        baseUrl: args.text('base-url'),
        habits: args.all('habit'),
        faults: args.all('fault'),
        reference: args.on('reference'),
        dialect: args.text('dialect') ?? 'default',
        effort: wish.effort,
        catalogue: wish.catalogue,
        suiteFolders: args.all('suites'),
        allowTradingOn: args.text('allow-trading-on'),
      }),
    signal: io.signal,
    hurry: io.hurry,
    assumed: isAssumed(args),
    ci: isInCi(io),
  });
  const files = await leaveReport(place, { results, secrets: secretsOf(profile) }, args, io);
  progress.end(results, files);
  return results.exitCode as ExitCode; // `reports/model/conformance.ts` makes only codes of this list
}
