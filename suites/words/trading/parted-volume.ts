// The volume of a position that can be closed in parts (interface 2.4; 4.1): the volume of an order, and whole steps on top. Where the
// grid begins at volume_min, which need not be a multiple of the step, a multiple of a valid volume may lie off the grid.
import {
  add,
  compare,
  type Decimal,
  isMultipleOf,
  multiply,
  parseDecimal,
  rescale,
  toPlainText,
} from '../../../toolkit/decimal/index.js';
import type { ConditionsView } from '../../../toolkit/profile/dialect/views.js';
import { figureOf } from '../figures.js';
import { gridOf, isOnGrid } from './volumes.js';

/**
 * At least `parts` times the volume, and exactly that wherever the volume is a multiple of the step. Where volume_max is less, as many
 * parts as fit, and no fewer than `least`: an instrument may allow hardly more than its smallest volume.
 */
export function partedVolume(conditions: ConditionsView, volume: string, parts: number, least: number = parts): string {
  const part = parseDecimal(volume);
  const more = upToStep(conditions, part);
  const max = figureOf(conditions.volumeMax);
  const times = (count: number): Decimal => add(part, multiply(more, parseDecimal(String(count - 1))));
  let count = parts;
  while (max !== undefined && count > least && compare(times(count), max) > 0) count -= 1;
  return toPlainText(times(count));
}

/** The least multiple of the step that is no less than the volume. */
export function upToStep({ volumeStep }: ConditionsView, volume: Decimal): Decimal {
  const step = figureOf(volumeStep);
  return step === undefined || step.coefficient <= 0n ? volume : upToSteps(volume, step);
}

/** Looked at for a volume with a last digit. */
const STEPS = 10;

/**
 * The least valid volume from this one on of which no digit can be cut unseen: an odd number of steps, and no multiple of five or ten of
 * them; itself where there is none.
 */
export function lastDigitVolume(conditions: ConditionsView, volume: string): string {
  const grid = gridOf(conditions);
  if (grid === undefined) return volume;
  const { step, max } = grid;
  const [twice, fivefold] = ['2', '5'].map((times) => multiply(step, parseDecimal(times)));
  if (twice === undefined || fivefold === undefined) return volume;
  for (let more = 0; more < STEPS; more += 1) {
    const one = add(parseDecimal(volume), multiply(step, parseDecimal(String(more))));
    const hasLastDigit = !(isMultipleOf(one, twice) || isMultipleOf(one, fivefold));
    if (hasLastDigit && isOnGrid(one, grid) === true && compare(one, max) <= 0) return toPlainText(one);
  }
  return volume;
}

function upToSteps(volume: Decimal, step: Decimal): Decimal {
  const scale = Math.max(volume.scale, step.scale);
  const [whole, unit] = [rescale(volume, scale), rescale(step, scale)];
  return { coefficient: ((whole + unit - 1n) / unit) * unit, scale };
}
