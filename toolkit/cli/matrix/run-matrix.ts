// The fault matrix: every fault in a service of its own, all in one run. First the checks whose requirements the fault names; then,
// for faults that these did not kill, all the others, so that a survivor is told from one that is killed for another reason.
import { randomUUID } from 'node:crypto';
import { FAULT_MATRIX_FORMAT, type FaultMatrix } from '../../../reports/render/fault-matrix-model.js';
import type { Effort, Level } from '../../../suites/runner/check.js';
import { runOnce } from '../../../suites/runner/engine/engine.js';
import type { TargetSpec } from '../../../suites/runner/engine/run-spec.js';
import { loweredIn } from '../../../suites/runner/level.js';
import type { Outcome, RunItem } from '../../../suites/runner/live/outcome.js';
import type { PlanItem } from '../../../suites/runner/plan/plan.js';
import { loadSuites } from '../../../suites/runner/suite-files.js';
import { type Reference, startReference } from '../../reference/index.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import { type FaultyTargets, startFaulty } from './faulty-targets.js';
import { checkRows, type FaultFacts, faultRows, type TriedFault } from './kill-table.js';
import { planOf } from './plan-of.js';
import { CONFIDENCE } from './repetitions.js';

export interface MatrixWish {
  readonly faults: readonly FaultFacts[];
  /** Whether these are all the faults there are. */
  readonly whole: boolean;
  readonly dialect: 'default' | 'contrary';
  readonly effort: Effort;
  readonly seed: string;
  /** Gives the service of each fault habits too. */
  readonly underHabits: boolean;
  readonly signal: AbortSignal;
  /** Called as checks end: how many of how many. */
  readonly onProgress: (done: number, of: number, stage: string) => void;
}

/** The service without a fault, on which every check must pass. */
const HONEST = 'honest';
const HONEST_ACCOUNTS = 16;
/** So many survivors are tried against all other checks; where there are more the suite has larger troubles. */
const MOST_SURVIVORS = 10;

interface Stage {
  readonly name: string;
  readonly targets: readonly TargetSpec[];
  readonly items: readonly RunItem[];
}

export async function runMatrix(wish: MatrixWish): Promise<FaultMatrix> {
  const started = performance.now();
  const [catalogue, , honest] = await Promise.all([
    loadCatalogue(),
    loadSuites(),
    startReference({ dialect: wish.dialect, accounts: HONEST_ACCOUNTS }),
  ]);
  const closing: (() => Promise<void>)[] = [() => honest.close()];
  try {
    const items = await planOf(wish.effort, honest.profile, catalogue);
    const plan = items.filter(({ obstacle }) => obstacle === undefined);
    const judging = (fault: FaultFacts): number => judgesOf(fault, plan).length;
    const faulty = await startFaulty(wish, judging);
    closing.push(() => faulty.close());
    const levels = loweredIn(catalogue.requirements);
    const run = (stage: Stage): Promise<readonly Outcome[]> => runStage(stage, wish, levels);
    const named = await run(firstStage(plan, faulty, wish.whole ? honest : undefined));
    const alive = survivors(faulty.tried, named).slice(0, MOST_SURVIVORS);
    const rest = alive.length === 0 ? [] : await run(secondStage(plan, faulty, alive, [...catalogue.byId.keys()]));
    const outcomes = [...named, ...rest];
    const faults = faultRows(faulty.tried, outcomes, levels);
    return {
      matrix: FAULT_MATRIX_FORMAT,
      seed: wish.seed,
      effort: wish.effort,
      dialect: wish.dialect,
      whole: wish.whole,
      confidence: CONFIDENCE,
      durationMs: Math.round(performance.now() - started),
      faults,
      checks: checkRows(
        plan.map(({ id }) => id),
        faults,
      ),
      honest: outcomes.filter(({ target, verdict }) => target === HONEST && verdict !== 'pass').map(honestRow),
    };
  } finally {
    await Promise.allSettled(closing.map((close) => close()));
  }
}

/** The checks that judge one of the requirements which the fault says it violates. */
function judgesOf(fault: FaultFacts, plan: readonly PlanItem[]): readonly PlanItem[] {
  return plan.filter(({ requirements }) => requirements.some((id) => fault.requirements.includes(id)));
}

function firstStage(
  plan: readonly PlanItem[],
  { tried, references }: FaultyTargets,
  honest: Reference | undefined,
): Stage {
  const items = tried.flatMap(({ fault, targets }) => {
    const judges = judgesOf(fault, plan);
    return targets.flatMap((target) => judges.map(({ id }) => ({ target, check: id })));
  });
  const targets = targetSpecs(references, items);
  if (honest === undefined) return { name: 'named requirements', targets, items };
  return {
    name: 'named requirements',
    targets: [...targets, { id: HONEST, profile: honest.profile }],
    items: [...items, ...plan.map(({ id }) => ({ target: HONEST, check: id }))],
  };
}

function secondStage(
  plan: readonly PlanItem[],
  { references }: FaultyTargets,
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

function survivors(tried: readonly TriedFault[], outcomes: readonly Outcome[]): readonly TriedFault[] {
  const rows = faultRows(tried, outcomes, {});
  return tried.filter((_, index) => rows[index]?.survived === true);
}

async function runStage(
  { name, targets, items }: Stage,
  wish: MatrixWish,
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

function honestRow({ check, verdict, reason }: Outcome): FaultMatrix['honest'][number] {
  return { id: check, verdict, ...(reason !== undefined && { reason }) };
}
