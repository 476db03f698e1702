import { describe, expect, it } from 'vitest';
import { paceEstimate } from './pace-estimate.js';

describe('what the pace costs', () => {
  it('is said where a run takes minutes for it', () => {
    expect(paceEstimate(1400, 5)).toBe(
      'Some 12600 requests at 5 a second (limits.requestsPerSecond) take 42 minutes or more.',
    );
  });

  it('is not said of a fast or a small run', () => {
    expect([paceEstimate(1400, 0), paceEstimate(10, 5), paceEstimate(1400, 200)]).toEqual(Array(3).fill(undefined));
  });
});
