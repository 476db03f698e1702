// A figure as it came over the wire, decimal string or JSON number, as an exact value. The interface leaves the grammar of decimal
// strings open (section 1, rule 6), so unusual spellings are read too.
import { type Decimal, magnitude, readDecimal } from '../../decimal/index.js';
import type { JsonValue } from '../../payload/json.js';

/** The value of a decimal string or a finite JSON number; undefined for anything else. */
export function readFigure(value: JsonValue | undefined): Decimal | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' ? readDecimal(text) : undefined;
}

/** The size of a volume: whether that of what was sold has a sign is open. */
export function readSize(value: JsonValue | undefined): Decimal | undefined {
  const figure = readFigure(value);
  return figure && magnitude(figure);
}
