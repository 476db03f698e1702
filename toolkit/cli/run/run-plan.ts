// One run from plan to results: hands the plan to the engine, shows progress, turns what happened into results.
import { join } from 'node:path';
import type { Results, RunInfo } from '../../../reports/model/model.js';
import type { Progress } from '../../../reports/terminal/progress-shape.js';
import type { Engine } from '../../../suites/runner/engine/engine.js';
import type { RunReport } from '../../../suites/runner/engine/follow-run.js';
import type { RunSpec, TargetSpec } from '../../../suites/runner/engine/run-spec.js';
import { loweredIn } from '../../../suites/runner/level.js';
import type { Plan, PlanItem } from '../../../suites/runner/plan/plan.js';
import type { Waiver } from '../../../suites/runner/plan/waivers.js';
import { shellWord } from '../../base/shell-word.js';
import { fingerprint } from '../../profile/loading/fingerprint.js';
import type { Profile } from '../../profile/profile.js';
import { journalDefect } from './guards/journal-still-there.js';
import { planFactsOf } from './plan-facts.js';
import type { Prepared } from './prepare.js';
import { checkResults, makeResults } from './results.js';
import { runFindings } from './run-findings.js';
import type { RunSelection } from './run-options.js';

export const JOURNAL_FILE = 'journal.ndjson';
/** The only target of a run of `tsi run`. */
const TARGET = 'target';

export interface PlannedRun {
  readonly prepared: Prepared;
  readonly profile: Profile;
  readonly wish: RunSelection;
  readonly level: 'must' | 'should';
  /** No further check starts once one has failed. */
  readonly bail: boolean;
  readonly waivers: readonly Waiver[];
  /** Trading checks may run on what is no sandbox. */
  readonly allowTrading: boolean;
  /** The folder of the report, absolute. */
  readonly out: string;
  readonly engine: Engine;
  readonly progress: Progress;
  readonly suite: { readonly name: string; readonly version: string };
  readonly commandLine: string;
  readonly program: string;
  /** What `--out` says. */
  readonly outOption: string | undefined;
  readonly reproduce: (checkId: string) => string;
  readonly signal: AbortSignal;
  readonly hurry: AbortSignal | undefined;
  /** Nothing asked for the embedded service that is judged. */
  readonly assumed: boolean;
  /** A CI runs this. */
  readonly ci: boolean;
}

export async function runPlan(planned: PlannedRun): Promise<Results> {
  const { prepared, progress, waivers, reproduce } = planned;
  const { plan, catalogue, checks } = prepared;
  const today = new Date().toISOString().slice(0, 10);
  const started = new Date();
  const toResult = checkResults({ reproduce, waivers, today, checks });
  const items = new Map<string, PlanItem>(plan.items.map((item) => [item.id, item]));
  const runnable = plan.items.filter((item) => item.obstacle === undefined);
  progress.plan(plan.items.length);
  for (const item of plan.items) if (item.obstacle !== undefined) progress.finished(toResult(item, undefined));
  const report =
    runnable.length === 0
      ? undefined
      : await runItems(planned, runnable, (check, outcome) => {
          const item = items.get(check);
          if (item === undefined) return;
          if (outcome === undefined) progress.started(check);
          else progress.finished(toResult(item, outcome));
        });
  const { end } = report ?? {};
  const lost =
    end === undefined ? undefined : journalDefect(join(planned.out, JOURNAL_FILE), prepared.run, end.records);
  return makeResults({
    run: runInfo(planned, started, report),
    items: plan.items,
    outcomes: report?.outcomes ?? [],
    findings: runFindings(plan, report, lost),
    catalogue,
    checks,
    waivers,
    today,
    reproduce,
  });
}

const STOPPING = 'stopping: checks under way are ended, then the report follows; told once more, it follows at once';

type OnCheck = (check: string, outcome: RunReport['outcomes'][number] | undefined) => void;

