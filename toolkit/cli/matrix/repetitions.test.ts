import { expect, it } from 'vitest';
import { CONFIDENCE, repetitionsFor } from './repetitions.js';

it('tries a fault that always shows once', () => {
  expect(repetitionsFor(undefined)).toBe(1);
  expect(repetitionsFor(1)).toBe(1);
});

it('tries a rare fault often enough that the chance of missing it every time is below the stated one', () => {
  for (const rate of [0.5, 0.1, 0.02]) {
    const repetitions = repetitionsFor(rate);
    expect((1 - rate) ** repetitions).toBeLessThanOrEqual(1 - CONFIDENCE);
    expect((1 - rate) ** (repetitions - 1)).toBeGreaterThan(1 - CONFIDENCE);
  }
});

it('refuses a rate that is none, and one that no gate can bear', () => {
  expect(() => repetitionsFor(0)).toThrow(RangeError);
  expect(() => repetitionsFor(1.5)).toThrow(RangeError);
  expect(() => repetitionsFor(0.0001)).toThrow(/needs/);
});
