// Unique milliseconds of each key, close to the present also when the present turns out to be earlier than was thought.
import { describe, expect, it } from 'vitest';
import { createTimestamps } from './timestamps.js';

describe('timestamps', () => {
  it('are the present, in whole milliseconds, of each key apart', () => {
    const timestamps = createTimestamps();
    expect([timestamps.next('a', 5000.7), timestamps.next('b', 5000.2)]).toEqual([5000, 5000]);
  });

  it('run ahead in a burst, so that no two are equal', () => {
    const timestamps = createTimestamps();
    expect([1, 2, 3].map(() => timestamps.next('a', 5000))).toEqual([5000, 5001, 5002]);
    expect(timestamps.next('a', 5001)).toBe(5003);
  });

  it('go back with a clock that was corrected, past the milliseconds signed before', () => {
    const timestamps = createTimestamps();
    timestamps.next('a', 90_000);
    expect(timestamps.next('a', 82_700)).toBe(82_700);
    expect(timestamps.next('a', 82_700)).toBe(82_701);
    expect(timestamps.next('a', 90_000)).toBe(90_001);
  });

  it('do not come to what was signed ahead on purpose', () => {
    const timestamps = createTimestamps();
    expect(timestamps.next('a', 5000, 400)).toBe(5400);
    expect(timestamps.next('a', 5100)).toBe(5100);
    expect(timestamps.next('a', 5400)).toBe(5401);
    expect(timestamps.next('a', 5000, 401)).toBe(5803);
  });
});
