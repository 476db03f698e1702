import { expect, it } from 'vitest';
import { loweredIn, lowestOf } from './level.js';

it.each([
  [[], 'must'],
  [[undefined, undefined], 'must'],
  [['must', undefined], 'must'],
  [['should', 'must'], 'should'],
  [[undefined, 'must', 'should'], 'should'],
] as const)('the lowest of %j is %s', (levels, lowest) => {
  expect(lowestOf(...levels)).toBe(lowest);
});

it('takes from a catalogue what is only suggested', () => {
  const levels = loweredIn([
    { id: 'own.a', level: 'must' },
    { id: 'own.b', level: 'should' },
    { id: 'own.c', level: 'may' },
  ]);
  expect(levels).toEqual({ 'own.b': 'should' });
});
