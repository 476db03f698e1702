import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, fitsDigits, isMultipleOf } from './arithmetic.js';
import { type ConstraintBreach, type ConstraintSpec, compileConstraint } from './constraint.js';
import { parseDecimal, toText } from './decimal.js';

const VOLUME: ConstraintSpec = { min: '0.01', max: '50.00', step: '0.01' };

describe('a volume constraint', () => {
  const volume = compileConstraint(VOLUME);

  it.each(['0.01', '0.010', '50', '49.99', '1.5000000'])('accepts %s', (text) => {
    expect(volume.check(text)).toBeUndefined();
  });

  it.each<[string, ConstraintBreach]>([
    ['0.009', 'below-min'],
    ['0', 'below-min'],
    ['-1', 'below-min'],
    ['50.001', 'above-max'],
    ['51', 'above-max'],
    ['0.015', 'off-step'],
    ['1e1', 'not-decimal'],
    ['', 'not-decimal'],
    ['01', 'not-decimal'],
  ])('names the breach of %j: %s', (text, breach) => {
    expect(volume.check(text)).toBe(breach);
  });
});

describe('other constraints', () => {
  it('count digits without trailing zeros', () => {
    const price = compileConstraint({ digits: 5 });
    expect(price.check('1.1000000')).toBeUndefined();
    expect(price.check('1.123456')).toBe('too-many-digits');
    expect(compileConstraint({ digits: 0, min: '0.5' }).check('1.5')).toBe('too-many-digits');
  });

  it('take the origin of the grid from the caller', () => {
    expect(compileConstraint({ step: '0.1', origin: '0.05' }).check('0.25')).toBeUndefined();
    expect(compileConstraint({ step: '0.1' }).check('0.25')).toBe('off-step');
  });

  it('limit nothing when empty, except the grammar', () => {
    expect(compileConstraint({}).check('-123456789012345678901234567890.5')).toBeUndefined();
    expect(compileConstraint({}).check('x')).toBe('not-decimal');
  });

  it.each<ConstraintSpec>([{ step: '0' }, { step: '-1' }, { min: '2', max: '1' }, { digits: -1 }, { digits: 0.5 }])(
    'refuse the contradictory limits %j',
    (spec) => {
      expect(() => compileConstraint(spec)).toThrow(RangeError);
    },
  );

  it('refuse a limit that is no decimal', () => {
    expect(() => compileConstraint({ min: '1e3' })).toThrow(/expected a decimal/);
  });
});

it('agrees with the arithmetic for any limits and any value', () => {
  const text = fc
    .record({ coefficient: fc.bigInt({ min: -100_000n, max: 100_000n }), scale: fc.nat(5) })
    .map((value) => toText(value));
  const positive = fc
    .record({ coefficient: fc.bigInt({ min: 1n, max: 500n }), scale: fc.nat(4) })
    .map((value) => toText(value));
  fc.assert(
    fc.property(text, text, positive, fc.nat(5), text, (a, b, step, digits, value) => {
      const [min, max] = compare(parseDecimal(a), parseDecimal(b)) <= 0 ? [a, b] : [b, a];
      const parsed = parseDecimal(value);
      const expected =
        compare(parsed, parseDecimal(min)) < 0
          ? 'below-min'
          : compare(parsed, parseDecimal(max)) > 0
            ? 'above-max'
            : !fitsDigits(parsed, digits)
              ? 'too-many-digits'
              : !isMultipleOf(parsed, parseDecimal(step))
                ? 'off-step'
                : undefined;
      expect(compileConstraint({ min, max, step, digits }).check(value)).toBe(expected);
    }),
    { numRuns: 500 },
  );
});
