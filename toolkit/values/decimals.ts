// Special values of decimals (interface 1, rule 6): the digits at which readers cut off or round, and the fractions that binary floating
// point misses.
import { type Decimal, increment, parseDecimal, toText } from '../decimal/index.js';

/** Fractional digits beyond which a column, a money type, a single or a double keeps no more. */
export const CUT_OFF_DIGITS: readonly number[] = [1, 2, 3, 8, 15, 17];

/** The value and one unit of that fractional digit, `5` where rounding would take it up. */
export function justBeside(value: string, digit: number, units: 1 | 5 = 1): string {
  const { coefficient, scale } = parseDecimal(value);
  const at = Math.max(digit, scale);
  const fine = increment(digit);
  const shifted =
    coefficient * 10n ** BigInt(at - scale) + BigInt(units) * fine.coefficient * 10n ** BigInt(at - digit);
  return toText({ coefficient: shifted, scale: at });
}

/** Amounts in hundredths that a double holds as a little less or more, so that what multiplies and cuts loses a unit. */
const MISSED_HUNDREDTHS: readonly bigint[] = [29n, 57n, 58n, 113n, 114n, 115n, 435n, 1001n, 1999n, 2675n, 838808n];

/** Such amounts in a currency of so many decimals, whole ones where it has none; the last are large. */
export function missedAmounts(currencyDigits: number): readonly string[] {
  const scale = Math.min(currencyDigits, 2);
  const plain = MISSED_HUNDREDTHS.map((coefficient): Decimal => ({ coefficient, scale }));
  const finest = MISSED_HUNDREDTHS.map((coefficient): Decimal => ({ coefficient, scale: currencyDigits }));
  return [...new Set([...plain, ...finest].map((amount) => toText(amount)))];
}

/** One unit more than the integers that a double holds all of: still well within what 64 bits count. */
const BEYOND_DOUBLES = 2n ** 53n + 1n;

/** An amount of sixteen digits in a currency of so many decimals, the last of which a double loses. */
export function amountBeyondDoubles(currencyDigits: number): string {
  return toText({ coefficient: BEYOND_DOUBLES, scale: currencyDigits });
}
