import { describe, expect, it } from 'vitest';
import { LockOuts } from './lock-outs.js';

const { signal } = new AbortController();

describe('lock-outs', () => {
  it('suspects a sound request only after some refusals, and everything once a lock was met', async () => {
    const answers = [false, true];
    const locks = new LockOuts(async () => answers.shift() ?? true);
    expect(locks.maySuspect(true)).toBe(false);
    for (let n = 0; n < 5; n += 1) locks.refused();
    expect([locks.maySuspect(true), locks.maySuspect(false)]).toEqual([true, false]);
    expect(await locks.waitOut(signal)).toBe(true);
    expect(locks.maySuspect(false)).toBe(true);
  });

  it('takes a refusal for meant where a sound read is accepted', async () => {
    const locks = new LockOuts(async () => true);
    expect(await locks.waitOut(signal)).toBe(false);
    expect(locks.met).toBe(0);
  });

  it('gives a lock up once, and finds out by one read that it lasts or is over', async () => {
    let reads = 0;
    let isOpen = false;
    const locks = new LockOuts(async () => {
      reads += 1;
      return isOpen;
    }, 150);
    locks.sound();
    expect(await locks.waitOut(signal)).toBe(false);
    expect(locks.isLasting).toBe(true);
    const before = reads;
    const fromMs = performance.now();
    expect(await locks.waitOut(signal)).toBe(false);
    expect([reads - before, locks.met, locks.overlaps(fromMs, performance.now())]).toEqual([1, 1, true]);
    isOpen = true;
    expect(await locks.waitOut(signal)).toBe(true);
    expect(locks.isLasting).toBe(false);
    expect(await locks.waitOut(signal)).toBe(false);
  });

  it('knows which time was spoilt', async () => {
    const answers = [false, true];
    const locks = new LockOuts(async () => answers.shift() ?? true);
    locks.sound();
    const beforeMs = performance.now();
    await locks.waitOut(signal);
    expect(locks.overlaps(beforeMs, performance.now())).toBe(true);
    expect(locks.overlaps(performance.now() + 1, performance.now() + 2)).toBe(false);
  });
});
