import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compare,
  equals,
  fitsDigits,
  fractionDigits,
  isMultipleOf,
  multiply,
  negate,
  subtract,
} from './arithmetic.js';
import { type Decimal, parseDecimal, rescale, toText } from './decimal.js';

const d = parseDecimal;
const decimals: fc.Arbitrary<Decimal> = fc.record({
  coefficient: fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
  scale: fc.nat(12),
});

describe('comparison', () => {
  it('ignores the number of written digits', () => {
    expect(equals(d('1.0'), d('1.00'))).toBe(true);
    expect(equals(d('-0'), d('0.000'))).toBe(true);
    expect(compare(d('-1'), d('-1.1'))).toBe(1);
    expect(compare(d('0.1'), d('0.10000000000000000001'))).toBe(-1);
  });

  it('orders like integers at a common scale', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const [left, right] = [rescale(a, 12), rescale(b, 12)];
        expect(compare(a, b)).toBe(left < right ? -1 : left > right ? 1 : 0);
      }),
    );
  });
});

describe('sums and products', () => {
  it('are exact where doubles are not', () => {
    expect(toText(add(d('0.1'), d('0.2')))).toBe('0.3');
    expect(toText(subtract(d('1'), d('0.9')))).toBe('0.1');
    expect(toText(multiply(d('1.1'), d('1.1')))).toBe('1.21');
    expect(toText(negate(d('2.50')))).toBe('-2.50');
  });

  it('undo each other', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        expect(equals(subtract(add(a, b), b), a)).toBe(true);
        expect(equals(multiply(a, b), multiply(b, a))).toBe(true);
      }),
    );
  });
});

describe('the grid of a step', () => {
  it.each([
    ['0.3', '0.1', '0', true],
    ['0.35', '0.1', '0', false],
    ['0.35', '0.1', '0.05', true],
    ['-0.2', '0.1', '0', true],
  ] as const)('%s by steps of %s from %s: %s', (value, step, origin, on) => {
    expect(isMultipleOf(d(value), d(step), d(origin))).toBe(on);
  });

  it('has no step of zero', () => {
    expect(() => isMultipleOf(d('1'), d('0.00'))).toThrow(RangeError);
  });

  it('holds every multiple', () => {
    fc.assert(
      fc.property(decimals, decimals, fc.bigInt({ min: -1000n, max: 1000n }), (step, origin, n) => {
        fc.pre(step.coefficient !== 0n);
        expect(isMultipleOf(add(origin, multiply(step, { coefficient: n, scale: 0 })), step, origin)).toBe(true);
      }),
    );
  });
});

describe('digits', () => {
  it('are counted without trailing zeros', () => {
    expect(['1.250', '1.00', '0.000', '10', '1.001'].map((text) => fractionDigits(d(text)))).toEqual([2, 0, 0, 0, 3]);
  });

  it('fit when no digit beyond the limit is other than zero', () => {
    expect(fitsDigits(d('1.25000'), 2)).toBe(true);
    expect(fitsDigits(d('1.25001'), 2)).toBe(false);
    expect(fitsDigits(d('1'), 0)).toBe(true);
    expect(fitsDigits(d('-0.5'), 0)).toBe(false);
  });

  it('agree with each other', () => {
    fc.assert(
      fc.property(decimals, fc.nat(12), (value, digits) => {
        expect(fitsDigits(value, digits)).toBe(fractionDigits(value) <= digits);
      }),
    );
  });
});
