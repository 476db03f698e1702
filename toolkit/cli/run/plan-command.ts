// `tsi plan` itself: the plan as text or as a document. Sends nothing to anybody; `--probe` is in `plan-probe.ts`.
import type { Effort } from '../../../suites/runner/check.js';
import { coverageOf } from '../../../suites/runner/contexts/coverage.js';
import type { Engine } from '../../../suites/runner/engine/engine.js';
import type { Plan, PlanItem } from '../../../suites/runner/plan/plan.js';
import { sourceOf } from '../../../suites/runner/registry.js';
import { grouped } from '../../base/grouped.js';
import { loadDialect } from '../../profile/dialect/load-dialect.js';
import { respelled } from '../../profile/dialect/respelled.js';
import type { DialectSpec } from '../../profile/dialect/spec.js';
import type { Profile } from '../../profile/profile.js';
import { answer, CommandError, type CommandIo, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { controlEstimate, type PlannedRun, paceEstimate, secondsOf } from './pace-estimate.js';
import { contextsDocument, contextsText } from './plan-contexts.js';
import { NOTHING_SELECTED, type Prepared, prepare } from './prepare.js';
import {
  baseUrlOf,
  PLANNED_REFERENCE_OPTIONS,
  readSelection,
  refuseReferenceBesideProfile,
  tradingAllowed,
} from './run-options.js';
import { spokenDialect } from './spoken-dialect.js';
import { openTarget } from './target-source.js';

export async function showPlan(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const wish = readSelection(args, io);
  refuseReferenceBesideProfile(args, PLANNED_REFERENCE_OPTIONS);
  if (args.on('all') && !args.on('probe')) throw args.misuse('--all goes with --probe');
  const source = await openTarget({
    profile: args.text('profile'),
    baseUrl: baseUrlOf(args),
    faults: [],
    dialect: await spokenDialect(args, io),
    cwd: io.cwd,
    env: io.env,
    ...(args.on('probe')
      ? {}
      : { onMissingSecret: (name: string) => void io.stderr.write(`not there yet, and needed by a run: ${name}\n`) }),
  });
  let engine: Promise<Engine> | undefined;
  try {
    const { profile } = source;
    if (wish.shardNote !== undefined) io.stderr.write(`${wish.shardNote}\n`);
    if (args.on('probe')) return await (await import('./plan-probe.js')).probeControls(args, io, profile);
    const prepared = await prepare({
      profile,
      wish,
      allowTrading: tradingAllowed(args, profile.baseUrl),
      loadOwn: async (file) => {
        // TypeScript passes through the engine, which is started for nothing else here.
        const { createEngine } = await import('../../../suites/runner/engine/engine.js');
        engine ??= createEngine();
        return (await engine).load(file);
      },
    });
    const { plan, seed } = prepared;
    if (plan.whole.checks === 0) throw new CommandError(EXIT.nothingSelected, NOTHING_SELECTED);
    const able = plan.items.filter(({ obstacle }) => obstacle === undefined).map(({ spec }) => spec);
    const target = { profile, dialect: await loadDialect(profile), effort: wish.effort, allowTrading: true };
    const coverage = coverageOf(able, target, seed);
    const document = {
      ...planDocument(prepared, profile),
      contexts: contextsDocument(coverage, wish.effort),
    };
    answer(args, io, document, planText(plan, profile, wish.effort, contextsText(coverage, wish.effort)));
    return plan.uncatalogued.length > 0 ? EXIT.suiteError : EXIT.conformant;
  } finally {
    await (await engine)?.close();
    await source.close();
  }
}

function planDocument(prepared: Prepared, profile: Profile): object {
  const { plan, seed, checks: registered, catalogueVersion } = prepared;
  return {
    seed,
    catalogue: catalogueVersion,
    plan: plan.whole,
    warnings: respelledBy(profile),
    checks: plan.items.map(({ id, spec, requirements, sections, area, level, obstacle }) => ({
      id,
      title: spec.title,
      requirements,
      sections,
      area,
      kind: spec.kind,
      level,
      applicable: obstacle === undefined,
      ...sourceOf(registered.get(id)),
      ...(obstacle !== undefined && { verdict: obstacle.verdict, reason: obstacle.reason, needs: obstacle.needs }),
    })),
  };
}

function planText(plan: Plan, profile: Profile, effort: Effort, contexts: readonly string[]): string {
  const lines: string[] = [...summary(plan, profile, effort), ''];
  for (const [area, items] of byArea(plan.items)) {
    lines.push(`${area} (${items.length})`);
    for (const { id, spec, level, obstacle } of items) {
      const sign = obstacle === undefined ? '+' : SIGNS[obstacle.verdict];
      lines.push(`  ${sign} ${id}  ${spec.title}${level === 'should' ? '  [should]' : ''}`);
      if (obstacle !== undefined) lines.push(`      ${obstacle.reason}`);
    }
    lines.push('');
  }
  return [...lines, ...contexts].join('\n');
}

const SIGNS = { 'not-applicable': '-', inconclusive: '?', 'left-out': '/' } as const;

function summary(plan: Plan, profile: Profile, effort: Effort): readonly string[] {
  const runnable = plan.items.filter(({ obstacle }) => obstacle === undefined).length;
  const inapplicable = plan.items.filter(({ obstacle }) => obstacle?.verdict === 'not-applicable').length;
  const leftOut = plan.items.filter(({ obstacle }) => obstacle?.verdict === 'left-out').length;
  const unreachable = plan.items.length - runnable - inapplicable - leftOut;
  const unlocks = new Map<string, number>();
  for (const { obstacle } of plan.items) {
    for (const need of obstacle?.needs ?? []) unlocks.set(need, (unlocks.get(need) ?? 0) + 1);
  }
  const run = plannedRun(plan, profile, effort);
  const reasons = [paceEstimate(run), controlEstimate(run)].filter((one) => one !== undefined);
  const missing = [...unlocks].sort(([, a], [, b]) => b - a).map(([need, count]) => `  ${need}: ${count}`);
  return [
    `${plan.items.length} checks on ${profile.name}: + ${runnable} would run, - ${inapplicable} not applicable, ? ${unreachable} out of reach${leftOut > 0 ? `, / ${leftOut} left out` : ''}`,
    timeEstimate(run, profile),
    ...reasons,
    ...(missing.length === 0 ? [] : ['Missing, with the number of checks that wait for it:', ...missing]),
    ...(respelledBy(profile).length === 0 ? [] : [RESPELLED, ...respelledBy(profile).map((one) => `  ${one}`)]),
    ...(plan.uncatalogued.length === 0
      ? []
      : [`The suite is in error: requirements that the catalogue does not have: ${plan.uncatalogued.join(', ')}`]),
  ];
}

/** What is known of a run before it begins. */
function plannedRun({ items }: Plan, { limits, timing }: Profile, effort: Effort): PlannedRun {
  const runnable = items.filter(({ obstacle }) => obstacle === undefined);
  return {
    effort,
    checks: runnable.length,
    controlling: runnable.filter(({ spec }) => (spec.needs?.control ?? []).length > 0).length,
    requestsPerSecond: limits.requestsPerSecond,
    controlMs: timing.controlMs ?? 0,
    longestWaitMs: Math.max(0, ...runnable.map(({ spec }) => spec.waitMs ?? 0)),
  };
}

function timeEstimate(run: PlannedRun, { control }: Profile): string {
  const seconds = secondsOf(run);
  const time = seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
  const base = `A run takes about ${time} where the target answers at once`;
  return Object.keys(control).length === 0 || run.controlMs > 0
    ? `${base}.`
    : `${base}, and control actions take effect with their answers; seconds for each make it minutes (--probe measures them).`;
}

const RESPELLED =
  'Warning: the profile binds what the interface states. It is read all the same; checks fail on it, or warn where a name is suggested:';

function respelledBy({ dialect }: Profile): readonly string[] {
  // A module binds by code, which nothing here can read. A loaded profile has its spec filled in completely.
  return 'module' in dialect ? [] : respelled(dialect.spec as unknown as DialectSpec);
}

function byArea(items: readonly PlanItem[]): readonly (readonly [area: string, items: readonly PlanItem[]])[] {
  const sorted = [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
  return [...grouped(sorted, ({ area }) => area)].sort(([a], [b]) => (a < b ? -1 : 1));
}
