import { expect, it } from 'vitest';
import { globMatches } from '../../toolkit/base/glob.js';
import { causeInWords, patternOf } from './undecided.js';

it('leaves numbers and identifiers out of a reason, and cuts it between two words', () => {
  expect(patternOf('no event of op-17 within 5000 ms')).toBe('no event of * within * ms');
  const long = `none ${'of the contexts was decided '.repeat(6)}`;
  const pattern = patternOf(long);
  expect(pattern.length).toBeLessThanOrEqual(91);
  expect(long.startsWith(pattern.slice(0, -1))).toBe(true);
  expect(pattern).toMatch(/ \*$/);
});

it('takes a slow answer for one cause, whatever was asked for, in a pattern that accepts every such reason', () => {
  const reasons = ['the conditions of A', 'the list'].map(
    (what) => `${what} could not be read: no complete answer within 5000 ms (no head so far)`,
  );
  const [pattern] = new Set(reasons.map(patternOf));
  expect(new Set(reasons.map(patternOf)).size).toBe(1);
  expect(reasons.every((reason) => globMatches(pattern ?? '', reason))).toBe(true);
  expect(causeInWords({ reason: reasons.join() })).toBe('the target gave no complete answer in time');
});
