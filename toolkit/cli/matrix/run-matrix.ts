// The fault matrix: every fault in a service of its own, all in one run. First the checks whose requirements the fault names; then,
// for faults that these did not kill, all the others, so that a survivor is told from one that is killed for another reason.
import { FAULT_MATRIX_FORMAT, type FaultMatrix } from '../../../reports/render/fault-matrix-model.js';
import { loweredIn } from '../../../suites/runner/level.js';
import type { Outcome } from '../../../suites/runner/live/outcome.js';
import type { PlanItem } from '../../../suites/runner/plan/plan.js';
import { type DialectName, type Reference, type SpokenProfile, startReference } from '../../reference/index.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import { startFaulty } from './faulty-targets.js';
import { checkRows, type FaultFacts, faultRows } from './kill-table.js';
import { planOf } from './plan-of.js';
import { CONFIDENCE } from './repetitions.js';
import { firstStage, judgesOf, runStage, type Stage, type StageWish, secondStage, survivors } from './stages.js';

export interface MatrixWish extends StageWish {
  readonly faults: readonly FaultFacts[];
  /** Whether these are all the faults there are. */
  readonly whole: boolean;
  readonly dialect: DialectName | SpokenProfile;
  /** Gives the service of each fault habits too. */
  readonly underHabits: boolean;
}

/** The service without a fault, on which every check must pass. */
const HONEST = 'honest';
const HONEST_ACCOUNTS = 16;
/** So many survivors are tried against all other checks; where there are more the suite has larger troubles. */
const MOST_SURVIVORS = 30;

export async function runMatrix(wish: MatrixWish): Promise<FaultMatrix> {
  const started = performance.now();
  const [catalogue, honest] = await Promise.all([
    loadCatalogue(),
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
    const named = await run(besideHonest(firstStage(plan, faulty), plan, wish.whole ? honest : undefined));
    const alive = survivors(faulty.tried, named).slice(0, MOST_SURVIVORS);
    const rest = alive.length === 0 ? [] : await run(secondStage(plan, faulty, alive, [...catalogue.byId.keys()]));
    const outcomes = [...named, ...rest];
    const faults = faultRows(faulty.tried, outcomes, levels);
    return {
      matrix: FAULT_MATRIX_FORMAT,
      seed: wish.seed,
      effort: wish.effort,
      dialect: typeof wish.dialect === 'string' ? wish.dialect : wish.dialect.name,
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

/** The whole plan on the honest service too. */
function besideHonest(stage: Stage, plan: readonly PlanItem[], honest: Reference | undefined): Stage {
  if (honest === undefined) return stage;
  return {
    ...stage,
    targets: [...stage.targets, { id: HONEST, profile: honest.profile }],
    items: [...stage.items, ...plan.map(({ id }) => ({ target: HONEST, check: id }))],
  };
}

function honestRow({ check, verdict, reason }: Outcome): FaultMatrix['honest'][number] {
  return { id: check, verdict, ...(reason !== undefined && { reason }) };
}
