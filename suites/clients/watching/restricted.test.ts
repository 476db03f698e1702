// Pending orders that are placed while an account may only close.
import { expect, it } from 'vitest';
import { judge } from './restricted.js';
import { Heard } from './seen.test.aid.js';

function placed(count: number, pauseMs: number, status: number): Heard {
  const heard = new Heard();
  for (let order = 0; order < count; order += 1) {
    heard.request('placeOrder', { type: 'limit', price: `${order}` }, `k-${order}`, { status }).pause(pauseMs);
  }
  return heard;
}

it.each([
  ['finds who goes on as ever', 700, 10, 700, 'fail'],
  ['spares who tries less often than before', 100, 10, 700, 'pass'],
  ['spares a few tries', 2_000, 6, 2_000, 'pass'],
  ['spares what had left when it was known', 700, 20, 5, 'pass'],
])('%s', (_, usualMs, count, pauseMs, verdict) => {
  const usual = placed(60, usualMs, 202).seen.mutations();
  expect(judge(placed(count, pauseMs, 403).seen.mutations(), usual, { atNs: 0n }).verdict).toBe(verdict);
});
