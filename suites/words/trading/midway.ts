// A price between two others, with as many digits: where the market is moved to, nothing that rests is executed.
import { add, parseDecimal, toText } from '../../../toolkit/decimal/index.js';

export function midway(below: string, above: string): string {
  const { coefficient, scale } = add(parseDecimal(below), parseDecimal(above));
  // Half of an odd sum has a digit more than the instrument may have; the unit does not matter here.
  return toText({ coefficient: coefficient / 2n, scale });
}
