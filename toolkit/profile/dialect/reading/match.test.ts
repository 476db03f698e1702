import { describe, expect, it } from 'vitest';
import { compileWords } from '../words.js';
import { compileWhen, compileWhenNamed } from './match.js';

describe('conditions', () => {
  it('compares with literals, strictly', () => {
    expect(compileWhen({ '/a': 1 })({ a: 1 })).toBe(true);
    expect(compileWhen({ '/a': 1 })({ a: '1' })).toBe(false);
    expect(compileWhen({ '/a': null })({ a: null })).toBe(true);
    expect(compileWhen({ '/a': null })({})).toBe(false);
    expect(compileWhen({ '/a': ['x', 2] })({ a: 2 })).toBe(true);
  });

  it('looks for presence and absence, for which null is present', () => {
    expect(compileWhen({ '/a': { present: true } })({ a: null })).toBe(true);
    expect(compileWhen({ '/a': { absent: true } })({ a: null })).toBe(false);
    expect(compileWhen({ '/a/b': { absent: true } })('text')).toBe(true);
  });

  it('wants all of a match and one of several', () => {
    const both = compileWhen({ '/a': 1, '/b': 2 });
    expect([both({ a: 1, b: 2 }), both({ a: 1 })]).toEqual([true, false]);
    const either = compileWhen([{ '/a': 1 }, { '/b': 2 }]);
    expect([either({ a: 1 }), either({ b: 2 }), either({})]).toEqual([true, true, false]);
    expect(compileWhen({})(undefined)).toBe(true);
  });

  it('takes names instead of pointers for parameters', () => {
    expect(compileWhenNamed({ type: 'sltp' })({ type: 'sltp' })).toBe(true);
    expect(compileWhenNamed([{ type: 'limit' }, { price: { present: true } }])({ price: '1' })).toBe(true);
  });
});

describe('words', () => {
  const words = compileWords({ buy: ['B', 'BUY', 1], sell: -1 });

  it('writes the first spelling and reads all of them', () => {
    expect(words.write('buy')).toBe('B');
    expect([words.read('BUY'), words.read(1), words.read(-1), words.read('1'), words.read({})]).toEqual([
      'buy',
      'buy',
      'sell',
      undefined,
      undefined,
    ]);
  });

  it('writes a word that it does not know as it is', () => {
    expect(words.write('sideways')).toBe('sideways');
  });

  it('refuses a spelling of two words', () => {
    expect(() => compileWords({ buy: 'X', sell: ['Y', 'X'] })).toThrow(
      'expected one meaning for "X", got "buy" and "sell"',
    );
  });
});
