import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProtocolError } from '../payload/protocol-error.js';
import { increment, isDecimal, MAX_DECIMAL_LENGTH, parseDecimal, powerOfTen, readDecimal, toText } from './decimal.js';

describe('the plain spelling', () => {
  it.each(['0', '-0', '7', '10', '-3', '0.0', '0.10', '12.50', '-0.001', '9007199254740993.000000000000000001'])(
    'accepts %s and writes it back unchanged, apart from a negative zero',
    (text) => {
      expect(isDecimal(text)).toBe(true);
      expect(toText(parseDecimal(text))).toBe(text === '-0' ? '0' : text);
    },
  );

  it.each([
    '',
    ' ',
    '+1',
    '01',
    '-01',
    '00',
    '1.',
    '.5',
    '-.5',
    '1e3',
    '1E3',
    '0x1f',
    '1_000',
    '1,5',
    'NaN',
    'Infinity',
    ' 1',
    '1 ',
    '1\n',
    '--1',
    '1.2.3',
    '١',
    '１',
    '1.5-',
    '-',
  ])('refuses %j', (text) => {
    expect(isDecimal(text)).toBe(false);
    expect(() => parseDecimal(text)).toThrow(ProtocolError);
  });

  it('refuses a text that is too long to convert quickly, without repeating it', () => {
    const text = '1'.repeat(MAX_DECIMAL_LENGTH + 1);
    expect(isDecimal(text)).toBe(false);
    expect(readDecimal(text)).toBeUndefined();
    expect(() => parseDecimal(text)).toThrow(/^expected a decimal such as 12\.50, got "1{40}…"$/);
  });
});

describe('reading what a target returned', () => {
  it.each([
    ['+1.50', '1.50'],
    ['007', '7'],
    ['-00.5', '-0.5'],
    ['12.50', '12.50'],
    ['1.', '1'],
    ['-.5', '-0.5'],
    ['1E+3', '1000'],
    ['0E-8', '0.00000000'],
    ['+1.25e1', '12.5'],
  ])('reads %s as %s', (text, plain) => {
    const value = readDecimal(text);
    expect(value && toText(value)).toBe(plain);
  });

  it.each(['.', 'e3', '1e', '1e1000', ' 1', '', 'abc', '0x10'])('does not read %j', (text) => {
    expect(readDecimal(text)).toBeUndefined();
  });
});

describe('writing', () => {
  it('fills up fractional digits and never cuts them', () => {
    expect(toText(parseDecimal('1.5'), 3)).toBe('1.500');
    expect(toText(parseDecimal('-0.05'), 1)).toBe('-0.05');
    expect(toText(parseDecimal('12'), 2)).toBe('12.00');
  });

  it('returns to the same number for any coefficient and scale', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat(30), (coefficient, scale) => {
        expect(parseDecimal(toText({ coefficient, scale }))).toEqual({ coefficient, scale });
      }),
    );
  });
});

describe('powers of ten', () => {
  it('are exact beyond the range of a double', () => {
    expect(powerOfTen(0)).toBe(1n);
    expect(powerOfTen(100).toString()).toBe(`1${'0'.repeat(100)}`);
    expect(toText(increment(5))).toBe('0.00001');
    expect(toText(increment(0))).toBe('1');
  });

  it.each([-1, 1.5, Number.NaN])('refuse the exponent %d', (exponent) => {
    expect(() => powerOfTen(exponent)).toThrow(RangeError);
    expect(() => increment(exponent)).toThrow(RangeError);
  });
});
