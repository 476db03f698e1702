import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type AskAccount, FreshAccounts } from './fresh-accounts.js';

const never = new AbortController().signal;

/** Accounts that are there so many milliseconds after they were first asked for. */
function there(afterMs: number): AskAccount {
  const since = new Map<string, number>();
  return async (accountId) => {
    const first = since.get(accountId) ?? Date.now();
    since.set(accountId, first);
    return Date.now() - first >= afterMs;
  };
}

function accounts(readMs: number, streamMs = 0): FreshAccounts {
  return new FreshAccounts({ read: there(readMs), stream: there(streamMs) });
}

async function tookMs(work: Promise<unknown>): Promise<number> {
  const started = Date.now();
  const end = work.then(() => Date.now() - started);
  await vi.runAllTimersAsync();
  return end;
}

describe('fresh accounts', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    return () => void vi.useRealTimers();
  });

  it('are not awaited where the first was there at once', async () => {
    const fresh = accounts(0);
    await fresh.first('A', true, never);
    expect(fresh.knowledge).toBe(0);
    expect(await tookMs(fresh.opened('B', never))).toBe(0);
  });

  it('are awaited where the first was late, with their streams', async () => {
    const fresh = accounts(300, 900);
    await tookMs(fresh.first('A', true, never));
    expect(fresh.knowledge).toBe(1);
    expect(await tookMs(fresh.opened('B', never))).toBeGreaterThanOrEqual(1_200);
  });

  it('are given up where they are never there', async () => {
    const end = accounts(Number.POSITIVE_INFINITY).first('A', false, never);
    const message = expect(end).rejects.toThrow(/account A is not there 15000 ms after/);
    await vi.runAllTimersAsync();
    await message;
  });

  it('that were refused are tried with another, and refused for good where that is there at once', async () => {
    const fresh = accounts(0);
    await fresh.first('A', true, never);
    const open = vi.fn(async () => 'B');
    for (let n = 0; n < 5; n += 1) expect(await fresh.suspect(0, open, never)).toBe(false);
    expect(open).toHaveBeenCalledTimes(3);
  });

  it('that were refused although they were awaited get longer twice', async () => {
    const fresh = accounts(300);
    await tookMs(fresh.first('A', false, never));
    const open = async (): Promise<string> => 'B';
    const knowledge = fresh.knowledge;
    expect(await fresh.suspect(knowledge, open, never)).toBe(true);
    expect(await fresh.suspect(knowledge, open, never)).toBe(true);
    expect(fresh.knowledge).toBe(2);
    expect(await tookMs(fresh.opened('C', never))).toBeGreaterThanOrEqual(1_300);
    expect(await fresh.suspect(2, open, never)).toBe(true);
    expect(await fresh.suspect(3, open, never)).toBe(false);
  });
});
