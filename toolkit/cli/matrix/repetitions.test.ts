import { expect, it } from 'vitest';
import { CONFIDENCE, repetitionsFor } from './repetitions.js';

it('tries a fault that always shows once', () => {
  expect(repetitionsFor(undefined, 1)).toBe(1);
  expect(repetitionsFor(1, 1)).toBe(1);
});

it('tries a rare fault often enough that the chance of missing it every time is below the stated one', () => {
  for (const rate of [0.5, 0.1, 0.02]) {
    const repetitions = repetitionsFor(rate, 1);
    expect((1 - rate) ** repetitions).toBeLessThanOrEqual(1 - CONFIDENCE);
    expect((1 - rate) ** (repetitions - 1)).toBeGreaterThan(1 - CONFIDENCE);
  }
});

it('refuses a rate that is none, and one that no gate can bear', () => {
  expect(() => repetitionsFor(0, 1)).toThrow(RangeError);
  expect(() => repetitionsFor(1.5, 1)).toThrow(RangeError);
  expect(() => repetitionsFor(0.0001, 1)).toThrow(/needs/);
});

it('needs fewer services where each gives several occasions', () => {
  expect(repetitionsFor(0.02, 10)).toBe(Math.ceil(repetitionsFor(0.02, 1) / 10));
});
