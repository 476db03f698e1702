import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventLoopDelay } from './event-loop-delay.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A delay whose timer came so often in time, and then no more for so long. */
function after(inTimeMs: number, pauseMs: number): EventLoopDelay {
  const delay = new EventLoopDelay();
  vi.advanceTimersByTime(inTimeMs);
  delay.stop();
  vi.advanceTimersByTime(pauseMs);
  return delay;
}

it('feels nothing while its timer comes in time', () => {
  expect(after(10_000, 20)).toMatchObject({ longestMs: 0, isFelt: false });
});

it('feels one long pause among many steps', () => {
  expect(after(10_000, 330)).toMatchObject({ longestMs: 310, isFelt: true });
  expect(after(10_000, 300)).toMatchObject({ longestMs: 280, isFelt: false });
});

it('feels lateness all the time, though no pause is long', () => {
  expect(after(60, 290)).toMatchObject({ longestMs: 270, isFelt: true });
});

it('feels nothing in a play that is shorter than a step', () => {
  expect(after(0, 15).isFelt).toBe(false);
});
