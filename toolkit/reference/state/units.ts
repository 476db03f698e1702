// Decimals at the fixed scale of an instrument, where sums are sums of integers.
import { type Decimal, powerOfTen, rescale } from '../../decimal/index.js';
import { divideRounded } from '../rules/trading/effects.js';

/** The value in units of `10 ** -digits`, rounded where it has more digits (a valid value never has). */
export function unitsOf(value: Decimal, digits: number): bigint {
  return value.scale <= digits
    ? rescale(value, digits)
    : divideRounded(value.coefficient, powerOfTen(value.scale - digits));
}

/** The same value written with `digits` fractional digits, where it needs no more of them. */
export function normalised(value: Decimal, digits: number): Decimal {
  if (value.scale === digits) return value;
  if (value.scale < digits) return { coefficient: rescale(value, digits), scale: digits };
  const excess = powerOfTen(value.scale - digits);
  return value.coefficient % excess === 0n ? { coefficient: value.coefficient / excess, scale: digits } : value;
}
