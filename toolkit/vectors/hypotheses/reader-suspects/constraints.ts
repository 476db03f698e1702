// Checks of bounds, steps and digits as programs compute them (interface 4.1, rules 1 and 2): with tolerances, with numbers of a fixed
// size, or without one of them. No vector names them, as in `decimals.ts`.
import { constraints, scaled } from '../../wrong-readers/decimal.js';
import type { WrongReader } from '../../wrong-readers/wrong-reader.js';

const fraction = (text: string): string => text.split('.')[1] ?? '';
const wholePart = (text: string): bigint => BigInt(text.split('.')[0] ?? '0');
const withoutZeros = (text: string): string => fraction(text).replace(/0+$/, '');
const nearlyWhole = (quotient: number, by: number): boolean => Math.abs(quotient - Math.round(quotient)) < by;

/** A number of which so many fractional digits are kept, as an integer. */
function kept(text: string, places: number): bigint {
  const [whole = '0', rest = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + rest.padEnd(places, '0').slice(0, places));
  return text.startsWith('-') ? -value : value;
}

const TOLERANT: readonly WrongReader[] = Array.from({ length: 12 }, (_, at) => at + 2).flatMap((power) => {
  const by = 10 ** -power;
  return constraints({
    [`steps-nearly-by-${power}: accepts a quotient of doubles that is whole to ${power} digits`]: {
      step: (value: number, step: number) => nearlyWhole(value / step, by),
    },
    [`steps-nearly-from-minimum-by-${power}: counts steps from the smallest value, in doubles, to ${power} digits`]: {
      step: (value: number, step: number, { min = '0' }: Bounds) => nearlyWhole((value - Number(min)) / step, by),
    },
    [`steps-with-remainder-below-${power}: accepts a remainder of doubles that is zero to ${power} digits`]: {
      step: (value: number, step: number) => {
        const rest = Math.abs(value % step);
        return rest < by || Math.abs(step) - rest < by;
      },
    },
  });
});

const FIXED: readonly WrongReader[] = Array.from({ length: 20 }, (_, at) => at + 1).flatMap((places) => {
  const inSize = (size: (value: bigint) => bigint) => ({
    min: (_value: number, _min: number, { value, min = '0' }: Bounds) =>
      size(kept(value, places)) >= size(kept(min, places)),
    max: (_value: number, _max: number, { value, max = '0' }: Bounds) =>
      size(kept(value, places)) <= size(kept(max, places)),
    step: (_value: number, _step: number, { value, step = '1' }: Bounds) => {
      const divisor = size(kept(step, places));
      return divisor === 0n || size(kept(value, places)) % divisor === 0n;
    },
  });
  return constraints({
    [`cuts-to-${places}-places: keeps ${places} fractional digits and drops the others`]: inSize((value) => value),
    [`cuts-to-${places}-places-in-64-bits: keeps ${places} fractional digits in an integer of 64 bits, which overflows`]:
      inSize((value) => BigInt.asIntN(64, value)),
    [`scales-steps-by-${places}: multiplies value and step by 10^${places} and rounds them to integers`]: {
      step: (value: number, step: number) => Math.round(value * 10 ** places) % Math.round(step * 10 ** places) === 0,
    },
  });
});

interface Bounds {
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly step?: string;
}

