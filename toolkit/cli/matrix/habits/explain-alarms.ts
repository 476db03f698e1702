// Which habits bring each alarm about: the check again on services with fewer and fewer of them.
import type { Alarm } from '../../../../reports/render/habit-matrix-model.js';
import { declaredChecks } from '../../../../suites/runner/declared-checks.js';
import type { Habit } from '../../../reference/habits/index.js';
import { linkSignals } from '../../../wire/linked-signal.js';
import type { HabitSet } from './habit-sets.js';
import { type JudgeWish, judgeSets } from './judge-sets.js';
import { smallestSet } from './smallest-set.js';
import { alarmsOf, type Baseline } from './verdicts.js';

export interface Explaining {
  readonly wish: JudgeWish;
  readonly baseline: (set: Pick<HabitSet, 'dialect'>) => Baseline;
  /** Milliseconds for all alarms together: each try of a check over the journal judges a whole service. */
  readonly withinMs: number;
}

/** So many are looked into; where there are more the suite has larger troubles, and these are the first to be mended. */
const MOST = 12;
/** Most of a look is waiting for the service. */
const AT_ONCE = 4;

/** An alarm for which the time did not suffice keeps all habits of its service, and says of `again` only what was seen. */
export async function explainAlarms(
  alarms: readonly Alarm[],
  sets: readonly HabitSet[],
  { wish, baseline, withinMs }: Explaining,
): Promise<readonly Alarm[]> {
  const limited = linkSignals([wish.signal, AbortSignal.timeout(withinMs)]);
  const explained: Alarm[] = [];
  const waiting = [...alarms.entries()];
  let looked = 0;
  const explanation = async (alarm: Alarm): Promise<Alarm> => {
    // What a service without habits says is no matter of habits.
    if (alarm.habits.length === 0) return alarm;
    const known = explained.find((other) => other?.check === alarm.check && isWithin(other.habits, alarm.habits));
    if (known?.again === true) return { ...alarm, habits: known.habits, again: true };
    const set = sets.find(({ id }) => id === alarm.set);
    if (set === undefined || looked >= MOST || limited.signal.aborted) return alarm;
    looked += 1;
    return explain(alarm, set, { ...wish, signal: limited.signal }, baseline(set));
  };
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, alarm] = next;
      explained[index] = await explanation(alarm);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  } finally {
    limited.unlink();
  }
  return explained;
}

async function explain(alarm: Alarm, set: HabitSet, wish: JudgeWish, baseline: Baseline): Promise<Alarm> {
  let again: boolean | undefined;
  const smallest = await smallestSet(set.habits, async (habits) => {
    const comes = await repeats(alarm, { ...set, id: 'again', habits }, wish, baseline);
    // A run that was cut off says nothing of what it did not judge.
    if (comes || !wish.signal.aborted) again = again === true || comes;
    return comes;
  });
  const habits = (again === true ? smallest : set.habits).map(({ id }: Habit) => id);
  return { ...alarm, habits, ...(again !== undefined && { again }) };
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
