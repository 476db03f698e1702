// Covering arrays: every pair is there, what cannot stand together is not, and the same numbers make the same rows.
import { describe, expect, it } from 'vitest';
import { coveringArray, type Factors, type Strength } from './covering-array.js';

function rowsOf(factors: Factors, strength?: Strength): readonly (readonly number[])[] {
  let state = 7;
  const draw = (bound: number): number => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return (state >>> 8) % bound;
  };
  return coveringArray(factors, draw, strength);
}

describe('coveringArray', () => {
  it('brings every pair of levels together, in far fewer rows than all combinations', () => {
    const levels = [3, 2, 2, 4, 2, 2, 3, 2, 2, 2, 2, 2];
    const rows = rowsOf({ levels });
    expect(rows.length).toBeLessThan(24);
    for (const [first, ofFirst] of levels.entries()) {
      for (const [second, ofSecond] of levels.entries()) {
        if (first >= second) continue;
        expect(new Set(rows.map((row) => `${row[first]} ${row[second]}`)).size).toBe(ofFirst * ofSecond);
      }
    }
  });

  it('never puts together what cannot stand together, and leaves nothing else out', () => {
    const together: Factors['together'] = (one, other) => !(one.level === 1 && other.level === 1);
    const rows = rowsOf({ levels: [2, 2, 2], together });
    for (const row of rows) expect(row.filter((level) => level === 1).length).toBeLessThan(2);
    for (const factor of [0, 1, 2]) expect(rows.some((row) => row[factor] === 1)).toBe(true);
  });

  it('makes the same rows of the same seed', () => {
    expect(rowsOf({ levels: [2, 3, 2, 2] })).toEqual(rowsOf({ levels: [2, 3, 2, 2] }));
  });

  it('takes each level once at strength one, and every three together at strength three', () => {
    const levels = [4, 2, 3, 2];
    expect(rowsOf({ levels }, 1)).toHaveLength(4);
    const rows = rowsOf({ levels }, 3);
    expect(new Set(rows.map(([a, b, c]) => `${a} ${b} ${c}`)).size).toBe(4 * 2 * 3);
    expect(rows.length).toBeLessThan(4 * 2 * 3 * 2);
  });

  it('leaves out what only a third factor rules out, and goes on', () => {
    // Level 1 of the first and of the second want different levels of the third.
    const apart = new Set(['0:1 2:0', '1:1 2:1']);
    const together: Factors['together'] = (one, other) =>
      ![one, other].some((a) => [one, other].some((b) => apart.has(`${a.factor}:${a.level} ${b.factor}:${b.level}`)));
    const rows = rowsOf({ levels: [2, 2, 2], together });
    expect(rows.some(([first, second]) => first === 1 && second === 1)).toBe(false);
    expect(rows.some(([first]) => first === 1)).toBe(true);
    expect(rows.some(([, second]) => second === 1)).toBe(true);
  });

  it('throws where no row is possible', () => {
    expect(() => rowsOf({ levels: [1, 1], together: () => false })).toThrow(RangeError);
  });
});
