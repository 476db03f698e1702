import { describe, expect, it } from 'vitest';
import { NoteLimiter } from './note-limiter.js';

describe('a limiter of notes', () => {
  it('tells 40 of a second, and says of the others how many there were', () => {
    const limiter = new NoteLimiter();
    const told = Array.from({ length: 1000 }, (_, at) => limiter.take(at / 10)).filter(({ isTold }) => isTold);
    expect(told).toHaveLength(40);
    expect(limiter.take(1000)).toEqual({ isTold: true, untold: 960 });
    expect(limiter.take(1001)).toEqual({ isTold: true, untold: 0 });
  });

  it('loses nothing at the end', () => {
    const limiter = new NoteLimiter();
    for (let at = 0; at < 41; at += 1) limiter.take(5);
    expect(limiter.rest()).toBe(1);
    expect(limiter.rest()).toBe(0);
  });

  it('begins anew when the clock goes back', () => {
    const limiter = new NoteLimiter();
    for (let at = 0; at < 50; at += 1) limiter.take(5000);
    expect(limiter.take(0)).toEqual({ isTold: true, untold: 10 });
  });
});
