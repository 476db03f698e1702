import { expect, it } from 'vitest';
import { oneStepMore, shifted } from './prices.js';

it('shifts by units of the last written digit', () => {
  expect(shifted('1.0999', 1n)).toBe('1.1000');
  expect(shifted('0.50', -50n)).toBe('0.00');
});

it('adds one step to a volume while the maximum leaves room', () => {
  const conditions = { volumeStep: '0.01', volumeMax: '0.1' };
  expect(oneStepMore('0.09', conditions)).toBe('0.10');
  expect(oneStepMore('0.10', conditions)).toBeUndefined();
  expect(oneStepMore('0.09', { volumeStep: 0.01 })).toBeUndefined();
});
