// Exact decimal numbers as the interface writes them: strings (interface 1, rule 6), held as a BigInt and a power of ten.
// Nothing here touches floating point. Rules over decimals (bounds, steps, digits) are in `constraint.ts`, arithmetic in `arithmetic.ts`.
import { ProtocolError } from '../payload/protocol-error.js';

/** The number `coefficient / 10 ** scale`; `scale` is the number of fractional digits as written, trailing zeros included. */
export interface Decimal {
  readonly coefficient: bigint;
  readonly scale: number;
}

/** Longest text that is read as a number; a target's answer cannot make a conversion slow. */
export const MAX_DECIMAL_LENGTH = 1000;

/** Most digits of a number that a target's text is read as, so that sums, products and texts of several stay readable, too. */
const MOST_DIGITS = 400;

const STRICT = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
const LENIENT = /^[+-]?[0-9]+(?:\.[0-9]+)?$/;
const UNUSUAL = /^(?<sign>[+-]?)(?<whole>[0-9]*)(?:\.(?<fraction>[0-9]*))?(?:[eE](?<exponent>[+-]?[0-9]{1,3}))?$/;

/** Whether `text` is a decimal in the plain spelling: no plus sign, leading zero, exponent, blank, or bare point. */
export function isDecimal(text: string): boolean {
  return text.length <= MAX_DECIMAL_LENGTH && STRICT.test(text);
}

/**
 * Reads a decimal in the plain spelling, `-?(0|[1-9][0-9]*)(\.[0-9]+)?`.
 * @throws ProtocolError `decimal-invalid` for any other text.
 * @example parseDecimal('1.10') // { coefficient: 110n, scale: 2 }
 */
export function parseDecimal(text: string): Decimal {
  if (!isDecimal(text)) {
    throw new ProtocolError('decimal-invalid', `expected a decimal such as 12.50, got ${excerpt(text)}`, {
      section: '1',
    });
  }
  return fromDigits(text);
}

/**
 * Reads what a target returned. The interface leaves unusual spellings of a decimal open, so a plus sign, leading zeros,
 * bare points and exponents are read too; blanks are no part of a decimal. Undefined when `text` is none.
 */
export function readDecimal(text: string): Decimal | undefined {
  if (text.length > MOST_DIGITS) return undefined;
  if (LENIENT.test(text)) return fromDigits(text);
  const { sign = '', whole = '', fraction = '', exponent = '0' } = UNUSUAL.exec(text)?.groups ?? {};
  if (whole === '' && fraction === '') return undefined;
  if (Math.abs(Number(exponent)) + text.length > MOST_DIGITS) return undefined;
  const mantissa = fromDigits(`${sign}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`);
  const scale = mantissa.scale - Number(exponent);
  return scale >= 0
    ? { coefficient: mantissa.coefficient, scale }
    : { coefficient: mantissa.coefficient * powerOfTen(-scale), scale: 0 };
}

/** The text of a decimal with its written fractional digits, filled up with zeros to `minDigits` of them. */
export function toText(value: Decimal, minDigits = 0): string {
  const scale = Math.max(value.scale, minDigits);
  const coefficient = rescale(value, scale);
  const negative = coefficient < 0n;
  const digits = (negative ? -coefficient : coefficient).toString().padStart(scale + 1, '0');
  const cut = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
  return negative ? `-${text}` : text;
}

/** One text for one value, without zeros at its end: `1.5` for 1.50. */
export function toPlainText(value: Decimal): string {
  const text = toText(value);
  return value.scale === 0 ? text : text.replace(/\.?0+$/, '');
}

/** The coefficient of `value` at a larger or equal scale. */
export function rescale(value: Decimal, scale: number): bigint {
  return scale === value.scale ? value.coefficient : value.coefficient * powerOfTen(scale - value.scale);
}

const POWERS: bigint[] = [1n];

/** `10 ** exponent` as an integer. */
export function powerOfTen(exponent: number): bigint {
  if (!Number.isInteger(exponent) || exponent < 0) {
    throw new RangeError(`expected exponent to be a whole number of at least 0, got ${exponent}`);
  }
  const known = POWERS[exponent];
  if (known !== undefined) return known;
  const power = 10n ** BigInt(exponent);
  if (exponent < 64) POWERS[exponent] = power;
  return power;
}

/** `10 ** -digits`: the smallest price increment of an instrument with that many point digits (interface 4.1, rule 2). */
export function increment(digits: number): Decimal {
  if (!Number.isInteger(digits) || digits < 0) {
    throw new RangeError(`expected digits to be a whole number of at least 0, got ${digits}`);
  }
  return { coefficient: 1n, scale: digits };
}

function fromDigits(text: string): Decimal {
  const point = text.indexOf('.');
  return point < 0
    ? { coefficient: BigInt(text), scale: 0 }
    : { coefficient: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 };
}

function excerpt(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
