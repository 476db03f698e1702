// The stages of a matrix run: which checks are tried on which faulty service. First those whose requirements the fault names; then all
// the others, for faults that these did not kill.
import type { Effort, Level } from '../../../suites/runner/check.js';
import type { TargetSpec } from '../../../suites/runner/engine/run-spec.js';
import type { Outcome, RunItem } from '../../../suites/runner/live/outcome.js';
import type { PlanItem } from '../../../suites/runner/plan/plan.js';
import type { Open } from './choose-kills.js';
import type { FaultyTargets } from './faulty-targets.js';
import { judgeItems } from './judge-items.js';
import { type FaultFacts, faultRows, type TriedFault } from './kill-table.js';
import { type KnownPairs, pairName } from './known-kills.js';

export interface StageWish {
  readonly effort: Effort;
  readonly seed: string;
  readonly signal: AbortSignal;
  /** Called as checks end: how many of how many. */
  readonly onProgress: (done: number, of: number, stage: string) => void;
}

type Started = Pick<FaultyTargets, 'tried' | 'services'>;

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
  { tried, services }: Started,
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
  const targets = targetSpecs(services, items).map((target) => {
    const stopWhenFailed = stops.get(target.id);
    return stopAtKill && stopWhenFailed !== undefined ? { ...target, stopWhenFailed } : target;
  });
  return { name: 'named requirements', targets, items };
}

/** Each fault with what is known to kill it, and with what fills the journal for a check over it. */
export function knownStage(plan: readonly PlanItem[], { tried, services }: Started, kills: KnownPairs): Stage {
  const items = tried.flatMap(({ fault, targets }) => {
    const judges = judgesOf(fault, plan);
    const killers = judges.filter(({ id }) => kills.byFault.get(fault.id)?.includes(id));
    const filling = killers.filter(isOverJournal).map(({ id }) => kills.filledBy.get(pairName(fault.id, id)));
    // Where it is not known what fills a journal enough, some of those that judge the fault may.
    const chosen = filling.includes(undefined)
      ? withFilling(killers, someOf(judges))
      : [...killers, ...plan.filter(({ id }) => filling.some((ids) => ids?.includes(id)))];
    return trialsOf(targets, [...new Set(chosen)]);
  });
  return { name: 'known kills', targets: targetSpecs(services, items), items };
}

/** An idle check is tried on so many faults first: those that the fewest others judge, and its known one once more. */
const FEW = 6;

/**
 * What the stages before left open: faults that are not proven with all that judge them, idle checks with what they judge. Some of it
 * first (`isFirst`), where what shows in a race only comes about.
 */
export function openStage(
  plan: readonly PlanItem[],
  { tried, services }: Started,
  open: Open,
  { known, isFirst }: { readonly known: KnownPairs; readonly isFirst: boolean },
): Stage {
  const judging = new Map(tried.map(({ fault }) => [fault.id, judgesOf(fault, plan)]));
  const judgesOfFault = ({ id }: FaultFacts): readonly PlanItem[] => judging.get(id) ?? [];
  const isKnown = ({ fault }: TriedFault, check: string): boolean =>
    known.byFault.get(fault.id)?.includes(check) === true;
  const rank = (one: TriedFault, check: string): number => (isKnown(one, check) ? 0 : judgesOfFault(one.fault).length);
  const triedOn = new Map(
    [...open.checks].map((check) => {
      const judged = tried.filter(({ fault }) => judgesOfFault(fault).some(({ id }) => id === check));
      const ranked = judged.toSorted((a, b) => rank(a, check) - rank(b, check));
      const some = isFirst ? ranked.slice(0, FEW) : ranked.slice(FEW);
      return [check, new Set(some.map(({ fault }) => fault.id))] as const;
    }),
  );
  const items = tried.flatMap(({ fault, targets }) => {
    const judges = judgesOfFault(fault);
    const idle = judges.filter(({ id }) => triedOn.get(id)?.has(fault.id));
    const chosen =
      open.faults.has(fault.id) && isFirst
        ? [...judges, ...neighbours(fault, judges, plan)]
        : withFilling(idle, judges);
    return trialsOf(targets, chosen);
  });
  const name = isFirst ? 'not proven by those' : 'checks that still killed nothing';
  return { name, targets: targetSpecs(services, items), items };
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

/** So many checks leave enough in a journal that a check over it sees most of what it can see. */
const FILLING = 12;

function someOf(judges: readonly PlanItem[]): readonly PlanItem[] {
  const every = Math.ceil(judges.length / FILLING);
  return judges.filter((_, index) => index % every === 0);
}

/** A check over the journal sees nothing without the checks that fill it. */
function withFilling(chosen: readonly PlanItem[], filling: readonly PlanItem[]): readonly PlanItem[] {
  return chosen.some(isOverJournal) ? [...new Set([...chosen, ...filling])] : chosen;
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
  { services }: Pick<FaultyTargets, 'services'>,
  alive: readonly TriedFault[],
  all: readonly string[],
): Stage {
  // Those that judged it once judge it again: a check over the journal sees more now, and some faults show in a race only.
  const items = alive.flatMap(({ targets }) => trialsOf(targets.slice(0, 1), plan));
  return { name: 'all requirements', targets: targetSpecs(services, items, all), items };
}

function targetSpecs(
  services: ReadonlyMap<string, TargetSpec>,
  items: readonly RunItem[],
  stopWhenFailed?: readonly string[],
): readonly TargetSpec[] {
  return [...new Set(items.map(({ target }) => target))].flatMap((id) => {
    const service = services.get(id);
    return service === undefined ? [] : [{ ...service, ...(stopWhenFailed && { stopWhenFailed }) }];
  });
}

export function survivors(tried: readonly TriedFault[], outcomes: readonly Outcome[]): readonly TriedFault[] {
  const rows = faultRows(tried, outcomes, {});
  return tried.filter((_, index) => rows[index]?.survived === true);
}

/** More than a run on one target: most of these checks wait, until their deadlines, for what a fault keeps from coming. */
const TRIALS_AT_ONCE = 128;

export async function runStage(
  { name, targets, items }: Stage,
  wish: StageWish,
  levels: Readonly<Record<string, Level>>,
): Promise<readonly Outcome[]> {
  let done = 0;
  const onEnded = (): void => {
    done += 1;
    wish.onProgress(done, items.length, name);
  };
  const { seed, effort, signal } = wish;
  return judgeItems({ seed, effort, signal, targets, items, levels, onEnded, atOnce: TRIALS_AT_ONCE });
}
