import { describe, expect, it } from 'vitest';
import { checkSeed, newSeed, SeededRandom } from './seed.js';

describe('seeds', () => {
  it('are the same for the same run and check, and others for others', () => {
    expect(checkSeed('7', 'a.b/c')).toBe(checkSeed('7', 'a.b/c'));
    expect(new Set([checkSeed('7', 'a.b/c'), checkSeed('8', 'a.b/c'), checkSeed('7', 'a.b/d')]).size).toBe(3);
  });

  it('are signed 32-bit integers', () => {
    for (let n = 0; n < 100; n += 1) {
      const seed = checkSeed(newSeed(), 'a.b/c');
      expect(seed | 0).toBe(seed);
    }
  });
});

describe('SeededRandom', () => {
  it('repeats itself from the same seed', () => {
    const draw = (): number[] => {
      const random = new SeededRandom(42);
      return Array.from({ length: 20 }, () => random.below(1000));
    };
    expect(draw()).toEqual(draw());
  });

  it('reaches every outcome below the bound and none beyond', () => {
    const random = new SeededRandom(1);
    const seen = new Set(Array.from({ length: 500 }, () => random.below(7)));
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 33])('refuses the bound %s', (bound) => {
    expect(() => new SeededRandom(1).below(bound)).toThrow(RangeError);
  });
});
