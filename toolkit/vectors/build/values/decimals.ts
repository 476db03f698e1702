// Decimals: grammar in the plain spelling, and exact bounds, steps and digits (interface 1 rule 6; 4.1 rules 1 and 2). What the interface
// leaves open is avoided: steps fit both origins, and no verdict hangs on written zeros beyond the digits.

import { multiply, parseDecimal, toText } from '../../../decimal/index.js';
import type { ConstraintInput } from '../../operations.js';
import { type Draft, type FileDraft, verdicts } from '../draft.js';
import { seededNumber } from '../seeded.js';

const decimal = verdicts<'check-decimal'>('DecimalGrammar', (text) => ({ text }));

export const DECIMAL: FileDraft = {
  name: 'decimal',
  algorithm: 'DECIMAL',
  header: [
    'Whether a text is a decimal in the plain spelling: -?(0|[1-9][0-9]*)(\\.[0-9]+)?, the one that every reader understands.',
  ],
  groups: [
    {
      type: 'check-decimal',
      comment: 'the plain spelling of decimals',
      context: {},
      tests: [
        ...decimal.accepted({
          'ordinary: an ordinary volume': '0.10',
          'whole: a whole number': '50',
          'zero: zero': '0',
          'zero-fraction: zero with digits': '0.00',
          'negative: a negative balance': '-12.50',
          'small: a small fraction': '0.00001',
          'long-fraction: more digits than a double holds': '0.1234567890123456789',
          'long-whole: a whole number beyond 2^53': '9007199254740993',
          'huge: forty digits': '1234567890123456789012345678901234567890',
          'trailing-zeros: zeros at the end': '1.5000',
          'nines: nines that rounding carries': '0.99999999999999999',
        }),
        ...decimal.accepted({
          'negative-whole: a negative whole number': '-7',
          'negative-small: a negative fraction': '-0.00001',
          'digits-28: 28 digits, the most that some types hold': '1234567890123456789.123456789',
          'digits-29: one more': '1234567890123456789.1234567891',
          'digits-29-fraction: 29 digits after the point': '0.12345678901234567890123456789',
          'digits-60: 60 digits': `${'1234567890'.repeat(3)}.${'9876543210'.repeat(3)}`,
          'minus-zero: zero with a sign': '-0',
          'minus-zero-fraction: zero with a sign and digits': '-0.00',
        }),
        ...decimal.refused({
          'line-feed-fraction: a line feed after zeros': '1.50\n',
          'line-feed-whole: a line feed after a whole number': '50\n',
          'line-feed-first: a line feed at the start': '\n1.5',
          'carriage-return: carriage return and line feed at the end': '1.5\r\n',
          'zero-character: a zero character at the end': '1.5\0',
          'zero-character-inside: a zero character inside': '1\x00.5',
          'other-digits-last: a digit of another script after ASCII ones': '1.5\u0665',
          'other-digits-whole: a digit of another script before the point': '1\u0662.5',
          'other-point: the point of another script': '1٫5',
          'superscript: a superscript digit': '1\u00b2',
          'no-break-space: a no-break space at the end': '1.5\u00a0',
          'double-zero: two zeros': '00',
          'minus-leading-zero: zeros after the sign': '-00',
          'empty: nothing': '',
          'plus: a plus sign': '+1',
          'leading-zero: a zero at the start': '01',
          'negative-leading-zero: a zero after the sign': '-01.5',
          'bare-point: a point alone': '.',
          'no-whole: no digit before the point': '.5',
          'no-fraction: no digit after the point': '5.',
          'no-whole-negative: no digit between the sign and the point': '-.25',
          'no-fraction-negative: no digit after the point, with a sign': '-10.',
          'plus-fraction: a plus sign before a fraction': '+0.5',
          'two-points: two points': '1.2.3',
          'comma: a comma for the point': '1,5',
          'grouped: digits grouped by commas': '1,000',
          'grouped-underscore: digits grouped by underscores': '1_000',
          'grouped-apostrophe: digits grouped by apostrophes': "1'000",
          'exponent: an exponent': '1e3',
          'capital-exponent: a capital exponent': '1E3',
          'negative-exponent: a negative exponent, as languages print small numbers': '1e-7',
          'hexadecimal: hexadecimal': '0x1f',
          'octal: octal': '0o17',
          'binary: binary': '0b11',
          'nan: NaN': 'NaN',
          'infinity: Infinity': 'Infinity',
          'null: null': 'null',
          'blank-first: a blank at the start': ' 1',
          'blank-last: a blank at the end': '1 ',
          'blank-inside: a blank inside': '1 000',
          'blank-alone: a blank alone': ' ',
          'line-feed: a line feed at the end': '1.5\n',
          'double-sign: two signs': '--1',
          'final-sign: a sign at the end': '1-',
          'minus-alone: a sign alone': '-',
          'accounting: parentheses for a negative number': '(1.50)',
          'unicode-minus: a minus sign that is no hyphen': '−1.5',
          'other-digits: digits of another script': '١٫٥',
          'full-width: full-width digits': '１.５',
          'currency: a currency': '1.50 EUR',
          'percent: a percent sign': '5%',
          'fraction: a fraction': '1/2',
          'suffix: the suffix of a language': '1.5f',
          'big-integer: the literal of a language': '15n',
        }),
      ],
    },
  ],
};