const RULES: readonly WrongReader[] = constraints({
  'counts-digits-for-step: compares the number of digits with that of the step, not the step itself': {
    step: (_value, _step, { value, step = '1' }) => withoutZeros(value).length <= fraction(step).length,
  },
  'steps-of-whole-part: checks the whole part of the number for the step': {
    step: (value, step) => Math.trunc(value) % Math.max(1, Math.trunc(step)) === 0,
  },
  'steps-by-multiplying-back: multiplies the rounded quotient by the step, in doubles, and compares': {
    step: (value, step) => Math.round(value / step) * step === value,
  },
  'ignores-steps-of-whole-numbers: does not check the step of whole numbers': {
    step: (_value, _step, { value, step = '1' }) => !value.includes('.') || scaled(value) % scaled(step) === 0n,
  },
  'ignores-steps-above-one: does not check steps above one': {
    step: (_value, step, { value, step: text = '1' }) => step > 1 || scaled(value) % scaled(text) === 0n,
  },
  'requires-fewer-digits: takes the number of allowed digits for one too many': {
    digits: (_value, most, text) => withoutZeros(text).length < most,
  },
  'takes-no-digits-for-no-limit: takes 0 allowed digits for no limit': {
    digits: (_value, most, text) => most === 0 || withoutZeros(text).length <= most,
  },
  'compares-whole-parts: drops the fraction of numbers before it compares them with bounds': {
    min: (_value, _min, { value, min = '0' }) => wholePart(value) >= wholePart(min),
    max: (_value, _max, { value, max = '0' }) => wholePart(value) <= wholePart(max),
  },
  'cuts-value-alone: drops the fraction of the number, not that of the bounds, before it compares them': {
    min: (_value, _min, { value, min = '0' }) => scaled(String(wholePart(value))) >= scaled(min),
    max: (_value, _max, { value, max = '0' }) => scaled(String(wholePart(value))) <= scaled(max),
  },
  'ignores-bounds: does not check the smallest and the largest value': { min: () => true, max: () => true },
  'excludes-bounds: excludes the smallest and the largest value': {
    min: (_value, _min, { value, min = '0' }) => scaled(value) > scaled(min),
    max: (_value, _max, { value, max = '0' }) => scaled(value) < scaled(max),
  },
  'exchanges-bounds: compares with the largest value for the smallest, and the other way round': {
    min: (_value, _min, { value, min = '0' }) => scaled(value) <= scaled(min),
    max: (_value, _max, { value, max = '0' }) => scaled(value) >= scaled(max),
  },
  'ignores-sign: drops the minus sign before it compares bounds': {
    min: (_value, _min, { value, min = '0' }) => scaled(value.replace('-', '')) >= scaled(min),
    max: (_value, _max, { value, max = '0' }) => scaled(value.replace('-', '')) <= scaled(max),
  },
  'checks-form-alone: checks the form of the number, no bound, step or digits': {
    min: () => true,
    max: () => true,
    step: () => true,
    digits: () => true,
  },
  'computes-in-doubles: computes everything in doubles': {
    min: (value, min) => value >= min,
    max: (value, max) => value <= max,
    step: (value, step) => value % step === 0,
    digits: (value, most) => Number(value.toFixed(most)) === value,
  },
  'computes-in-doubles-with-tolerance: computes everything in doubles, steps with a tolerance': {
    min: (value, min) => value >= min,
    max: (value, max) => value <= max,
    step: (value, step) => nearlyWhole(value / step, 1e-9),
    digits: (value, most) => (String(value).split('.')[1] ?? '').length <= most,
  },
  'compares-in-single-precision: compares bounds in single precision': {
    min: (value, min) => Math.fround(value) >= Math.fround(min),
    max: (value, max) => Math.fround(value) <= Math.fround(max),
  },
});

/** Where one bound that holds is taken for enough. */
const EITHER: readonly WrongReader[] = constraints({
  'takes-one-bound-for-both: accepts a value that one of the two bounds permits': {
    min: (_value, _min, { value, min = '0', max }) =>
      scaled(value) >= scaled(min) || (max !== undefined && scaled(value) <= scaled(max)),
    max: (_value, _max, { value, min, max = '0' }) =>
      scaled(value) <= scaled(max) || (min !== undefined && scaled(value) >= scaled(min)),
  },
});

const LIMITS: readonly WrongReader[] = Array.from({ length: 32 }, (_, at) => at + 8).flatMap((size) =>
  constraints({
    [`limits-wholes-of-values-to-${size}: refuses values of more than ${size} digits before the point`]: {
      grammar: new RegExp(String.raw`^-?(?:0|[1-9]\d{0,${size - 1}})(?:\.\d+)?$`),
    },
    [`limits-values-to-${size}-digits: refuses values of more than ${size} digits`]: {
      grammar: new RegExp(String.raw`^-?(?=(?:\D*\d){1,${size}}\D*$)(?:0|[1-9]\d*)(?:\.\d+)?$`),
    },
  }),
);

export const CONSTRAINT_SUSPECTS: readonly WrongReader[] = [...RULES, ...EITHER, ...TOLERANT, ...FIXED, ...LIMITS];
