// How long a reading is repeated that does not say what it should.
import { expect, it, vi } from 'vitest';
import { readUntil } from './patience.js';

/** How many readings are made of something that never holds, each of which takes so long. */
async function readings(eachMs: number, withinMs: number): Promise<number> {
  vi.useFakeTimers();
  let made = 0;
  const read = async (): Promise<number> => {
    vi.advanceTimersByTime(eachMs);
    made += 1;
    return made;
  };
  try {
    const last = readUntil(read, () => false, { withinMs, signal: new AbortController().signal });
    await vi.runAllTimersAsync();
    expect(await last).toBe(made);
    return made;
  } finally {
    vi.useRealTimers();
  }
}

it('reads once where there is no patience, and often where readings are quick', async () => {
  expect(await readings(1, 0)).toBe(1);
  expect(await readings(1, 1_000)).toBeGreaterThan(7);
});

it('does not give up after one slow reading, nor wait for ever for more', async () => {
  expect(await readings(600, 1_000)).toBe(5);
  expect(await readings(10_000, 1_000)).toBe(2);
});