async function runItems(
  planned: PlannedRun,
  runnable: readonly { readonly id: string }[],
  onCheck: OnCheck,
): Promise<RunReport> {
  const { prepared, profile, wish, level, bail, out, engine, progress, suite, signal, hurry } = planned;
  const spec: RunSpec = {
    run: prepared.run,
    seed: prepared.seed,
    effort: wish.effort,
    targets: [{ id: TARGET, profile, ...(bail && bailingOf(prepared.plan, level)) }],
    items: runnable.map(({ id }) => ({ target: TARGET, check: id })),
    levels: loweredIn(prepared.catalogue.requirements),
    journal: {
      file: join(out, JOURNAL_FILE),
      suite,
      profile: { name: profile.name, fingerprint: fingerprint(profile) },
      plan: planFactsOf({ ...planned, dialect: prepared.dialect }),
    },
    suiteFolders: wish.suiteFolders,
  };
  signal.addEventListener('abort', () => progress.note(STOPPING), { once: true });
  return engine.run(spec, {
    signal,
    ...(hurry !== undefined && { hurry }),
    onEvent: (event) => {
      if (event.type === 'started') onCheck(event.check, undefined);
      if (event.type === 'ended') onCheck(event.outcome.check, event.outcome);
      if (event.type === 'preflight' && event.report.outcome === 'ready') progress.ready();
    },
  });
}

/** At the first failure that decides the verdict: one of a should-check does so only where the run is asked for that level. */
function bailingOf({ items }: Plan, level: PlannedRun['level']): Pick<TargetSpec, 'stopWhenFailed' | 'stopLevel'> {
  const stopWhenFailed = [...new Set(items.flatMap(({ requirements }) => requirements))];
  return { stopWhenFailed, ...(level === 'must' && { stopLevel: level }) };
}

function decides({ verdict, level }: RunReport['outcomes'][number], wanted: PlannedRun['level']): boolean {
  return verdict === 'fail' && (wanted === 'should' || level === 'must');
}

/** A profile that comes from no file is of the reference service that was started for the run. */
function isEmbedded({ file }: Profile): boolean {
  return file === undefined;
}

function runInfo(planned: PlannedRun, started: Date, report: RunReport | undefined): RunInfo {
  const { prepared, profile, wish, level, bail, suite, commandLine, program, outOption, signal, assumed, ci } = planned;
  const finished = new Date();
  const { build, name, baseUrl, environment } = profile;
  const preflight = report?.preflights.get(TARGET);
  return {
    id: prepared.run,
    seed: prepared.seed,
    started: started.toISOString(),
    finished: finished.toISOString(),
    durationMs: finished.getTime() - started.getTime(),
    effort: wish.effort,
    level,
    selection: [...wish.selection.selectors, ...wish.selection.sections],
    ...(wish.shard !== undefined && { shard: `${wish.shard.index}/${wish.shard.of}`, waivers: planned.waivers }),
    plan: prepared.plan.whole,
    policy: profile.policy.inconclusive,
    ...(profile.policy.accept !== undefined && { accepted: profile.policy.accept }),
    suite: { ...suite, catalogue: prepared.catalogue.digest, catalogueVersion: prepared.catalogueVersion },
    node: process.version,
    target: {
      name,
      baseUrl,
      environment,
      fingerprint: fingerprint(profile),
      ...(isEmbedded(profile) && { embedded: true as const }),
      ...(assumed && { assumed: true as const }),
      ...(build !== undefined && { build }),
      ...(preflight?.clockOffsetMs !== undefined && { clockOffsetMs: preflight.clockOffsetMs }),
    },
    command: commandLine,
    program,
    ...(outOption !== undefined && { out: shellWord(outOption) }),
    ...(bail && report?.outcomes.some((one) => decides(one, level)) === true && { bailed: true }),
    ...(ci && { ci: true as const }),
    ...(signal.aborted && { interrupted: signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT' }),
  };
}
