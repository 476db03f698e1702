// Figures as a target shows them (interface 1, rule 6), for the runner and the words of the areas. Where a JSON number is read as well,
// it is `readFigure` of the checkers.
import { readFigure } from '../../toolkit/checkers/predicates/figure.js';
import { type Decimal, magnitude, readDecimal, toPlainText } from '../../toolkit/decimal/index.js';
import type { JsonValue } from '../../toolkit/payload/json.js';

/** Undefined for what is no decimal string. */
export function figureOf(value: unknown): Decimal | undefined {
  return typeof value === 'string' ? readDecimal(value) : undefined;
}

/** A volume: whether that of what was sold has a sign is open. */
export function sizeOf(value: unknown): Decimal | undefined {
  const figure = figureOf(value);
  return figure && magnitude(figure);
}

/** A figure, a JSON number too, without the zeros at its end, which may be others each time that it is told. */
export function plainOf(value: JsonValue | undefined): string | undefined {
  const figure = readFigure(value);
  return figure && toPlainText(figure);
}
