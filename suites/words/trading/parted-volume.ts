// The volume of a position that can be closed in parts (interface 2.4; 4.1): the volume of an order, and whole steps on top. Where the
// grid begins at volume_min, which need not be a multiple of the step, a multiple of a valid volume may lie off the grid.
import { add, type Decimal, multiply, parseDecimal, rescale, toPlainText } from '../../../toolkit/decimal/index.js';
import type { ConditionsView } from '../../../toolkit/profile/dialect/views.js';
import { figureOf } from '../figures.js';

/** At least `parts` times the volume, and exactly that wherever the volume is a multiple of the step. */
export function partedVolume(conditions: ConditionsView, volume: string, parts: number): string {
  const part = parseDecimal(volume);
  const { volumeStep } = conditions;
  const step = figureOf(volumeStep);
  const more = step === undefined || step.coefficient <= 0n ? part : upToSteps(part, step);
  return toPlainText(add(part, multiply(more, parseDecimal(String(parts - 1)))));
}

/** The least multiple of the step that is no less than the volume. */
function upToSteps(volume: Decimal, step: Decimal): Decimal {
  const scale = Math.max(volume.scale, step.scale);
  const [whole, unit] = [rescale(volume, scale), rescale(step, scale)];
  return { coefficient: ((whole + unit - 1n) / unit) * unit, scale };
}
