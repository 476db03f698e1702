import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StreamLifetimes } from './stream-lifetimes.js';

const END = { code: 1000, clean: true, record: 1 };
const NEVER = new AbortController().signal;

/** A target whose streams live so long. */
function target(lifetimeMs: number): { readonly lifetimes: StreamLifetimes; readonly opened: () => number } {
  let opened = 0;
  const lifetimes = new StreamLifetimes(async () => {
    opened += 1;
    return {
      closed: new Promise((resolve) => setTimeout(() => resolve(END), lifetimeMs)),
      close: async () => undefined,
    };
  });
  return { lifetimes, opened: () => opened };
}

describe('lifetimes of streams', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function expired(lifetimes: StreamLifetimes, ageMs: number): Promise<number | undefined> {
    const found = lifetimes.expired([{ ageMs, record: 7 }], NEVER);
    await vi.advanceTimersByTimeAsync(120_000);
    return (await found)?.record;
  }

  it('are found out by a stream on which nothing happens', async () => {
    const { lifetimes, opened } = target(5_000);
    expect(lifetimes.cause).toBeUndefined();
    expect(await expired(lifetimes, 5_020)).toBe(7);
    expect(lifetimes.cause).toBe('the target closes every stream after 5 s, whatever happens on it');
    expect(await expired(lifetimes, 4_990)).toBe(7);
    expect(opened()).toBe(1);
  });

  it('do not explain streams that ended sooner, or at once', async () => {
    const { lifetimes, opened } = target(30_000);
    expect(await expired(lifetimes, 50)).toBeUndefined();
    expect(opened()).toBe(0);
    expect(await expired(lifetimes, 5_000)).toBeUndefined();
    expect(await expired(lifetimes, 4_000)).toBeUndefined();
    expect(opened()).toBe(1);
    expect(await expired(lifetimes, 30_000)).toBe(7);
    expect(await expired(lifetimes, 5_000)).toBeUndefined();
  });

  it('stay unknown where the run is stopped while the stream opens', async () => {
    const stopped = AbortSignal.abort('SIGINT');
    const lifetimes = new StreamLifetimes(async (signal) => {
      signal.throwIfAborted();
      throw new Error('a stopped run opens nothing');
    });
    expect(await lifetimes.expired([{ ageMs: 5_000, record: 7 }], stopped)).toBeUndefined();
    expect(lifetimes.cause).toBeUndefined();
  });
});
