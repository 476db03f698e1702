// How often faults die: the checks of the violated requirements once for each seed, on a service of its own each time; for what dies with
// none of them, one run of all other checks.
import { FAULT_RATES_FORMAT, type FaultRate, type FaultRates } from '../../../reports/render/fault-rates-model.js';
import type { Level } from '../../../suites/runner/check.js';
import { loweredIn } from '../../../suites/runner/level.js';
import type { Outcome } from '../../../suites/runner/live/outcome.js';
import type { PlanItem } from '../../../suites/runner/plan/plan.js';
import { startReference } from '../../reference/index.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import { startFaulty } from './faulty-targets.js';
import { type FaultFacts, faultRows } from './kill-table.js';
import { planOf } from './matrix-plan.js';
import { firstStage, runStage, type StageWish, secondStage } from './stages.js';

export interface RatesWish extends StageWish {
  readonly faults: readonly FaultFacts[];
  readonly dialect: 'default' | 'contrary';
  readonly seeds: number;
  readonly underHabits: boolean;
  /** Leaves the run of all other checks out. */
  readonly namedOnly: boolean;
}

/** Services at once, each with its journal in memory; fewer where every one runs the whole suite. */
const AT_ONCE = 80;
const WHOLE_AT_ONCE = 6;

interface Death {
  readonly killedBy: readonly string[];
  readonly killedAt: Level | undefined;
  readonly level: Level;
}

export async function runRates(wish: RatesWish): Promise<FaultRates> {
  const started = performance.now();
  const catalogue = await loadCatalogue();
  const levels = loweredIn(catalogue.requirements);
  const plan = await planOn(wish, catalogue);
  const deaths = new Map<string, Death[]>(wish.faults.map(({ id }) => [id, []]));
  const seeds = Array.from({ length: wish.seeds }, (_, turn) => String(Number(wish.seed) + turn));
  for (const [turn, seed] of seeds.entries()) {
    for (const some of inParts(wish.faults, AT_ONCE)) {
      const name = `seed ${turn + 1} of ${seeds.length}`;
      const killed = await killedIn({ ...wish, seed }, some, levels, (faulty) => ({
        ...firstStage(plan, faulty, { stopAtKill: true }),
        name,
      }));
      for (const [id, death] of killed) deaths.get(id)?.push(death);
    }
  }
  const alive = wish.namedOnly ? [] : wish.faults.filter(({ id }) => deaths.get(id)?.length === 0);
  const elsewhere = new Map<string, Death>();
  const all = [...catalogue.byId.keys()];
  for (const some of inParts(alive, WHOLE_AT_ONCE)) {
    const killed = await killedIn(wish, some, levels, (faulty) => secondStage(plan, faulty, faulty.tried, all));
    for (const [id, death] of killed) elsewhere.set(id, death);
  }
  return {
    rates: FAULT_RATES_FORMAT,
    seed: wish.seed,
    effort: wish.effort,
    dialect: wish.dialect,
    seeds: seeds.length,
    durationMs: Math.round(performance.now() - started),
    faults: wish.faults.map((fault) =>
      rateOf(fault, deaths.get(fault.id) ?? [], elsewhere.get(fault.id), seeds.length),
    ),
  };
}

async function planOn(
  { dialect, effort }: RatesWish,
  catalogue: Awaited<ReturnType<typeof loadCatalogue>>,
): Promise<readonly PlanItem[]> {
  const honest = await startReference({ dialect });
  try {
    return (await planOf(effort, honest.profile, catalogue)).filter(({ obstacle }) => obstacle === undefined);
  } finally {
    await honest.close();
  }
}

/** By the id of the fault, those that a check noticed. */
async function killedIn(
  wish: RatesWish,
  faults: readonly FaultFacts[],
  levels: Readonly<Record<string, Level>>,
  stageOn: (faulty: Awaited<ReturnType<typeof startFaulty>>) => Parameters<typeof runStage>[0],
): Promise<ReadonlyMap<string, Death>> {
  // One service each: that it shows by chance is what is measured.
  const faulty = await startFaulty({ ...wish, faults: faults.map(({ rate: _, ...fault }) => fault) }, () => 1);
  try {
    const outcomes: readonly Outcome[] = await runStage(stageOn(faulty), wish, levels);
    const rows = faultRows(faulty.tried, outcomes, levels);
    return new Map(
      rows
        .filter(({ survived }) => !survived)
        .map(({ id, killedBy, killedAt, level }) => [id, { killedBy, killedAt, level }]),
    );
  } finally {
    await faulty.close();
  }
}

function rateOf(fault: FaultFacts, deaths: readonly Death[], elsewhere: Death | undefined, seeds: number): FaultRate {
  const { id, section, requirements, summary, trigger, level = 'must' } = fault;
  const all = elsewhere === undefined ? deaths : [elsewhere];
  const killedAt = all.some((death) => death.killedAt === 'must') ? 'must' : all[0]?.killedAt;
  return {
    id,
    section,
    requirements,
    summary,
    ...(trigger !== undefined && { trigger }),
    level: all[0]?.level ?? level,
    seeds,
    died: deaths.length,
    ...(deaths.length === 0 && { diedElsewhere: elsewhere !== undefined }),
    ...(killedAt !== undefined && { killedAt }),
    killedBy: [...new Set(all.flatMap(({ killedBy }) => killedBy))],
  };
}

function inParts<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );
}
