// Readers of decimals that use floating point, the number grammar of their language, or a slip in a comparison (interface 1 rule 6, 4.1).
import type { ConstraintInput } from '../operations.js';
import type { WrongReader } from './wrong-reader.js';

const grammar = (id: string, sentence: string, accepts: (text: string) => boolean): WrongReader => ({
  id,
  sentence,
  change: { 'check-decimal': ({ text }) => ({ valid: accepts(text) }) },
});

const matches =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);

/** Each part of the check that can be replaced by a slip. */
interface FloatRules {
  readonly grammar?: RegExp;
  readonly min?: (value: number, min: number) => boolean;
  readonly max?: (value: number, max: number) => boolean;
  readonly step?: (value: number, step: number, input: ConstraintInput) => boolean;
  readonly digits?: (value: number, digits: number, text: string) => boolean;
}

const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Exact, on integers scaled by a power of ten that fits every vector: so only the replaced rule is wrong. */
const scaled = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const digits = BigInt(whole + fraction.padEnd(30, '0'));
  return text.startsWith('-') ? -digits : digits;
};

function constraint(id: string, sentence: string, wrong: FloatRules): WrongReader {
  return {
    id,
    sentence,
    change: {
      'check-constraint': (input) => {
        const { value, min, max, step, digits } = input;
        if (!(wrong.grammar ?? PLAIN).test(value)) return { valid: false };
        const number = Number(value);
        const fitsMin = min === undefined || (wrong.min?.(number, Number(min)) ?? scaled(value) >= scaled(min));
        const fitsMax = max === undefined || (wrong.max?.(number, Number(max)) ?? scaled(value) <= scaled(max));
        const fitsStep =
          step === undefined || (wrong.step?.(number, Number(step), input) ?? scaled(value) % scaled(step) === 0n);
        const fitsDigits =
          digits === undefined ||
          (wrong.digits?.(number, digits, value) ?? (value.split('.')[1] ?? '').replace(/0+$/, '').length <= digits);
        return { valid: fitsMin && fitsMax && fitsStep && fitsDigits };
      },
    },
  };
}

export const DECIMAL_READERS: readonly WrongReader[] = [
  grammar(
    'reads-any-decimal',
    'takes whatever the language reads as a number',
    (text) => text.trim() !== '' && !Number.isNaN(Number(text)),
  ),
  grammar(
    'reads-decimal-prefix',
    'reads the number at the start and ignores the rest',
    (text) => !Number.isNaN(Number.parseFloat(text)),
  ),
  grammar('accepts-exponent', 'accepts an exponent', matches(/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/)),
  grammar('accepts-bare-point', 'accepts a point without digits on one side', matches(/^-?(?:\d+\.?\d*|\.\d+)$/)),
  grammar('accepts-grouping', 'accepts grouped digits', matches(/^-?(?:0|[1-9]\d*(?:[,_]\d{3})*)(?:\.\d+)?$/)),
  grammar('accepts-comma', 'accepts a comma for the point', matches(/^-?(?:0|[1-9]\d*)(?:[.,]\d+)?$/)),
  grammar(
    'refuses-negative',
    'refuses negative numbers, though balances may be',
    matches(/^(?:0|[1-9]\d*)(?:\.\d+)?$/),
  ),
  grammar('refuses-whole', 'requires a fraction', matches(/^-?(?:0|[1-9]\d*)\.\d+$/)),
  grammar(
    'limits-to-two-digits',
    'takes every decimal for money with two digits',
    matches(/^-?(?:0|[1-9]\d*)(?:\.\d{1,2})?$/),
  ),
  grammar(
    'limits-to-double',
    'refuses more digits than a double holds',
    (text) => /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && text.replace(/\D/g, '').length <= 15,
  ),
  grammar(
    'decimal-accepts-line-feed',
    'checks with "$", which matches before a line feed too',
    matches(/^-?(?:0|[1-9]\d*)(?:\.\d+)?\n?$/),
  ),
  grammar('decimal-accepts-any-digits', 'accepts digits of every script', matches(/^-?\p{Nd}+(?:\.\p{Nd}+)?$/u)),
  grammar(
    'takes-blank-for-zero',
    'takes a blank text for zero',
    (text) => text.trim() === '' || /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text),
  ),
  grammar(
    'accepts-words',
    'accepts the words that stand for no number',
    matches(/^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?|NaN|null|[+-]?Infinity)$/),
  ),
  grammar(
    'accepts-printed-minus',
    'accepts a printed minus sign and parentheses',
    matches(/^(?:[-−]?(?:0|[1-9]\d*)(?:\.\d+)?|\(\d+(?:\.\d+)?\))$/),
  ),
  grammar(
    'accepts-localised',
    'accepts the digits and the point of every script',
    matches(/^-?\p{Nd}+(?:[.٫]\p{Nd}+)?$/u),
  ),
  grammar('lets-digits-be-absent', 'requires digits nowhere', matches(/^-*\d*\.?\d*$/)),
  constraint('steps-in-floating-point', 'takes the remainder of two doubles', {
    step: (value, step) => value % step === 0,
  }),
  constraint('steps-with-tolerance', 'accepts a remainder below a millionth of the step', {
    step: (value, step) => Math.abs(value / step - Math.round(value / step)) < 1e-6,
  }),
  constraint('steps-by-division', 'asks whether the quotient of two doubles is whole', {
    step: (value, step) => Number.isInteger(value / step),
  }),
  constraint('ignores-step', 'does not check the step', { step: () => true }),
  constraint('compares-in-floating-point', 'compares bounds as doubles', {
    min: (value, min) => value >= min,
    max: (value, max) => value <= max,
  }),
  constraint('excludes-minimum', 'excludes the smallest value', { min: (value, min) => value > min }),
  constraint('excludes-maximum', 'excludes the largest value', { max: (value, max) => value < max }),
  constraint('ignores-minimum', 'does not check the smallest value', { min: () => true }),
  constraint('ignores-maximum', 'does not check the largest value', { max: () => true }),
  constraint('compares-as-text', 'compares bounds as texts', {
    min: (value, min) => String(value) >= String(min),
    max: (value, max) => String(value) <= String(max),
  }),
  constraint('counts-digits-of-double', 'counts the digits that the language prints', {
    digits: (value, digits) => (String(value).split('.')[1] ?? '').length <= digits,
  }),
  constraint('rounds-to-digits', 'asks whether rounding changes the double', {
    digits: (value, digits) => Number(value.toFixed(digits)) === value,
  }),
  constraint('ignores-digits', 'does not count digits', { digits: () => true }),
  constraint('expects-two-digits', 'takes every price for one with two digits', {
    digits: (_, __, text) => (text.split('.')[1] ?? '').length <= 2,
  }),
  constraint('reads-exponent-of-value', 'reads a value with an exponent as a double', {
    grammar: /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e\d+)?$/,
    min: (value, min) => value >= min,
    max: (value, max) => value <= max,
    step: (value, step) => Math.abs(value / step - Math.round(value / step)) < 1e-9,
  }),
];
