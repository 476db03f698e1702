import { expect, it } from 'vitest';
import { appetiteAfter, firstAppetite, MOST } from './appetite.js';

it.each([
  ['grows while the loop is idle', 40, 0.3, 43],
  ['stays while the loop is well used', 40, 0.8, 40],
  ['falls while the loop has no rest', 40, 0.99, 36],
  ['never grows beyond the most', MOST, 0, MOST],
  ['never falls below the least', 8, 1, 8],
])('%s', (_, appetite, utilization, next) => {
  expect(appetiteAfter(appetite, utilization)).toBe(next);
});

it('keeps to a smaller number where one is wished', () => {
  expect(firstAppetite(3)).toBe(3);
  expect(appetiteAfter(3, 0, 3)).toBe(3);
  expect(appetiteAfter(3, 1, 3)).toBe(3);
});
