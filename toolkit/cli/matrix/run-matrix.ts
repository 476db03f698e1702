// The fault matrix: every fault in a service of its own, all in one run. First the checks whose requirements the fault names; then,
// for faults that these did not kill, all the others, so that a survivor is told from one that is killed for another reason. Where an
// earlier matrix says what kills what, that comes before all.
import {
  type CheckRow,
  FAULT_MATRIX_FORMAT,
  type FaultMatrix,
  type FaultRow,
  isProven,
} from '../../../reports/render/fault-matrix-model.js';
import { loweredIn } from '../../../suites/runner/level.js';
import type { Outcome } from '../../../suites/runner/live/outcome.js';
import type { PlanItem } from '../../../suites/runner/plan/plan.js';
import { type DialectName, type Reference, type SpokenProfile, startReference } from '../../reference/index.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import { chooseKills, type Open, refineKills } from './choose-kills.js';
import { startFaulty } from './faulty-targets.js';
import { checkRows, type FaultFacts, faultRows, notPassed, type TriedFault, withUndecided } from './kill-table.js';
import type { KnownKills, KnownPairs } from './known-kills.js';
import { planOf } from './matrix-plan.js';
import { CONFIDENCE } from './repetitions.js';
import {
  firstStage,
  judgesOf,
  knownStage,
  openStage,
  runStage,
  type Stage,
  type StageWish,
  secondStage,
  survivors,
} from './stages.js';

export interface MatrixWish extends StageWish {
  readonly faults: readonly FaultFacts[];
  /** Whether these are all the faults there are. */
  readonly whole: boolean;
  readonly dialect: DialectName | SpokenProfile;
  /** Gives the service of each fault habits too. */
  readonly underHabits: boolean;
  /**
   * What an earlier matrix saw killed: these pairs first, others only for what they leave open. The honest service is left out then,
   * and a survivor meets no check of other requirements.
   */
  readonly known?: KnownKills;
}

/** The service without a fault, on which every check must pass. */
const HONEST = 'honest';
const HONEST_ACCOUNTS = 16;
/** So many survivors are tried against all other checks; where there are more the suite has larger troubles. */
const MOST_SURVIVORS = 30;

interface Tried {
  /** By the checks of the violated requirements. */
  readonly named: readonly Outcome[];
  readonly outcomes: readonly Outcome[];
  readonly pairs: KnownPairs;
}

export interface MatrixRun {
  readonly matrix: FaultMatrix;
  /** What it saw killed, for the next one. */
  readonly kills: KnownKills;
}

export async function runMatrix(wish: MatrixWish): Promise<MatrixRun> {
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
    const rowsOf = (outcomes: readonly Outcome[]): readonly FaultRow[] => faultRows(faulty.tried, outcomes, levels);
    const checksOf = (rows: readonly FaultRow[]): readonly CheckRow[] =>
      checkRows(
        plan.map(({ id }) => id),
        rows,
      );
    const openAfter = (rows: readonly FaultRow[]): Open => ({
      faults: new Set(rows.filter((row) => !isProven(row)).map(({ id }) => id)),
      checks: new Set(wish.whole ? checksOf(rows).flatMap(({ id, kills }) => (kills === 0 ? [id] : [])) : []),
    });
    const byKnown = async (known: KnownKills): Promise<Tried> => {
      const outcomes = [...(await run(knownStage(plan, faulty, known)))];
      // A race that the crowd hid shows to a few.
      const missed = knownTo(openAfter(rowsOf(outcomes)), faulty.tried, known);
      outcomes.push(...(await run(knownStage(plan, { ...faulty, tried: missed }, known))));
      const open = openAfter(rowsOf(outcomes));
      outcomes.push(...(await run(openStage(plan, faulty, open, { known, isFirst: true }))));
      const stillOpen = openAfter(rowsOf(outcomes));
      outcomes.push(...(await run(openStage(plan, faulty, stillOpen, { known, isFirst: false }))));
      return { named: outcomes, outcomes, pairs: refineKills(known, faulty.tried, outcomes, open) };
    };
    // What habits hide from the checks of a requirement they hide rightly: whoever else sees it proves nothing of a tolerance.
    const anew = (alive: readonly TriedFault[]): Stage =>
      wish.underHabits
        ? firstStage(plan, { ...faulty, tried: alive })
        : secondStage(plan, faulty, alive, [...catalogue.byId.keys()]);
    const byAll = async (): Promise<Tried> => {
      const named = await run(besideHonest(firstStage(plan, faulty), plan, wish.whole ? honest : undefined));
      const alive = survivors(faulty.tried, named).slice(0, MOST_SURVIVORS);
      const rest = alive.length === 0 ? [] : await run(anew(alive));
      const outcomes = [...named, ...rest];
      return { named, outcomes, pairs: chooseKills(faulty.tried, outcomes) };
    };
    const { named, outcomes, pairs } = wish.known ? await byKnown(wish.known) : await byAll();
    const faults = withUndecided(rowsOf(outcomes), faulty.tried, named);
    const matrix: FaultMatrix = {
      matrix: FAULT_MATRIX_FORMAT,
      seed: wish.seed,
      effort: wish.effort,
      dialect: typeof wish.dialect === 'string' ? wish.dialect : wish.dialect.name,
      whole: wish.whole,
      confidence: CONFIDENCE,
      durationMs: Math.round(performance.now() - started),
      faults,
      checks: checksOf(faults),
      honest: outcomes.filter(({ target, verdict }) => target === HONEST && verdict !== 'pass').map(notPassed),
    };
    return { matrix, kills: { seed: wish.seed, ...pairs } };
  } finally {
    await Promise.allSettled(closing.map((close) => close()));
  }
}

/** Those whose known kills are missing. */
function knownTo(open: Open, tried: readonly TriedFault[], known: KnownKills): readonly TriedFault[] {
  return tried.filter(
    ({ fault: { id } }) => open.faults.has(id) || known.byFault.get(id)?.some((check) => open.checks.has(check)),
  );
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