const { accepted: fits, refused: breaks } = verdicts<'check-constraint', ConstraintInput>(
  'DecimalExact',
  (input) => input,
);

const VOLUME = { min: '0.01', max: '50', step: '0.01' } as const;
const volume = (value: string): ConstraintInput => ({ value, ...VOLUME });
const price = (value: string, digits: number): ConstraintInput => ({ value, digits });

/** Multiples of steps that doubles get wrong sooner or later, and neighbours of them. */
const multiples: readonly Draft<'check-constraint'>[] = ['0.01', '0.1', '0.001', '0.25', '0.00001', '0.07'].flatMap(
  (step, i) => {
    const count = { coefficient: BigInt(1000 + seededNumber(`multiple-${step}`, 900_000)), scale: 0 };
    const value = toText(multiply(parseDecimal(step), count));
    return [
      ...fits({ [`multiple-${i + 1}: a multiple of ${step}`]: { value, step } }),
      ...breaks({
        [`multiple-${i + 1}-and-more: a multiple of ${step} and a little more`]: { value: `${value}000001`, step },
      }),
    ];
  },
);

export const CONSTRAINT: FileDraft = {
  name: 'constraint',
  algorithm: 'DECIMAL',
  header: [
    'Whether a decimal lies within bounds (ends included), on the grid of a step, and needs no more fractional digits than allowed.',
    'Arithmetic is exact. Whether zeros beyond the digits count as digits is left open, and no verdict hangs on it.',
  ],
  groups: [
    {
      type: 'check-constraint',
      comment: 'volumes and prices against the conditions of an instrument',
      context: {},
      tests: [
        ...fits({
          'ordinary: an ordinary volume': volume('0.10'),
          'minimum: the smallest volume': volume('0.01'),
          'maximum: the largest volume': volume('50'),
          'maximum-with-zeros: the largest volume with zeros': volume('50.00'),
          'whole: a whole volume': volume('7'),
          'double-remainder-1: a multiple whose remainder of doubles is not zero': volume('0.03'),
          'double-remainder-2: another one': volume('0.29'),
          'double-remainder-3: another one, with a whole part': volume('1.15'),
          'double-quotient-1: a multiple whose quotient of doubles is not whole': volume('0.57'),
          'double-quotient-2: another one': { value: '0.3', step: '0.1' },
          'zero-between: zero between a negative and a positive bound': {
            value: '0',
            min: '-1',
            max: '1',
            step: '0.5',
          },
          'negative-between: a negative value above its minimum': { value: '-0.5', min: '-1', max: '1', step: '0.5' },
          'zero-as-minimum: zero, where it is the smallest': { value: '0', min: '0', max: '50', step: '0.01' },
        }),
        ...breaks({
          'below-minimum: one step below the smallest': { value: '0.04', min: '0.05', step: '0.01' },
          'zero: zero': volume('0'),
          'negative: a negative volume': volume('-0.10'),
          'above-maximum: just above the largest': volume('50.01'),
          'far-above-maximum: far above the largest': volume('1000'),
          'off-step: between two steps': volume('0.015'),
          'just-off-step: a little off a step': volume('0.1000001'),
          'hardly-off-step: less off a step than a double shows': volume('0.10000000000000000001'),
          'not-decimal: no decimal': volume('one'),
          'hardly-below-minimum: less below the smallest than a double shows': {
            value: '0.99999999999999999999',
            min: '1',
          },
          'hardly-above-maximum: less above the largest than a double shows': {
            value: '1.00000000000000000001',
            max: '1',
          },
        }),
        ...fits({
          'long-bounds: bounds beyond 2^53': {
            value: '9007199254740993',
            min: '9007199254740993',
            max: '9007199254740993',
          },
        }),
        ...breaks({
          'long-minimum: one below a bound beyond 2^53': { value: '9007199254740992', min: '9007199254740993' },
          'long-maximum: one above a bound beyond 2^53': { value: '9007199254740993', max: '9007199254740992' },
        }),
        ...fits({
          'long-quotient: a multiple of a step whose quotient has 31 digits': {
            value: '1234567890123456789012345678901',
            step: '0.5',
          },
          'long-quotient-negative: the same below zero': { value: '-1234567890123456789012345678901', step: '0.5' },
          'digits-29-step: a multiple of a step of 29 digits': {
            value: '0.00000000000000000000000000003',
            step: '0.00000000000000000000000000001',
          },
          'digits-40-bounds: forty digits between bounds of forty': {
            value: '1234567890123456789012345678901234567890',
            min: '1234567890123456789012345678901234567889',
            max: '1234567890123456789012345678901234567891',
          },
        }),
        ...breaks({
          'digits-29-off-step: off the step in the 29th digit': {
            value: '0.10000000000000000000000000001',
            step: '0.01',
          },
          'digits-40-above: one above a bound of forty digits': {
            value: '1234567890123456789012345678901234567891',
            max: '1234567890123456789012345678901234567890',
          },
          'digits-40-below: one below a bound of forty digits': {
            value: '1234567890123456789012345678901234567889',
            min: '1234567890123456789012345678901234567890',
          },
          'digits-29-beyond: a digit too many in the 29th place': price('1.00000000000000000000000000001', 5),
        }),
        ...fits({
          'text-order-maximum: a number that sorts after its maximum as text': { value: '9', max: '10' },
          'text-order-minimum: a number that sorts before its minimum as text': { value: '10', min: '9' },
        }),
        ...breaks({
          'text-order-above: a number that sorts before its maximum as text': { value: '100', max: '20' },
        }),
        ...fits({
          'negative-bounds: negative bounds': { value: '-1.5', min: '-2', max: '-1' },
        }),
        ...breaks({
          'negative-below: below a negative bound': { value: '-2.5', min: '-2' },
        }),
        ...multiples,
        ...fits({
          'large-step: a step above one': { value: '15000', step: '500' },
        }),
        ...breaks({
          'large-step-off: off a step above one': { value: '15250', step: '500' },
        }),
        ...fits({
          'odd-step: a step that is no power of ten': { value: '0.75', step: '0.25' },
        }),
        ...breaks({
          'odd-step-off: off a step that is no power of ten': { value: '0.8', step: '0.25' },
        }),
        ...fits({
          'five-digits: a price with five digits': price('1.07250', 5),
          'fewer-digits: a price with fewer digits': price('1.07', 5),
          'no-digits: a whole price': price('38500', 0),
          'whole-of-two: a whole price where two digits are allowed': price('2345', 2),
          'two-digits: a price with two digits': price('2345.67', 2),
          'three-digits: a price with three digits': price('155.123', 3),
          'tiny-price: a price that languages print with an exponent': price('0.00000012', 8),
        }),
        ...breaks({
          'six-digits: one digit too many': price('1.072501', 5),
          'digit-of-whole: a digit where none is allowed': price('38500.5', 0),
          'third-digit: a third digit of two': price('2345.678', 2),
          'zero-then-digit: a zero and a digit beyond': price('1.0725001', 5),
          'hidden-digit: a digit too many that a double does not hold': price('1234567890.1234500000001', 5),
          'tiny-digit: a digit too many in a tiny price': price('0.000000123', 8),
          'nines: nines that rounding would carry away': price('1.999999999999999999999', 5),
        }),
        ...fits({
          'all-limits: bounds, step and digits at once': {
            value: '12.5',
            min: '0.5',
            max: '100',
            step: '0.5',
            digits: 1,
          },
        }),
        ...breaks({
          'all-limits-digits: the digits alone fail': {
            value: '12.55',
            min: '0.5',
            max: '100',
            step: '0.05',
            digits: 1,
          },
        }),
      ],
    },
  ],
};
