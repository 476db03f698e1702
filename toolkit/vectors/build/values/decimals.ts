// Decimals: grammar in the plain spelling, and exact bounds, steps and digits (interface 1 rule 6; 4.1 rules 1 and 2). What the interface
// leaves open is avoided: steps fit both origins, and no verdict hangs on written zeros beyond the digits.

import { multiply, parseDecimal, toText } from '../../../decimal/index.js';
import type { ConstraintInput } from '../../operations.js';
import type { Draft, FileDraft } from '../draft.js';
import { seededNumber } from '../seeded.js';

const grammar =
  (valid: boolean) =>
  (id: string, comment: string, text: string): Draft<'check-decimal'> => ({
    id,
    comment,
    flags: ['DecimalGrammar'],
    input: { text },
    valid,
  });
const [decimal, notDecimal] = [grammar(true), grammar(false)];

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
        decimal('ordinary', 'an ordinary volume', '0.10'),
        decimal('whole', 'a whole number', '50'),
        decimal('zero', 'zero', '0'),
        decimal('zero-fraction', 'zero with digits', '0.00'),
        decimal('negative', 'a negative balance', '-12.50'),
        decimal('small', 'a small fraction', '0.00001'),
        decimal('long-fraction', 'more digits than a double holds', '0.1234567890123456789'),
        decimal('long-whole', 'a whole number beyond 2^53', '9007199254740993'),
        decimal('huge', 'forty digits', '1234567890123456789012345678901234567890'),
        decimal('trailing-zeros', 'zeros at the end', '1.5000'),
        decimal('nines', 'nines that rounding carries', '0.99999999999999999'),
        notDecimal('empty', 'nothing', ''),
        notDecimal('plus', 'a plus sign', '+1'),
        notDecimal('leading-zero', 'a zero at the start', '01'),
        notDecimal('negative-leading-zero', 'a zero after the sign', '-01.5'),
        notDecimal('bare-point', 'a point alone', '.'),
        notDecimal('no-whole', 'no digit before the point', '.5'),
        notDecimal('no-fraction', 'no digit after the point', '5.'),
        notDecimal('two-points', 'two points', '1.2.3'),
        notDecimal('comma', 'a comma for the point', '1,5'),
        notDecimal('grouped', 'digits grouped by commas', '1,000'),
        notDecimal('grouped-underscore', 'digits grouped by underscores', '1_000'),
        notDecimal('grouped-apostrophe', 'digits grouped by apostrophes', "1'000"),
        notDecimal('exponent', 'an exponent', '1e3'),
        notDecimal('capital-exponent', 'a capital exponent', '1E3'),
        notDecimal('negative-exponent', 'a negative exponent, as languages print small numbers', '1e-7'),
        notDecimal('hexadecimal', 'hexadecimal', '0x1f'),
        notDecimal('octal', 'octal', '0o17'),
        notDecimal('binary', 'binary', '0b11'),
        notDecimal('nan', 'NaN', 'NaN'),
        notDecimal('infinity', 'Infinity', 'Infinity'),
        notDecimal('null', 'null', 'null'),
        notDecimal('blank-first', 'a blank at the start', ' 1'),
        notDecimal('blank-last', 'a blank at the end', '1 '),
        notDecimal('blank-inside', 'a blank inside', '1 000'),
        notDecimal('blank-alone', 'a blank alone', ' '),
        notDecimal('line-feed', 'a line feed at the end', '1.5\n'),
        notDecimal('double-sign', 'two signs', '--1'),
        notDecimal('final-sign', 'a sign at the end', '1-'),
        notDecimal('minus-alone', 'a sign alone', '-'),
        notDecimal('accounting', 'parentheses for a negative number', '(1.50)'),
        notDecimal('unicode-minus', 'a minus sign that is no hyphen', '−1.5'),
        notDecimal('other-digits', 'digits of another script', '١٫٥'),
        notDecimal('full-width', 'full-width digits', '１.５'),
        notDecimal('currency', 'a currency', '1.50 EUR'),
        notDecimal('percent', 'a percent sign', '5%'),
        notDecimal('fraction', 'a fraction', '1/2'),
        notDecimal('suffix', 'the suffix of a language', '1.5f'),
        notDecimal('big-integer', 'the literal of a language', '15n'),
      ],
    },
  ],
};

const limits =
  (valid: boolean) =>
  (id: string, comment: string, input: ConstraintInput): Draft<'check-constraint'> => ({
    id,
    comment,
    flags: ['DecimalExact'],
    input,
    valid,
  });
const [fits, breaks] = [limits(true), limits(false)];

const VOLUME = { min: '0.01', max: '50', step: '0.01' } as const;
const volume = (value: string): ConstraintInput => ({ value, ...VOLUME });
const price = (value: string, digits: number): ConstraintInput => ({ value, digits });

/** Multiples of steps that doubles get wrong sooner or later, and neighbours of them. */
const multiples: readonly Draft<'check-constraint'>[] = ['0.01', '0.1', '0.001', '0.25', '0.00001', '0.07'].flatMap(
  (step, i) => {
    const count = { coefficient: BigInt(1000 + seededNumber(`multiple-${step}`, 900_000)), scale: 0 };
    const value = toText(multiply(parseDecimal(step), count));
    return [
      fits(`multiple-${i + 1}`, `a multiple of ${step}`, { value, step }),
      breaks(`multiple-${i + 1}-and-more`, `a multiple of ${step} and a little more`, {
        value: `${value}000001`,
        step,
      }),
    ];
  },
);

