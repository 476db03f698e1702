import { describe, expect, it } from 'vitest';
import { Gate, knownQuota } from './gate.js';

describe('a gate of the pace', () => {
  it('lets everything through as long as nothing was refused', () => {
    const gate = new Gate();
    for (let n = 0; n < 100; n += 1) gate.leave(1000);
    expect(gate.readyAt(1000)).toBeLessThanOrEqual(1000);
  });

  it('shuts for as long as was asked for, and longer each time where nothing was', () => {
    const gate = new Gate();
    gate.refused(0, 3000);
    expect(gate.readyAt(10)).toBe(3000);
    const other = new Gate();
    other.refused(0, undefined);
    const first = other.readyAt(0);
    other.refused(first, undefined);
    expect(other.readyAt(first) - first).toBeGreaterThan(first);
  });

  it('spaces requests out once a quota was met, and no longer after many have passed', () => {
    const gate = new Gate();
    for (let n = 0; n < 10; n += 1) gate.leave(n * 10);
    gate.slowDown(100);
    gate.leave(100);
    expect(gate.readyAt(100)).toBeGreaterThan(200);
    for (let n = 0; n < 60_000; n += 1) gate.passed();
    gate.leave(10_000);
    expect(gate.readyAt(10_000)).toBeLessThanOrEqual(10_000);
  });

  it('keeps to a quota that is known', () => {
    const gate = new Gate();
    gate.bind({ limit: 2, windowMs: 1000 });
    gate.leave(0);
    gate.leave(0);
    expect(gate.readyAt(0)).toBeGreaterThanOrEqual(1000);
  });

  it('believes no quota that makes no sense', () => {
    expect(knownQuota({ limit: 10, windowMs: 1000 })).toEqual({ limit: 10, windowMs: 1000 });
    for (const shown of [
      {},
      { limit: 0, windowMs: 1000 },
      { limit: 1, windowMs: 3_600_000 },
      { limit: 'x', windowMs: 1 },
    ]) {
      expect(knownQuota(shown)).toBeUndefined();
    }
  });
});
