import { describe, expect, it } from 'vitest';
import { wordDiff } from './word-diff.js';

const differing = (expected: string, actual: string): readonly (readonly string[])[] =>
  wordDiff(expected, actual).map((words) => words.filter(({ differs }) => differs).map(({ text }) => text.trim()));

describe('words that differ', () => {
  it('are those that the other text has not, in order', () => {
    expect(differing('one more open order and no more volume', 'three more open orders and no more volume')).toEqual([
      ['one', 'order'],
      ['three', 'orders'],
    ]);
  });

  it('are members of JSON too', () => {
    expect(differing('{"a":"1.0","b":2}', '{"a":"1.00","b":2}')).toEqual([['1.0","'], ['1.00","']]);
  });

  it('are none of equal texts, and all of texts that share nothing', () => {
    expect(differing('a b', 'a b')).toEqual([[], []]);
    expect(differing('a b', 'c')).toEqual([['a', 'b'], ['c']]);
  });

  it('keep every character', () => {
    const text = ' [1,2]  "x y"\n';
    expect(
      wordDiff(text, 'z')[0]
        .map((word) => word.text)
        .join(''),
    ).toBe(text);
  });
});
