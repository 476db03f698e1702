import { describe, expect, it } from 'vitest';
import { controlEstimate, type PlannedRun, paceEstimate, secondsOf } from './pace-estimate.js';

const RUN: PlannedRun = {
  effort: 'standard',
  checks: 1942,
  controlling: 425,
  requestsPerSecond: 50,
  controlMs: 250,
  longestWaitMs: 0,
};

describe('what a run takes', () => {
  it.each([
    ['a service at fifty requests a second, 250 ms behind control', 857, RUN],
    ['its quick run', 242, { ...RUN, effort: 'quick', checks: 743, controlling: 136 }],
    [
      'a service at three hundred, 550 ms behind control',
      1_048,
      { ...RUN, checks: 1943, controlling: 388, requestsPerSecond: 300, controlMs: 550 },
    ],
    [
      'its quick run',
      323,
      { ...RUN, effort: 'quick', checks: 730, controlling: 161, requestsPerSecond: 300, controlMs: 550 },
    ],
  ] as const)('is within a fifth of what was measured: %s, %d s', (_what, measured, run) => {
    expect(Math.abs(secondsOf(run) / measured - 1)).toBeLessThan(0.2);
  });

  it('is its longest wait at least', () => {
    expect(secondsOf({ ...RUN, checks: 1, controlling: 0, longestWaitMs: 60_000 })).toBe(61);
  });
});

describe('what makes it long', () => {
  it('is the pace, where it takes minutes for it', () => {
    expect(paceEstimate({ ...RUN, checks: 1400, requestsPerSecond: 5 })).toBe(
      'Some 16800 requests at 5 a second (limits.requestsPerSecond) take 56 minutes or more.',
    );
  });

  it('is not the pace of a fast or a small run', () => {
    const runs = [
      { ...RUN, requestsPerSecond: 0 },
      { ...RUN, checks: 10, requestsPerSecond: 5 },
      { ...RUN, requestsPerSecond: 200 },
    ];
    expect(runs.map(paceEstimate)).toEqual(Array(3).fill(undefined));
  });

  it('is what waits behind control actions, where they are known to be late', () => {
    expect(controlEstimate(RUN)).toBe(
      'Some 1700 control actions with 0.25 s behind each (timing.controlMs) take 8 minutes of it.',
    );
    expect(controlEstimate({ ...RUN, controlMs: 0 })).toBeUndefined();
  });
});