export const CONSTRAINT: FileDraft = {
  name: 'constraint',
  algorithm: 'DECIMAL',
  header: [
    'Whether a decimal lies within bounds (ends included), on the grid of a step, and needs no more fractional digits than allowed.',
    'Arithmetic is exact. Zeros beyond the digits do not count as digits here.',
  ],
  groups: [
    {
      type: 'check-constraint',
      comment: 'volumes and prices against the conditions of an instrument',
      context: {},
      tests: [
        fits('ordinary', 'an ordinary volume', volume('0.10')),
        fits('minimum', 'the smallest volume', volume('0.01')),
        fits('maximum', 'the largest volume', volume('50')),
        fits('maximum-with-zeros', 'the largest volume with zeros', volume('50.00')),
        fits('whole', 'a whole volume', volume('7')),
        fits('double-remainder-1', 'a multiple whose remainder of doubles is not zero', volume('0.03')),
        fits('double-remainder-2', 'another one', volume('0.29')),
        fits('double-remainder-3', 'another one, with a whole part', volume('1.15')),
        fits('double-quotient-1', 'a multiple whose quotient of doubles is not whole', volume('0.57')),
        fits('double-quotient-2', 'another one', { value: '0.3', step: '0.1' }),
        breaks('below-minimum', 'one step below the smallest', { value: '0.04', min: '0.05', step: '0.01' }),
        breaks('zero', 'zero', volume('0')),
        breaks('negative', 'a negative volume', volume('-0.10')),
        breaks('above-maximum', 'just above the largest', volume('50.01')),
        breaks('far-above-maximum', 'far above the largest', volume('1000')),
        breaks('off-step', 'between two steps', volume('0.015')),
        breaks('just-off-step', 'a little off a step', volume('0.1000001')),
        breaks('hardly-off-step', 'less off a step than a double shows', volume('0.10000000000000000001')),
        breaks('not-decimal', 'no decimal', volume('1e0')),
        breaks('hardly-below-minimum', 'less below the smallest than a double shows', {
          value: '0.99999999999999999999',
          min: '1',
        }),
        breaks('hardly-above-maximum', 'less above the largest than a double shows', {
          value: '1.00000000000000000001',
          max: '1',
        }),
        fits('long-bounds', 'bounds beyond 2^53', {
          value: '9007199254740993',
          min: '9007199254740993',
          max: '9007199254740993',
        }),
        breaks('long-minimum', 'one below a bound beyond 2^53', { value: '9007199254740992', min: '9007199254740993' }),
        breaks('long-maximum', 'one above a bound beyond 2^53', { value: '9007199254740993', max: '9007199254740992' }),
        fits('text-order-maximum', 'a number that sorts after its maximum as text', { value: '9', max: '10' }),
        fits('text-order-minimum', 'a number that sorts before its minimum as text', { value: '10', min: '9' }),
        breaks('text-order-above', 'a number that sorts before its maximum as text', { value: '100', max: '20' }),
        fits('negative-bounds', 'negative bounds', { value: '-1.5', min: '-2', max: '-1' }),
        breaks('negative-below', 'below a negative bound', { value: '-2.5', min: '-2' }),
        ...multiples,
        fits('large-step', 'a step above one', { value: '15000', step: '500' }),
        breaks('large-step-off', 'off a step above one', { value: '15250', step: '500' }),
        fits('odd-step', 'a step that is no power of ten', { value: '0.75', step: '0.25' }),
        breaks('odd-step-off', 'off a step that is no power of ten', { value: '0.8', step: '0.25' }),
        fits('five-digits', 'a price with five digits', price('1.07250', 5)),
        fits('fewer-digits', 'a price with fewer digits', price('1.07', 5)),
        fits('no-digits', 'a whole price', price('38500', 0)),
        fits('two-digits', 'a price with two digits', price('2345.67', 2)),
        fits('three-digits', 'a price with three digits', price('155.123', 3)),
        fits('zeros-beyond', 'zeros beyond the digits', price('1.0725000', 5)),
        fits('tiny-price', 'a price that languages print with an exponent', price('0.00000012', 8)),
        breaks('six-digits', 'one digit too many', price('1.072501', 5)),
        breaks('digit-of-whole', 'a digit where none is allowed', price('38500.5', 0)),
        breaks('third-digit', 'a third digit of two', price('2345.678', 2)),
        breaks('zero-then-digit', 'a zero and a digit beyond', price('1.0725001', 5)),
        breaks('hidden-digit', 'a digit too many that a double does not hold', price('1234567890.1234500000001', 5)),
        breaks('tiny-digit', 'a digit too many in a tiny price', price('0.000000123', 8)),
        breaks('nines', 'nines that rounding would carry away', price('1.999999999999999999999', 5)),
        fits('all-limits', 'bounds, step and digits at once', {
          value: '12.5',
          min: '0.5',
          max: '100',
          step: '0.5',
          digits: 1,
        }),
        breaks('all-limits-digits', 'the digits alone fail', {
          value: '12.55',
          min: '0.5',
          max: '100',
          step: '0.05',
          digits: 1,
        }),
      ],
    },
  ],
};
