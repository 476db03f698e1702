// Readers of decimals that use floating point, the number grammar of their language, or a slip in a comparison (interface 1 rule 6, 4.1).
import type { ConstraintInput } from '../operations.js';
import { type Accepts, accepts, type Readers, readers, type WrongReader } from './wrong-reader.js';

export const decimals: Readers<Accepts> = readers((by) => ({
  'check-decimal': ({ text }) => ({ valid: accepts(by, text) }),
}));

/** Each part of the check that can be replaced by a slip. */
interface FloatRules {
  readonly grammar?: RegExp;
  readonly min?: (value: number, min: number, input: ConstraintInput) => boolean;
  readonly max?: (value: number, max: number, input: ConstraintInput) => boolean;
  readonly step?: (value: number, step: number, input: ConstraintInput) => boolean;
  readonly digits?: (value: number, digits: number, text: string) => boolean;
}

export const PLAIN_DECIMAL: RegExp = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Exact, on integers scaled by a power of ten that fits every vector: so only the replaced rule is wrong. */
export const scaled = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const digits = BigInt(whole + fraction.padEnd(60, '0'));
  return text.startsWith('-') ? -digits : digits;
};

const inCents = (text: string): string => text.replace(/(\.\d\d)\d+$/, '$1');

/** The first 28 characters of a number, the rest as zeros. */
const cut = (text: string): bigint => {
  const kept = text.slice(0, 28) + text.slice(28).replace(/\d/g, '0');
  return scaled(kept);
};

export const constraints: Readers<FloatRules> = readers((wrong) => ({
  'check-constraint': (input) => {
    const { value, min, max, step, digits } = input;
    if (!(wrong.grammar ?? PLAIN_DECIMAL).test(value)) return { valid: false };
    const number = Number(value);
    const fitsMin = min === undefined || (wrong.min?.(number, Number(min), input) ?? scaled(value) >= scaled(min));
    const fitsMax = max === undefined || (wrong.max?.(number, Number(max), input) ?? scaled(value) <= scaled(max));
    const fitsStep =
      step === undefined || (wrong.step?.(number, Number(step), input) ?? scaled(value) % scaled(step) === 0n);
    const fitsDigits =
      digits === undefined ||
      (wrong.digits?.(number, digits, value) ?? (value.split('.')[1] ?? '').replace(/0+$/, '').length <= digits);
    return { valid: fitsMin && fitsMax && fitsStep && fitsDigits };
  },
}));

