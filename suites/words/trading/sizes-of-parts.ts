// How much of a position is opened, and how much of that a partial close closes (interface 3; 4.1, rule 1): a quarter, all but the least
// that can be left, or more steps than a hundred. Where it matters whether the grid of volumes begins at zero, it is a quarter.
import {
  add,
  compare,
  type Decimal,
  isMultipleOf,
  multiply,
  parseDecimal,
  subtract,
  toPlainText,
} from '../../../toolkit/decimal/index.js';
import type { ConditionsView } from '../../../toolkit/profile/dialect/views.js';
import type { Context } from '../../runner/contexts/context.js';
import { partedVolume, upToStep } from './parted-volume.js';
import { gridOf } from './volumes.js';

export interface Sizes {
  readonly volume: string;
  /** Of what is left where a part was closed already, which is `part`. */
  readonly closed: string;
}

/** What is left of it differs from what was closed, after two partial closes too. */
const PARTS = 4;
const HUNDREDS = 103;

/** `part`: a valid volume. Where volume_max leaves no room for the size of the context, it is a quarter. */
export function sizesOf(
  conditions: ConditionsView,
  part: string,
  { part: size, state }: Pick<Context, 'part' | 'state'>,
): Sizes {
  const plain = { volume: partedVolume(conditions, part, PARTS), closed: part };
  const grid = gridOf(conditions);
  if (size === 'quarter' || grid === undefined || !isMultipleOf(grid.min, grid.step)) return plain;
  const { min, max, step } = grid;
  if (size === 'most') {
    const volume = partedVolume(conditions, toPlainText(min), PARTS);
    const before = state === 'partly-closed' ? parseDecimal(part) : { coefficient: 0n, scale: 0 };
    const closed = subtract(subtract(parseDecimal(volume), before), min);
    return compare(closed, min) < 0 ? plain : { volume, closed: toPlainText(closed) };
  }
  const closed = add(upToStep(conditions, parseDecimal(part)), multiply(step, parseDecimal(String(HUNDREDS))));
  const volume = add(closed, parseDecimal(plain.volume));
  return compare(volume, max) > 0 ? plain : { volume: toPlainText(volume), closed: toPlainText(closed) };
}

/** So many times the volume. */
export function timesOf(volume: string, times: number): Decimal {
  return multiply(parseDecimal(volume), parseDecimal(String(times)));
}
