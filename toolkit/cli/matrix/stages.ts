// The stages of a matrix run: which checks are tried on which faulty service. First those whose requirements the fault names; then all
// the others, for faults that these did not kill.
import { randomUUID } from 'node:crypto';
import type { Effort, Level } from '../../../suites/runner/check.js';
import { runOnce } from '../../../suites/runner/engine/engine.js';
import type { TargetSpec } from '../../../suites/runner/engine/run-spec.js';
import type { Outcome, RunItem } from '../../../suites/runner/live/outcome.js';
import type { PlanItem } from '../../../suites/runner/plan/plan.js';
import type { Reference } from '../../reference/index.js';
import type { FaultyTargets } from './faulty-targets.js';
import { type FaultFacts, faultRows, type TriedFault } from './kill-table.js';
import type { KnownKills, Open } from './known-kills.js';

export interface StageWish {
  readonly effort: Effort;
  readonly seed: string;
  readonly signal: AbortSignal;
  /** Called as checks end: how many of how many. */
  readonly onProgress: (done: number, of: number, stage: string) => void;
}

type Started = Pick<FaultyTargets, 'tried' | 'references'>;

export interface Stage {
  readonly name: string;
  readonly targets: readonly TargetSpec[];
  readonly items: readonly RunItem[];
}

/** The checks that judge one of the requirements which the fault says it violates. */
export function judgesOf(fault: FaultFacts, plan: readonly PlanItem[]): readonly PlanItem[] {
  return plan.filter(({ requirements }) => requirements.some((id) => fault.requirements.includes(id)));
}

function trialsOf(targets: readonly string[], checks: readonly PlanItem[]): readonly RunItem[] {
  return targets.flatMap((target) => checks.map(({ id }) => ({ target, check: id })));
}

/** `stopAtKill`: the rest of its checks is left out once one has killed a fault; who else would have is not known then. */
export function firstStage(
  plan: readonly PlanItem[],
  { tried, references }: Started,
  { stopAtKill = false }: { readonly stopAtKill?: boolean } = {},
): Stage {
  const isChosen = chooseForBroad(tried, plan);
  const items = tried.flatMap(({ fault, targets }) => {
    const judges = judgesOf(fault, plan).filter((check) => isChosen(fault, check));
    return trialsOf(targets, judges);
  });
  const stops = new Map(
    tried.flatMap(({ fault, targets }) => targets.map((one) => [one, fault.requirements] as const)),
  );
  const targets = targetSpecs(references, items).map((target) => {
    const stopWhenFailed = stops.get(target.id);
    return stopAtKill && stopWhenFailed !== undefined ? { ...target, stopWhenFailed } : target;
  });
  return { name: 'named requirements', targets, items };
}

/** Each fault with what is known to kill it. */
export function knownStage(plan: readonly PlanItem[], { tried, references }: Started, kills: KnownKills): Stage {
  const items = tried.flatMap(({ fault, targets }) => {
    const judges = judgesOf(fault, plan);
    const chosen = withFilling(
      judges.filter(({ id }) => kills.byFault.get(fault.id)?.includes(id)),
      judges,
    );
    return trialsOf(targets, chosen);
  });
  return { name: 'known kills', targets: targetSpecs(references, items), items };
}

/** What a stage left open: faults that are not proven with all that judge them, idle checks with all that they judge. */
export function openStage(plan: readonly PlanItem[], { tried, references }: Started, open: Open): Stage {
  const items = tried.flatMap(({ fault, targets }) => {
    const judges = judgesOf(fault, plan);
    const idle = judges.filter(({ id }) => open.checks.has(id));
    const chosen = open.faults.has(fault.id)
      ? [...judges, ...neighbours(fault, judges, plan)]
      : withFilling(idle, judges);
    return trialsOf(targets, chosen);
  });
  return { name: 'not proven by those', targets: targetSpecs(references, items), items };
}

/** Where checks over the journal judge a fault, others of its area fill what they read. */
function neighbours(fault: FaultFacts, judges: readonly PlanItem[], plan: readonly PlanItem[]): readonly PlanItem[] {
  if (!judges.some(isOverJournal)) return [];
  const areas = new Set(fault.requirements.map((id) => id.split('.')[0]));
  return plan.filter((check) => areas.has(check.area) && !judges.includes(check));
}

function isOverJournal({ spec }: PlanItem): boolean {
  return spec.kind === 'history';
}

/** A check over the journal sees nothing without the checks that fill it. */
function withFilling(chosen: readonly PlanItem[], judges: readonly PlanItem[]): readonly PlanItem[] {
  return chosen.some(isOverJournal) ? judges : chosen;
}

/** Checks that name so many requirements judge whole days, in seconds each: they are tried on some of what they could see. */
const BROAD = 9;
const TRIED_BY_BROAD = 12;

/** Other faults for each of these checks; one that no narrow check kills meets them all in the second stage. */
function chooseForBroad(
  tried: readonly TriedFault[],
  plan: readonly PlanItem[],
): (fault: FaultFacts, check: PlanItem) => boolean {
  const chosen = new Map<string, ReadonlySet<string>>();
  for (const [offset, check] of plan.filter(({ requirements }) => requirements.length >= BROAD).entries()) {
    const seen = tried.filter(({ fault }) => judgesOf(fault, [check]).length > 0);
    const every = Math.ceil(seen.length / TRIED_BY_BROAD);
    const some = seen.filter((_, index) => index % every === offset % every);
    chosen.set(check.id, new Set(some.map(({ fault }) => fault.id)));
  }
  return ({ id }, check) => chosen.get(check.id)?.has(id) ?? true;
}

export function secondStage(
  plan: readonly PlanItem[],
  { references }: Pick<FaultyTargets, 'references'>,
  alive: readonly TriedFault[],
  all: readonly string[],
): Stage {
  // Those that judged it once judge it again: a check over the journal sees more now, and some faults show in a race only.
  const items = alive.flatMap(({ targets }) => trialsOf(targets.slice(0, 1), plan));
  return { name: 'all requirements', targets: targetSpecs(references, items, all), items };
}

function targetSpecs(
  references: ReadonlyMap<string, Reference>,
  items: readonly RunItem[],
  stopWhenFailed?: readonly string[],
): readonly TargetSpec[] {
  return [...new Set(items.map(({ target }) => target))].flatMap((id) => {
    const reference = references.get(id);
    return reference === undefined
      ? []
      : [{ id, profile: reference.profile, ...(stopWhenFailed && { stopWhenFailed }) }];
  });
}

export function survivors(tried: readonly TriedFault[], outcomes: readonly Outcome[]): readonly TriedFault[] {
  const rows = faultRows(tried, outcomes, {});
  return tried.filter((_, index) => rows[index]?.survived === true);
}

export async function runStage(
  { name, targets, items }: Stage,
  wish: StageWish,
  levels: Readonly<Record<string, Level>>,
): Promise<readonly Outcome[]> {
  if (items.length === 0) return [];
  let done = 0;
  const report = await runOnce(
    { run: randomUUID(), seed: wish.seed, effort: wish.effort, targets, items, levels, suiteFolders: [] },
    {
      signal: wish.signal,
      onEvent: (event) => {
        if (event.type !== 'ended') return;
        done += 1;
        wish.onProgress(done, items.length, name);
      },
    },
  );
  const [problem] = report.problems;
  if (problem !== undefined) throw new Error(`the matrix run lost results: ${problem}`);
  return report.outcomes;
}
