// Figures as a target shows them (interface 1, rule 6), for the runner and the words of the areas. Where a JSON number is read as well,
// it is `readFigure` of the checkers.
import { type Decimal, magnitude, readDecimal } from '../../toolkit/decimal/index.js';

/** Undefined for what is no decimal string. */
export function figureOf(value: unknown): Decimal | undefined {
  return typeof value === 'string' ? readDecimal(value) : undefined;
}

/** A volume: whether that of what was sold has a sign is open. */
export function sizeOf(value: unknown): Decimal | undefined {
  const figure = figureOf(value);
  return figure && magnitude(figure);
}
