import { describe, expect, it } from 'vitest';
import type { CheckSpec } from '../check.js';
import { deferred } from '../deferred.js';
import { Turns, turnsFor } from './turns.js';

const short: CheckSpec = { id: 'own.b/c', title: '', kind: 'scenario', run: async () => undefined };
const long: CheckSpec = { ...short, waitMs: 4000 };

describe('turns', () => {
  it('let so many checks work at once, and the next when one has ended, whatever came of it', async () => {
    const turns = new Turns(2);
    const log: string[] = [];
    const gates = ['a', 'b', 'c'].map((name) => ({ name, gate: deferred<void>() }));
    const work = gates.map(({ name, gate }) =>
      turns.take(short, async () => {
        log.push(name);
        await gate.promise;
        if (name === 'a') throw new Error('failed');
      }),
    );
    work[0]?.catch(() => undefined);
    await new Promise(setImmediate);
    expect(log).toEqual(['a', 'b']);
    gates[0]?.gate.resolve();
    await expect(work[0]).rejects.toThrow('failed');
    await new Promise(setImmediate);
    expect(log).toEqual(['a', 'b', 'c']);
    for (const { gate } of gates) gate.resolve();
    await Promise.all(work.slice(1));
  });

  it('are not for checks that mostly wait', async () => {
    const turns = new Turns(1);
    const gate = deferred<void>();
    const busy = turns.take(short, () => gate.promise);
    await turns.take(long, async () => undefined);
    gate.resolve();
    await busy;
  });

  it.each([
    [0, 48],
    [1, 2],
    [50, 25],
    [1000, 48],
  ])('at %i requests per second are %i', (rate, turns) => {
    expect(turnsFor(rate)).toBe(turns);
  });
});
