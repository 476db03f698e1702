// Which habits bring each alarm about: the check again on services with fewer and fewer of them.
import type { Alarm } from '../../../../reports/render/habit-matrix-model.js';
import { declaredChecks } from '../../../../suites/runner/declared-checks.js';
import type { Habit } from '../../../reference/habits/index.js';
import type { HabitSet } from './habit-sets.js';
import { type JudgeWish, judgeSets } from './judge-sets.js';
import { smallestSet } from './smallest-set.js';
import { alarmsOf, type Baseline } from './verdicts.js';

export interface Explaining {
  readonly wish: JudgeWish;
  readonly baseline: (set: Pick<HabitSet, 'dialect'>) => Baseline;
}

/** So many are looked into; where there are more the suite has larger troubles, and these are the first to be mended. */
const MOST = 12;

export async function explainAlarms(
  alarms: readonly Alarm[],
  sets: readonly HabitSet[],
  explaining: Explaining,
): Promise<readonly Alarm[]> {
  // What a service without habits says is no matter of habits.
  const open = [...alarms].filter(({ habits }) => habits.length > 0);
  const explained: Alarm[] = alarms.filter(({ habits }) => habits.length === 0);
  for (const [index, alarm] of open.entries()) {
    const set = sets.find(({ id }) => id === alarm.set);
    const known = explained.find((other) => other.check === alarm.check && isWithin(other.habits, alarm.habits));
    if (known?.again === true) explained.push({ ...alarm, habits: known.habits, again: true });
    else if (set === undefined || index >= MOST || explaining.wish.signal.aborted) explained.push(alarm);
    else explained.push(await explain(alarm, set, explaining));
  }
  return explained;
}

async function explain(alarm: Alarm, set: HabitSet, { wish, baseline }: Explaining): Promise<Alarm> {
  let again = false;
  const smallest = await smallestSet(set.habits, async (habits) => {
    const comes = await repeats(alarm, { ...set, id: 'again', habits }, wish, baseline(set));
    again ||= comes;
    return comes;
  });
  return { ...alarm, habits: (again ? smallest : set.habits).map(({ id }: Habit) => id), again };
}

async function repeats(alarm: Alarm, set: HabitSet, wish: JudgeWish, baseline: Baseline): Promise<boolean> {
  // A check over the journal needs what the others sent.
  const alone = (await declaredChecks()).get(alarm.check)?.spec.kind !== 'history';
  const judged = await judgeSets([set], wish, alone ? new Set([alarm.check]) : undefined);
  const found = alarmsOf(set, judged.get(set) ?? [], baseline);
  return found.some(({ check, said }) => check === alarm.check && said === alarm.said);
}

function isWithin(few: readonly string[], many: readonly string[]): boolean {
  return few.every((id) => many.includes(id));
}
