import { describe, expect, it } from 'vitest';
import { AccountStreams } from './account-streams.js';

describe('the streams of an account', () => {
  it('are bounded by the profile, and by what the target turned out to allow beneath that', () => {
    const streams = new AccountStreams(3);
    streams.learn(4);
    expect(streams.limit).toBe(3);
    expect(streams.undecided().message).toMatch(/^the profile allows 3 streams/);
    streams.learn(1);
    expect(streams.undecided().message).toMatch(/^the target allows one stream/);
  });

  it('are free again when a place is given back, however often', () => {
    const streams = new AccountStreams(1);
    const giveBack = streams.take('A');
    expect([streams.isFree('A'), streams.isFree('B')]).toEqual([false, true]);
    giveBack();
    giveBack();
    streams.take('A');
    expect(streams.isFree('A')).toBe(false);
  });

  it('are waited for by whoever finds them taken, each account by itself', async () => {
    const streams = new AccountStreams(1);
    const [a, b] = [streams.take('A'), streams.take('B')];
    let isFreed = false;
    const freed = streams.freed('A', 60_000).then(() => {
      isFreed = true;
    });
    b();
    await new Promise(setImmediate);
    expect(isFreed).toBe(false);
    a();
    await freed;
    expect(streams.isFree('A')).toBe(true);
    await streams.freed('A', 1);
  });
});
