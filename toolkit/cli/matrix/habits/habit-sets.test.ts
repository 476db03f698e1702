// Sets of habits: every pair that can stand together does, nothing contradicts, and the costly ones are by themselves.
import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../../suites/runner/seed.js';
import { contradictionIn, HABITS, type Habit, isAgainst } from '../../../reference/habits/index.js';
import { drawHabits, habitSets } from './habit-sets.js';

const sets = habitSets(HABITS, 'sets');
const fewest = habitSets(HABITS, 'sets', 1);

/** Whether some dialect can have both. */
function standTogether(one: Habit, other: Habit): boolean {
  return one.dialect === undefined || other.dialect === undefined || one.dialect === other.dialect;
}

describe('the sets of a matrix of habits', () => {
  it('bring every pair together', () => {
    const together = HABITS.filter(({ alone }) => !alone);
    const missing = together.flatMap((one, index) =>
      together
        .slice(index + 1)
        .filter((other) => !isAgainst(one, other) && standTogether(one, other))
        .filter((other) => !sets.some(({ habits }) => habits.includes(one) && habits.includes(other)))
        .map((other) => `${one.id} with ${other.id}`),
    );
    expect(missing).toEqual([]);
  });

  it('try each habit in each dialect that can have it', () => {
    const missing = HABITS.filter(({ alone }) => !alone).flatMap((habit) =>
      (['default', 'contrary'] as const)
        .filter((dialect) => (habit.dialect ?? dialect) === dialect)
        .filter((dialect) => !sets.some((set) => set.dialect === dialect && set.habits.includes(habit)))
        .map((dialect) => `${habit.id} in ${dialect}`),
    );
    expect(missing).toEqual([]);
  });

  it('are few where each habit is wanted but once', () => {
    const tried = new Set(fewest.flatMap(({ habits }) => habits));
    expect(HABITS.filter((habit) => !tried.has(habit))).toEqual([]);
    expect(new Set(fewest.map(({ dialect }) => dialect)).size).toBe(2);
    const many = fewest.filter(({ habits }) => habits.length > 1);
    expect(many.length).toBeLessThan(sets.filter(({ habits }) => habits.length > 1).length / 4);
  });

  it('hold no contradiction, nor a habit of another dialect', () => {
    for (const { dialect, habits } of [...sets, ...fewest]) {
      expect(contradictionIn(habits.map(({ id }) => id))).toBeUndefined();
      expect(habits.filter((habit) => (habit.dialect ?? dialect) !== dialect)).toEqual([]);
    }
  });

  it('keep by themselves what would hide others', () => {
    for (const habit of HABITS.filter(({ alone }) => alone)) {
      expect(sets.filter(({ habits }) => habits.includes(habit)).map(({ habits }) => habits.length)).toEqual([1]);
    }
  });

  it('are the same for the same seed', () => {
    const ids = (made: typeof sets): readonly unknown[] => made.map(({ habits }) => habits.map(({ id }) => id));
    expect(ids(habitSets(HABITS, 'sets'))).toEqual(ids(sets));
  });
});

it('draws habits for one service, none against another', () => {
  const random = new SeededRandom(7);
  const drawn = drawHabits(HABITS, 'contrary', (bound) => random.below(bound));
  expect(contradictionIn(drawn.map(({ id }) => id))).toBeUndefined();
  expect(drawn.length).toBeGreaterThan(0);
});
