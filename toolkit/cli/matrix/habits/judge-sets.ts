// The suite against services with habits: each set in a service of its own, several at once in one run.
import type { Effort } from '../../../../suites/runner/check.js';
import { loweredIn } from '../../../../suites/runner/level.js';
import type { Outcome, RunItem } from '../../../../suites/runner/live/outcome.js';
import type { PlanItem } from '../../../../suites/runner/plan/plan.js';
import { type Reference, startReference } from '../../../reference/index.js';
import { loadCatalogue } from '../../../requirements/catalogue.js';
import { judgeItems } from '../judge-items.js';
import { planOf } from '../matrix-plan.js';
import type { HabitSet } from './habit-sets.js';
import type { Said, SetVerdict } from './verdicts.js';

export interface JudgeWish {
  readonly effort: Effort;
  readonly seed: string;
  readonly signal: AbortSignal;
  /** Called as checks end. */
  readonly onEnded?: () => void;
}

/** What was said on a set, in the order of the plan. */
export type Judged = ReadonlyMap<HabitSet, readonly SetVerdict[]>;

/** One journal per service is in memory while it is judged, so not all at once. */
const AT_ONCE = 4;
/** So many runs go on side by side: where one waits for a clock or for its last checks, another works. */
const LANES = 2;

/** All checks, or those that `wanted` names; every one has its verdict. Rejects when the run lost one. */
export async function judgeSets(
  sets: readonly HabitSet[],
  wish: JudgeWish,
  wanted?: ReadonlySet<string>,
): Promise<Judged> {
  const { seed, effort, signal, onEnded = () => undefined } = wish;
  const catalogue = await loadCatalogue();
  const levels = loweredIn(catalogue.requirements);
  const judged = new Map<HabitSet, readonly SetVerdict[]>();
  const waiting = batches(sets);
  const lane = async (): Promise<void> => {
    for (let some = waiting.shift(); some !== undefined && !signal.aborted; some = waiting.shift()) {
      for (const [set, verdicts] of await judgeTogether(some)) judged.set(set, verdicts);
    }
  };
  const judgeTogether = async (some: readonly HabitSet[]): Promise<Judged> => {
    const services = await Promise.all(some.map((set) => start(set, seed)));
    try {
      const plans = await Promise.all(
        services.map(async ({ profile }) =>
          (await planOf(effort, profile, catalogue)).filter(({ id }) => wanted?.has(id) ?? true),
        ),
      );
      const targets = services.map(({ profile }, index) => ({ id: some[index]?.id ?? '', profile }));
      const items = targets.flatMap(({ id }, index) => itemsOf(id, plans[index] ?? []));
      const outcomes = await judgeItems({ seed, effort, signal, targets, items, levels, onEnded });
      return new Map(
        some.map((set, index) => [
          set,
          verdictsOf(
            plans[index] ?? [],
            outcomes.filter(({ target }) => target === set.id),
          ),
        ]),
      );
    } finally {
      await Promise.allSettled(services.map((service) => service.close()));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return new Map(sets.flatMap((set) => (judged.has(set) ? [[set, judged.get(set) ?? []]] : [])));
}

function batches(sets: readonly HabitSet[]): (readonly HabitSet[])[] {
  return Array.from({ length: Math.ceil(sets.length / AT_ONCE) }, (_, index) =>
    sets.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
}

/** Several services share a thread here, so that an answer may be late for no reason of theirs. */
const ANSWER_MS = 30_000;

async function start({ dialect, habits }: HabitSet, seed: string): Promise<Reference> {
  const reference = await startReference({ dialect, habits: habits.map(({ id }) => id), seed: Number(seed) });
  const { profile } = reference;
  return { ...reference, profile: { ...profile, timing: { ...profile.timing, answerMs: ANSWER_MS } } };
}

function itemsOf(target: string, plan: readonly PlanItem[]): readonly RunItem[] {
  return plan.flatMap(({ id, obstacle }) => (obstacle === undefined ? [{ target, check: id }] : []));
}

function verdictsOf(plan: readonly PlanItem[], outcomes: readonly Outcome[]): readonly SetVerdict[] {
  const byCheck = new Map(outcomes.map((outcome) => [outcome.check, outcome]));
  return plan.map(({ id, obstacle }) => {
    if (obstacle !== undefined) return { check: id, said: obstacle.verdict, reason: obstacle.reason };
    const outcome = byCheck.get(id);
    return outcome === undefined
      ? { check: id, said: 'not-run', reason: 'the run was stopped' }
      : { check: id, said: saidBy(outcome), reason: reasonOf(outcome) };
  });
}

function saidBy({ verdict, level }: Outcome): Said {
  return verdict === 'fail' && level === 'should' ? 'warning' : verdict;
}

function reasonOf({ reason, expected, actual }: Outcome): string {
  return reason ?? (expected === undefined ? '' : `expected ${expected}, got ${actual ?? ''}`);
}
