import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whenOrphaned } from './orphan.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** How often it was called back, with the parent of each look. */
function calls(env: Readonly<Record<string, string>>, parents: readonly number[]): number {
  let look = 0;
  const then = vi.fn<() => void>();
  const stop = whenOrphaned({ env, parent: () => parents[look++] ?? parents.at(-1) ?? 0 }, then, 10);
  vi.advanceTimersByTime(100);
  stop();
  return then.mock.calls.length;
}

describe('a program that npx started', () => {
  it('hears once that npx is gone', () => {
    expect(calls({ npm_command: 'exec' }, [7, 7, 1, 1])).toBe(1);
  });

  it('hears nothing while npx is there', () => {
    expect(calls({ npm_command: 'exec' }, [7, 7])).toBe(0);
  });
});

it.each([{}, { npm_command: 'run-script' }])('outlives the script that started it (%j)', (env) => {
  expect(calls(env, [7, 1])).toBe(0);
});