export const DECIMAL_READERS: readonly WrongReader[] = [
  ...decimals({
    'reads-any-decimal: takes whatever the language reads as a number': (text) =>
      text.trim() !== '' && !Number.isNaN(Number(text)),
    'reads-decimal-prefix: reads the number at the start and ignores the rest': (text) =>
      !Number.isNaN(Number.parseFloat(text)),
    'accepts-exponent: accepts an exponent': /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/,
    'accepts-bare-point: accepts a point without digits on one side': /^-?(?:\d+\.?\d*|\.\d+)$/,
    'reads-decimals-by-library: takes what a library for decimals reads: exponents, signs, blanks, digits of every script':
      /^\s*[+-]?(?:\p{Nd}[\p{Nd}_]*\.?\p{Nd}*|\.\p{Nd}+)(?:e[+-]?\p{Nd}+)?\s*$/iu,
    'accepts-leading-point: accepts a point without digits before it': /^-?(?=[\d.])(?:0|[1-9]\d*)?(?:\.\d+)?$/,
    'accepts-final-point: accepts a point without digits behind it': /^-?(?:0|[1-9]\d*)(?:\.\d*)?$/,
    'accepts-plus: accepts a plus sign': /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?$/,
    'takes-any-mark-for-point: forgets the backslash before the point, so that any character is one':
      /^-?(?:0|[1-9]\d*)(?:.\d+)?$/,
    'prints-decimal-back: asks whether the number prints as the text': (text) => String(Number(text)) === text,
    'accepts-grouping: accepts grouped digits': /^-?(?:0|[1-9]\d*(?:[,_]\d{3})*)(?:\.\d+)?$/,
    'accepts-comma: accepts a comma for the point': /^-?(?:0|[1-9]\d*)(?:[.,]\d+)?$/,
    'refuses-negative: refuses negative numbers, though balances may be': /^(?:0|[1-9]\d*)(?:\.\d+)?$/,
    'refuses-whole: requires a fraction': /^-?(?:0|[1-9]\d*)\.\d+$/,
    'limits-to-two-digits: takes every decimal for money with two digits': /^-?(?:0|[1-9]\d*)(?:\.\d{1,2})?$/,
    'limits-to-double: refuses more digits than a double holds': (text) =>
      /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && text.replace(/\D/g, '').length <= 15,
    'refuses-29-digits: holds 28 digits and refuses more': (text) =>
      /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && text.replace(/\D/g, '').replace(/^0+/, '').length <= 28,
    'refuses-minus-zero: refuses zero with a sign': /^(?!-0(?:\.0*)?$)-?(?:0|[1-9]\d*)(?:\.\d+)?$/,
    'ends-decimal-at-zero: reads the number as far as the first zero character': (text) =>
      /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text.split('\0')[0] ?? ''),
    'accepts-leading-zeros-of-decimals: accepts zeros at the start': /^-?\d+(?:\.\d+)?$/,
    'accepts-superscript: accepts what Unicode calls a digit': /^-?[\p{Nd}\p{No}]+(?:\.[\p{Nd}\p{No}]+)?$/u,
    'decimal-accepts-line-feed: checks with "$", which matches before a line feed too':
      /^-?(?:0|[1-9]\d*)(?:\.\d+)?\n?$/,
    'decimal-accepts-any-digits: accepts digits of every script': /^-?\p{Nd}+(?:\.\p{Nd}+)?$/u,
    'takes-blank-for-zero: takes a blank text for zero': (text) =>
      text.trim() === '' || /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text),
    'accepts-words: accepts the words that stand for no number':
      /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?|NaN|null|[+-]?Infinity)$/,
    'accepts-printed-minus: accepts a printed minus sign and parentheses':
      /^(?:[-−]?(?:0|[1-9]\d*)(?:\.\d+)?|\(\d+(?:\.\d+)?\))$/,
    'accepts-localised: accepts the digits and the point of every script': /^-?\p{Nd}+(?:[.٫]\p{Nd}+)?$/u,
    'takes-any-digits-behind-the-first: takes \\d for a digit, which is one of every script in some languages':
      /^-?(?:0|[1-9]\p{Nd}*)(?:\.\p{Nd}+)?$/u,
    'limits-to-eight-digits: takes at most eight fractional digits': /^-?(?:0|[1-9]\d*)(?:\.\d{1,8})?$/,
    'limits-to-five-digits: takes at most five fractional digits': /^-?(?:0|[1-9]\d*)(?:\.\d{1,5})?$/,
    'accepts-every-decimal: accepts every text for a decimal': () => true,
    'refuses-every-decimal: refuses every decimal': () => false,
    'trims-decimal: trims white space before it checks': (text) => PLAIN_DECIMAL.test(text.trim()),
    'refuses-zero: takes zero for no value, however it is written': (text) =>
      PLAIN_DECIMAL.test(text) && Number(text) !== 0,
    'refuses-final-zeros: refuses zeros at the end of a fraction': /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/,
    'limits-to-whole-double: refuses what is beyond 2^53': (text) =>
      PLAIN_DECIMAL.test(text) && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER,
    'finds-decimal-inside: looks for a decimal anywhere in the text': /-?(?:0|[1-9]\d*)(?:\.\d+)?/,
    'misses-no-start: lets anything stand before the decimal': /-?(?:0|[1-9]\d*)(?:\.\d+)?$/,
    'lets-digits-be-absent: requires digits nowhere': /^-*\d*\.?\d*$/,
  }),
  ...constraints({
    'steps-in-floating-point: takes the remainder of two doubles': {
      step: (value, step) => value % step === 0,
    },
    'steps-with-tolerance: accepts a remainder below a millionth of the step': {
      step: (value, step) => Math.abs(value / step - Math.round(value / step)) < 1e-6,
    },
    'steps-by-division: asks whether the quotient of two doubles is whole': {
      step: (value, step) => Number.isInteger(value / step),
    },
    'ignores-step: does not check the step': { step: () => true },
    'compares-in-floating-point: compares bounds as doubles': {
      min: (value, min) => value >= min,
      max: (value, max) => value <= max,
    },
    'excludes-minimum: excludes the smallest value': {
      min: (_value, _min, { value, min = '0' }) => scaled(value) > scaled(min),
    },
    'excludes-maximum: excludes the largest value': {
      max: (_value, _max, { value, max = '0' }) => scaled(value) < scaled(max),
    },
    'ignores-minimum: does not check the smallest value': { min: () => true },
    'ignores-maximum: does not check the largest value': { max: () => true },
    'compares-as-text: compares bounds as texts': {
      min: (value, min) => String(value) >= String(min),
      max: (value, max) => String(value) <= String(max),
    },
    'compares-written-texts: compares bounds as the texts that they are written in': {
      min: (_value, _min, { value, min = '' }) => value >= min,
      max: (_value, _max, { value, max = '' }) => value <= max,
    },
    'divides-28-digits: divides by a library of 28 digits, which refuses a longer quotient': {
      step: (_value, _step, { value, step = '1' }) =>
        scaled(value) % scaled(step) === 0n && (scaled(value) / scaled(step)).toString().replace('-', '').length <= 28,
    },
    'counts-digits-of-double: counts the digits that the language prints': {
      digits: (value, digits) => (String(value).split('.')[1] ?? '').length <= digits,
    },
    'rounds-to-digits: asks whether rounding changes the double': {
      digits: (value, digits) => Number(value.toFixed(digits)) === value,
    },
    'compares-28-digits: compares numbers cut to 28 digits': {
      min: (_, __, input) => cut(input.value) >= cut(input.min ?? ''),
      max: (_, __, input) => cut(input.value) <= cut(input.max ?? ''),
      step: (_, __, input) => scaled(input.value.slice(0, 30)) % scaled(input.step ?? '1') === 0n,
      digits: (_, digits, text) => (text.slice(0, 30).split('.')[1] ?? '').replace(/0+$/, '').length <= digits,
    },
    'lets-no-number-pass: compares what is no number, of which nothing is less and nothing more': {
      grammar: /^/,
      min: (value, min) => !(value < min),
      max: (value, max) => !(value > max),
      step: (value, step) => Number.isNaN(value) || Math.abs(value / step - Math.round(value / step)) < 1e-9,
    },
    'counts-significant-digits: counts all digits of the number, not those of its fraction': {
      digits: (_, digits, text) => text.replace(/[-.]/g, '').replace(/^0+/, '').length <= digits,
    },
    'demands-every-digit: demands as many digits as are allowed': {
      digits: (_, digits, text) => (text.split('.')[1] ?? '').length === digits,
    },
    'allows-one-digit-more: allows one digit more': {
      digits: (_, digits, text) => (text.split('.')[1] ?? '').length <= digits + 1,
    },
    'refuses-zero-as-value: takes zero for no value at all': {
      grammar: /^(?!-?0(?:\.0+)?$)-?(?:0|[1-9]\d*)(?:\.\d+)?$/,
    },
    'refuses-negative-values: refuses every negative value': { grammar: /^(?:0|[1-9]\d*)(?:\.\d+)?$/ },
    'cuts-fractions-to-compare: cuts the fraction off before it compares bounds': {
      min: (value, min) => Math.trunc(value) >= Math.trunc(min),
      max: (value, max) => Math.trunc(value) <= Math.trunc(max),
    },
    'compares-absolute-values: compares the value without its sign': {
      min: (_value, _min, { value, min = '0' }) => scaled(value.replace('-', '')) >= scaled(min),
      max: (_value, _max, { value, max = '0' }) => scaled(value.replace('-', '')) <= scaled(max),
    },
    'allows-one-digit-less: allows one digit less than it may': {
      digits: (_, digits, text) => (text.split('.')[1] ?? '').length < Math.max(1, digits),
    },
    'checks-whole-steps-alone: checks the step only where it is one or more': {
      step: (_value, _step, { value, step = '1' }) => scaled(step) < scaled('1') || scaled(value) % scaled(step) === 0n,
    },
    'computes-in-cents: cuts the value to two digits before it compares': {
      min: (_value, _min, { value, min = '0' }) => scaled(inCents(value)) >= scaled(min),
      max: (_value, _max, { value, max = '0' }) => scaled(inCents(value)) <= scaled(max),
      step: (_value, _step, { value, step = '1' }) => scaled(inCents(value)) % scaled(step) === 0n,
      digits: (_, digits, text) => (inCents(text).split('.')[1] ?? '').replace(/0+$/, '').length <= digits,
    },
    'ignores-digits: does not count digits': { digits: () => true },
    'expects-two-digits: takes every price for one with two digits': {
      digits: (_, __, text) => (text.split('.')[1] ?? '').length <= 2,
    },
  }),
];
