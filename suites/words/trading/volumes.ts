// Volumes at and around every bound of an instrument's conditions (interface 2.4, 4.1). The grid's origin is open, so a volume is
// valid or off step only where counting from zero and from volume_min agree.
import {
  add,
  compare,
  type Decimal,
  isMultipleOf,
  subtract,
  toPlainText,
  toText,
} from '../../../toolkit/decimal/index.js';
import type { ConditionsView } from '../../../toolkit/profile/dialect/views.js';
import { figureOf } from '../figures.js';

export interface Volumes {
  readonly minimum: string;
  readonly maximum: string;
  /** The bounds where they are on the grid by both readings: a bound need not be a volume that an order may have. */
  readonly minimumOnStep: string | undefined;
  readonly maximumOnStep: string | undefined;
  /** On the grid by both readings, one step above the minimum. */
  readonly oneStepAbove: string | undefined;
  /** The same, one step below the maximum. */
  readonly oneStepBelow: string | undefined;
  /** Positive, below the minimum, and on the grid by both readings. */
  readonly belowOnStep: string | undefined;
  /** Positive and below the minimum; may be off the grid too. */
  readonly below: string;
  readonly aboveOnStep: string | undefined;
  /** No volume at all, and what a comparison of magnitudes or a look at the next few lets pass. */
  readonly zero: string;
  readonly negative: string;
  readonly farBelow: string;
  /** Inside the range, off the grid by both readings. */
  readonly offStep: string | undefined;
  /** On the grid, and so little more that a double cannot tell the two apart. */
  readonly farOffStep: string | undefined;
}

/** The bounds and step of an instrument. */
export interface Grid {
  readonly min: Decimal;
  readonly max: Decimal;
  readonly step: Decimal;
}

/** Undefined where the conditions do not show the three as decimal strings, minimum and step positive. */
export function gridOf(conditions: ConditionsView): Grid | undefined {
  const [min, max, step] = [conditions.volumeMin, conditions.volumeMax, conditions.volumeStep].map(figureOf);
  if (min === undefined || max === undefined || step === undefined) return undefined;
  return min.coefficient > 0n && step.coefficient > 0n ? { min, max, step } : undefined;
}

/** `0.015 (from 0.01 to 100 in steps of 0.01)`. */
export function againstGrid(volume: string, { min, max, step }: Grid): string {
  const [least, most, one] = [min, max, step].map((figure) => toPlainText(figure));
  return `${volume} (from ${least} to ${most} in steps of ${one})`;
}

/** Undefined where it depends on the origin of the grid. */
export function isOnGrid(volume: Decimal, { min, step }: Grid): boolean | undefined {
  const [fromZero, fromMin] = [isMultipleOf(volume, step), isMultipleOf(volume, step, min)];
  return fromZero === fromMin ? fromZero : undefined;
}

/** Undefined where `gridOf` is. */
export function volumesOf(conditions: ConditionsView): Volumes | undefined {
  const grid = gridOf(conditions);
  if (grid === undefined) return undefined;
  const { min, max, step } = grid;
  const inside = (volume: Decimal): boolean => compare(volume, min) >= 0 && compare(volume, max) <= 0;
  const first = (candidates: readonly Decimal[], fits: (volume: Decimal) => boolean): string | undefined => {
    const found = candidates.find(fits);
    return found && toPlainText(found);
  };
  const above = add(min, step);
  const oneStepAbove = first([above], (volume) => isOnGrid(volume, grid) === true && inside(volume));
  return {
    minimum: toPlainText(min),
    maximum: toPlainText(max),
    minimumOnStep: first([min], (volume) => isOnGrid(volume, grid) === true),
    maximumOnStep: first([max], (volume) => isOnGrid(volume, grid) === true),
    oneStepAbove,
    oneStepBelow: first([subtract(max, step)], (volume) => isOnGrid(volume, grid) === true && inside(volume)),
    belowOnStep: first([subtract(min, step)], (volume) => volume.coefficient > 0n && isOnGrid(volume, grid) === true),
    below: toPlainText(tenths(min, 5n)),
    zero: '0',
    negative: `-${toPlainText(min)}`,
    farBelow: toPlainText({ coefficient: min.coefficient, scale: min.scale + 3 }),
    aboveOnStep: first([add(max, step)], (volume) => isOnGrid(volume, grid) === true),
    offStep: first(
      [add(min, tenths(step, 5n)), add(min, tenths(step, 3n)), add(above, tenths(step, 7n))],
      (volume) => isOnGrid(volume, grid) === false && inside(volume),
    ),
    farOffStep: oneStepAbove && `${oneStepAbove}${oneStepAbove.includes('.') ? '' : '.'}${'1'.padStart(24, '0')}`,
  };
}

/** Steps that are looked at for a multiple that binary fractions miss. */
const MOST_STEPS = 5000n;

/**
 * The smallest volumes between the bounds that are on the grid by both readings and seem off it in binary fractions: one whose quotient
 * by the step is not whole, one that leaves a remainder, one that misses the step from the minimum, one whose product is not whole.
 */
export function inexactVolumes(conditions: ConditionsView): readonly string[] {
  const grid = gridOf(conditions);
  if (grid === undefined || !isMultipleOf(grid.min, grid.step)) return [];
  const { min, max, step } = grid;
  const [least, unit] = [Number(toText(min)), Number(toText(step))];
  const missed = [
    (volume: number) => !Number.isInteger(volume / unit),
    (volume: number) => volume % unit !== 0,
    (volume: number) => !Number.isInteger((volume - least) / unit),
    (volume: number) => !Number.isInteger(volume * (1 / unit)),
  ];
  const found = new Map<number, string>();
  for (let steps = 1n; steps < MOST_STEPS && found.size < missed.length; steps += 1n) {
    const volume = add(min, { coefficient: step.coefficient * steps, scale: step.scale });
    if (compare(volume, max) > 0) break;
    const text = toPlainText(volume);
    for (const [index, misses] of missed.entries()) {
      if (!found.has(index) && misses(Number(text))) found.set(index, text);
    }
  }
  return [...new Set(found.values())];
}

function tenths(value: Decimal, count: bigint): Decimal {
  return { coefficient: value.coefficient * count, scale: value.scale + 1 };
}
