import { describe, expect, test } from 'vitest';
import { createTargetClock } from './clock.js';

const at = (ms: number): string => new Date(ms).toUTCString();

describe('the clock of the target', () => {
  test('is the local clock as long as no difference is proved', () => {
    const clock = createTargetClock(() => 1_000_500);
    expect(clock.offset).toEqual({ ms: 0, uncertaintyMs: Number.POSITIVE_INFINITY, samples: 0 });
    clock.observe(at(1_000_000), 1_000_400, 1_000_450);
    expect(clock.offset).toEqual({ ms: 0, uncertaintyMs: 525, samples: 1 });
    expect(clock.nowMs()).toBe(1_000_500);
  });

  test('follows a target that is an hour ahead, to within half a second', () => {
    const clock = createTargetClock(() => 5_000_000);
    clock.observe(at(5_000_000 + 3_600_000), 5_000_200, 5_000_220);
    expect(Math.abs(clock.offset.ms - 3_600_000)).toBeLessThanOrEqual(510);
    expect(clock.nowMs()).toBe(5_000_000 + clock.offset.ms);
  });

  test('grows more certain with every answer', () => {
    const clock = createTargetClock(() => 0);
    const trueOffset = -7_250;
    for (let ms = 100_000; ms < 103_000; ms += 130) {
      clock.observe(at(Math.floor((ms + trueOffset) / 1000) * 1000), ms - 5, ms + 5);
    }
    expect(Math.abs(clock.offset.ms - trueOffset)).toBeLessThanOrEqual(clock.offset.uncertaintyMs);
    expect(clock.offset.uncertaintyMs).toBeLessThan(100);
  });

  test('starts again when a clock was moved', () => {
    const clock = createTargetClock(() => 0);
    clock.observe(at(1_000_000), 1_000_000, 1_000_010);
    clock.observe(at(9_000_000), 1_000_100, 1_000_110);
    expect(clock.offset.samples).toBe(1);
    expect(clock.offset.ms).toBeGreaterThan(7_990_000);
  });

  test('is ahead by what it was moved by, whether or not an answer has shown it', () => {
    const clock = createTargetClock(() => 0);
    clock.advance(86_400_000);
    expect(clock.nowMs()).toBe(86_400_000);
    clock.observe(at(86_400_000), 0, 10);
    clock.advance(3_600_000);
    expect(Math.abs(clock.offset.ms - 90_000_000)).toBeLessThanOrEqual(510);
    clock.observe(at(86_400_000), 20, 30);
    expect(Math.abs(clock.offset.ms - 86_400_000)).toBeLessThanOrEqual(510);
  });

  test('ignores headers that are no date, or one of no clock', () => {
    const clock = createTargetClock(() => 0);
    clock.observe('yesterday', 0, 1);
    clock.observe(undefined, 0, 1);
    clock.observe('Sat, 13 Sep 275760 00:00:00 GMT', 0, 1);
    clock.observe('Wed, 31 Dec 1969 23:59:59 GMT', 0, 1);
    expect(clock.offset.samples).toBe(0);
  });
});
