// The matrix of habits: the whole suite against services that use what the interface leaves open. What it says there that it does not
// say of a service without habits is a false alarm, unless a habit declares it as its cost.
import {
  type Alarm,
  HABIT_MATRIX_FORMAT,
  type HabitMatrix,
  type HabitRow,
} from '../../../../reports/render/habit-matrix-model.js';
import type { Habit } from '../../../reference/habits/index.js';
import { explainAlarms } from './explain-alarms.js';
import type { HabitSet } from './habit-sets.js';
import { type Judged, type JudgeWish, judgeSets } from './judge-sets.js';
import { alarmsOf, type Baseline } from './verdicts.js';

export interface HabitsWish extends Omit<JudgeWish, 'onEnded'> {
  readonly habits: readonly Habit[];
  /** Whether these are all that there are. */
  readonly whole: boolean;
  readonly sets: readonly HabitSet[];
  /** Called as checks end: how many so far, on how many services. */
  readonly onProgress: (ended: number, services: number) => void;
}

/** The services without habits: what they leave undecided is no alarm elsewhere. */
const BARE: readonly HabitSet[] = [
  { id: 'bare-default', dialect: 'default', habits: [] },
  { id: 'bare-contrary', dialect: 'contrary', habits: [] },
];

/** Looking into alarms takes no longer than judging took, or this long where that was quick. */
const LEAST_TO_EXPLAIN_MS = 60_000;

export async function runHabits(wish: HabitsWish): Promise<HabitMatrix> {
  const started = performance.now();
  const { sets } = wish;
  const bare = BARE.filter(({ dialect }) => sets.some((set) => set.dialect === dialect));
  const all = [...bare, ...sets];
  let ended = 0;
  const onEnded = (): void => {
    ended += 1;
    wish.onProgress(ended, all.length);
  };
  const judged = await judgeSets(all, { ...wish, onEnded });
  const baselines = new Map(bare.map((set) => [set.dialect, baselineOf(judged, set)]));
  const baseline = ({ dialect }: Pick<HabitSet, 'dialect'>): Baseline => baselines.get(dialect) ?? new Map();
  const found = [...judged].flatMap(([set, verdicts]) => alarmsOf(set, verdicts, baseline(set)));
  const withinMs = Math.ceil(Math.max(LEAST_TO_EXPLAIN_MS, performance.now() - started));
  const alarms = await explainAlarms(found, sets, { wish, baseline, withinMs });
  return {
    matrix: HABIT_MATRIX_FORMAT,
    seed: wish.seed,
    effort: wish.effort,
    whole: wish.whole,
    durationMs: Math.round(performance.now() - started),
    sets: sets.map(({ id, dialect, habits }) => ({ id, dialect, habits: habits.map((habit) => habit.id) })),
    judged: ended,
    habits: wish.habits.map((habit) => rowOf(habit, sets, alarms)).filter(({ services }) => services > 0),
    alarms,
  };
}

function baselineOf(judged: Judged, bare: HabitSet): Baseline {
  return new Map((judged.get(bare) ?? []).map(({ check, said }) => [check, said]));
}

function rowOf(
  { id, choice, section, points, summary, costs }: Habit,
  sets: readonly HabitSet[],
  alarms: readonly Alarm[],
): HabitRow {
  const services = sets.filter(({ habits }) => habits.some((habit) => habit.id === id)).length;
  const spared = !alarms.some(({ habits }) => habits.includes(id));
  return { id, choice, section, points, summary, services, costs: costs.length, spared };
}
