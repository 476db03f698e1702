import { describe, expect, it } from 'vitest';
import { Ration } from './ration.js';

describe('a ration of notes', () => {
  it('tells 40 of a second, and says of the others how many there were', () => {
    const ration = new Ration();
    const told = Array.from({ length: 1000 }, (_, at) => ration.take(at / 10)).filter(({ isTold }) => isTold);
    expect(told).toHaveLength(40);
    expect(ration.take(1000)).toEqual({ isTold: true, untold: 960 });
    expect(ration.take(1001)).toEqual({ isTold: true, untold: 0 });
  });

  it('loses nothing at the end', () => {
    const ration = new Ration();
    for (let at = 0; at < 41; at += 1) ration.take(5);
    expect(ration.rest()).toBe(1);
    expect(ration.rest()).toBe(0);
  });

  it('begins anew when the clock goes back', () => {
    const ration = new Ration();
    for (let at = 0; at < 50; at += 1) ration.take(5000);
    expect(ration.take(0)).toEqual({ isTold: true, untold: 10 });
  });
});
