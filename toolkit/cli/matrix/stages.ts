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

export interface StageWish {
  readonly effort: Effort;
  readonly seed: string;
  readonly signal: AbortSignal;
  /** Called as checks end: how many of how many. */
  readonly onProgress: (done: number, of: number, stage: string) => void;
}

export interface Stage {
  readonly name: string;
  readonly targets: readonly TargetSpec[];
  readonly items: readonly RunItem[];
}

/** The checks that judge one of the requirements which the fault says it violates. */
export function judgesOf(fault: FaultFacts, plan: readonly PlanItem[]): readonly PlanItem[] {
  return plan.filter(({ requirements }) => requirements.some((id) => fault.requirements.includes(id)));
}

/** `stopAtKill`: the rest of its checks is left out once one has killed a fault; who else would have is not known then. */
export function firstStage(
  plan: readonly PlanItem[],
  { tried, references }: Pick<FaultyTargets, 'tried' | 'references'>,
  { stopAtKill = false }: { readonly stopAtKill?: boolean } = {},
): Stage {
  const isChosen = chooseForBroad(tried, plan);
  const items = tried.flatMap(({ fault, targets }) => {
    const judges = judgesOf(fault, plan).filter((check) => isChosen(fault, check));
    return targets.flatMap((target) => judges.map(({ id }) => ({ target, check: id })));
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
  const items = alive.flatMap(({ targets }) =>
    targets.slice(0, 1).flatMap((target) => plan.map(({ id }) => ({ target, check: id }))),
  );
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
