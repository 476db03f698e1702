// Arithmetic on exact decimals: every result is exact, none is rounded, and scales grow as needed.
import { type Decimal, increment, rescale } from './decimal.js';

/** -1, 0 or 1; spelling does not count, so 1.0 equals 1.00. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const scale = Math.max(a.scale, b.scale);
  const left = rescale(a, scale);
  const right = rescale(b, scale);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function equals(a: Decimal, b: Decimal): boolean {
  return compare(a, b) === 0;
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { coefficient: rescale(a, scale) + rescale(b, scale), scale };
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, negate(b));
}

export function negate(a: Decimal): Decimal {
  return { coefficient: -a.coefficient, scale: a.scale };
}

/** Without its sign. */
export function magnitude(a: Decimal): Decimal {
  return a.coefficient < 0n ? negate(a) : a;
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { coefficient: a.coefficient * b.coefficient, scale: a.scale + b.scale };
}

const ZERO: Decimal = { coefficient: 0n, scale: 0 };

/**
 * Whether `value` lies on the grid `origin + n * step`. Where a volume grid starts is left open by the interface, so the
 * caller says: zero, or the smallest volume.
 * @throws RangeError when `step` is zero.
 */
export function isMultipleOf(value: Decimal, step: Decimal, origin: Decimal = ZERO): boolean {
  if (step.coefficient === 0n) throw new RangeError('expected step to be other than 0, got 0');
  const scale = Math.max(value.scale, step.scale, origin.scale);
  return (rescale(value, scale) - rescale(origin, scale)) % rescale(step, scale) === 0n;
}

/** The number of fractional digits without trailing zeros: 2 for 1.250. */
export function fractionDigits(value: Decimal): number {
  let { coefficient, scale } = value;
  while (scale > 0 && coefficient % 10n === 0n) {
    coefficient /= 10n;
    scale -= 1;
  }
  return scale;
}

/**
 * Whether `value` needs no more than `digits` fractional digits. Written zeros beyond them do not count, since whether
 * they do is left open (interface 4.1, rule 2; interface 1, rule 6).
 */
export function fitsDigits(value: Decimal, digits: number): boolean {
  return value.scale <= digits || isMultipleOf(value, increment(digits));
}
