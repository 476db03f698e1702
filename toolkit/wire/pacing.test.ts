import { describe, expect, test } from 'vitest';
import { createPacing } from './pacing.js';

describe('pacing', () => {
  test('spaces requests evenly and keeps their order', async () => {
    const pacing = createPacing(200);
    const order: number[] = [];
    const started = performance.now();
    await Promise.all([0, 1, 2, 3, 4].map((n) => pacing.turn().then(() => order.push(n))));
    expect(order).toEqual([0, 1, 2, 3, 4]);
    expect(performance.now() - started).toBeGreaterThanOrEqual(19);
  });

  test('keeps to a quota of as many per second, even where the first request arrives late', async () => {
    const pacing = createPacing(40);
    const left: number[] = [];
    for (let n = 0; n <= 40; n += 1) {
      await pacing.turn();
      left.push(performance.now());
    }
    expect((left.at(-1) ?? 0) - (left[0] ?? 0)).toBeGreaterThan(1090);
  });

  test('does not hold anything back at rate 0', async () => {
    const pacing = createPacing(0);
    const started = performance.now();
    await Promise.all(Array.from({ length: 1000 }, () => pacing.turn()));
    expect(performance.now() - started).toBeLessThan(500);
  });

  test('gives up waiting when aborted', async () => {
    const pacing = createPacing(0.01);
    await pacing.turn();
    const controller = new AbortController();
    const turn = pacing.turn(controller.signal);
    controller.abort(new Error('stop'));
    await expect(turn).rejects.toThrow('stop');
    await expect(createPacing(0).turn(controller.signal)).rejects.toThrow('stop');
  });

  test('refuses a rate that is none', () => {
    expect(() => createPacing(-1)).toThrow(RangeError);
    expect(() => createPacing(Number.NaN)).toThrow(/requestsPerSecond/);
  });
});
