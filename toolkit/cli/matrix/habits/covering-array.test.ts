// Covering arrays: every pair is there, what cannot stand together is not, and the same numbers make the same rows.
import { describe, expect, it } from 'vitest';
import { checkSeed, SeededRandom } from '../../../../suites/runner/seed.js';
import { coveringArray, type Factors } from './covering-array.js';

function rowsOf(factors: Factors): readonly (readonly number[])[] {
  const random = new SeededRandom(checkSeed('covering', 'rows'));
  return coveringArray(factors, (bound) => random.below(bound));
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
});
