// What checks said on services with habits, and which of it is an alarm: all that is no pass, but for what the service without habits
// shares and what a habit of the set says that it costs. Pure.
import type { Alarm } from '../../../../reports/render/habit-matrix-model.js';
import { globMatches } from '../../../base/glob.js';
import type { Cost } from '../../../reference/habits/index.js';
import type { HabitSet } from './habit-sets.js';

export type Said = 'pass' | 'fail' | 'warning' | 'inconclusive' | 'not-applicable' | 'left-out' | 'error' | 'not-run';

/** One check on one set. */
export interface SetVerdict {
  readonly check: string;
  readonly said: Said;
  readonly reason: string;
}

/** By check, what was said of it where no habit was. */
export type Baseline = ReadonlyMap<string, Said>;

export function alarmsOf(set: HabitSet, verdicts: readonly SetVerdict[], baseline: Baseline): readonly Alarm[] {
  const costs = set.habits.flatMap((habit) => habit.costs);
  return verdicts
    .filter(({ said }) => said !== 'pass')
    .filter(({ check, said }) => said === 'fail' || said === 'error' || baseline.get(check) !== said)
    .filter((verdict) => !costs.some((cost) => covers(cost, verdict)))
    .map(({ check, said, reason }) => ({
      set: set.id,
      dialect: set.dialect,
      habits: set.habits.map(({ id }) => id),
      check,
      said,
      reason,
    }));
}

function covers({ checks, verdict, because }: Cost, { check, said, reason }: SetVerdict): boolean {
  return verdict === said && globMatches(checks, check) && reason.includes(because);
}
