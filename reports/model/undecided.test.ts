import { expect, it } from 'vitest';
import { patternOf } from './undecided.js';

it('leaves numbers and identifiers out of a reason, and cuts it between two words', () => {
  expect(patternOf('no event of op-17 within 5000 ms')).toBe('no event of * within * ms');
  const long = `none ${'of the contexts was decided '.repeat(6)}`;
  const pattern = patternOf(long);
  expect(pattern.length).toBeLessThanOrEqual(91);
  expect(long.startsWith(pattern.slice(0, -1))).toBe(true);
  expect(pattern).toMatch(/ \*$/);
});
