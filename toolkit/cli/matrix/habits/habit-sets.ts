// Which services a matrix of habits starts: sets of habits that together hold every pair that can stand together, in either dialect.
import { checkSeed, SeededRandom } from '../../../../suites/runner/seed.js';
import { grouped } from '../../../base/grouped.js';
import { coveringArray, type Draw, type Level, type Strength } from '../../../covering/covering-array.js';
import { type Habit, isAgainst } from '../../../reference/habits/index.js';

export interface HabitSet {
  /** The name of its target: `set-3`, or that of the only habit. */
  readonly id: string;
  readonly dialect: DialectName;
  readonly habits: readonly Habit[];
}

type DialectName = 'default' | 'contrary';

/** A habit that is tried with others, or none of its choice. */
type Choosable = Habit | undefined;

const DIALECTS: readonly DialectName[] = ['default', 'contrary'];

/**
 * All pairs of habits that stand together, and pairs of habit and dialect; at a strength of 1 each habit and each dialect at least once.
 * Habits that are tried alone have a set each.
 */
export function habitSets(habits: readonly Habit[], seed: string, strength: Strength = 2): readonly HabitSet[] {
  return [
    ...covering(
      habits.filter(({ alone }) => !alone),
      seed,
      strength,
    ),
    ...habits.filter(({ alone }) => alone).map(setOfOne),
  ];
}

/** A habit in the dialect where it makes a difference, the default one for those that do in both. */
export function setOfOne(habit: Habit): HabitSet {
  return { id: habit.id, dialect: habit.dialect ?? 'default', habits: [habit] };
}

/** Services with whatever habits the seed draws, one after the other in both dialects. */
export function drawnSets(habits: readonly Habit[], count: number, seed: string): readonly HabitSet[] {
  return Array.from({ length: count }, (_, index) => {
    const random = new SeededRandom(checkSeed(seed, `habits of service ${index}`));
    const dialect = DIALECTS[index % DIALECTS.length] ?? 'default';
    return { id: `drawn-${index + 1}`, dialect, habits: drawHabits(habits, dialect, (bound) => random.below(bound)) };
  });
}

/** Habits for one service, none contradicting another: of each choice, one or none. */
export function drawHabits(habits: readonly Habit[], dialect: DialectName, draw: Draw): readonly Habit[] {
  const spoken = habits.filter((habit) => !habit.alone && (habit.dialect ?? dialect) === dialect);
  const drawn = choicesOf(spoken).flatMap((choice) => choice[draw(choice.length)] ?? []);
  return drawn.filter((habit, index) => !drawn.slice(0, index).some((earlier) => isAgainst(habit, earlier)));
}

function covering(habits: readonly Habit[], seed: string, strength: Strength): readonly HabitSet[] {
  const choices = choicesOf(habits);
  if (choices.length === 0) return [];
  const random = new SeededRandom(checkSeed(seed, 'habits'));
  const rows = coveringArray(
    {
      // The first factor is the dialect.
      levels: [DIALECTS.length, ...choices.map(({ length }) => length)],
      together: (one, other) => {
        const [first, second] = [habitOf(choices, one), habitOf(choices, other)];
        if (first !== undefined && second !== undefined && isAgainst(first, second)) return false;
        const [dialect, otherDialect] = [spokenIn(one, first), spokenIn(other, second)];
        return dialect === undefined || otherDialect === undefined || dialect === otherDialect;
      },
    },
    (bound) => random.below(bound),
    strength,
  );
  return rows.map(([dialect = 0, ...ways], index) => ({
    id: `set-${index + 1}`,
    dialect: DIALECTS[dialect] ?? 'default',
    habits: ways.flatMap((way, choice) => choices[choice]?.[way] ?? []),
  }));
}

/**
 * The ways of each choice. None is a way too where there is one way only, or where each belongs to a dialect or costs something: what is
 * left undecided on one service must be decided on another.
 */
function choicesOf(habits: readonly Habit[]): readonly (readonly Choosable[])[] {
  return [...grouped(habits, ({ choice }) => choice).values()].map((ways) => {
    const free = ways.filter(({ dialect, costs }) => dialect === undefined && costs.length === 0);
    return ways.length > 1 && free.length > 0 ? ways : [undefined, ...ways];
  });
}

function habitOf(choices: readonly (readonly Choosable[])[], { factor, level }: Level): Choosable {
  return choices[factor - 1]?.[level];
}

/** The only dialect of a level; undefined where it does not matter. */
function spokenIn({ factor, level }: Level, habit: Choosable): DialectName | undefined {
  return factor === 0 ? DIALECTS[level] : habit?.dialect;
}
