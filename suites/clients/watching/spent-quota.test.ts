// Calls far beyond the quota that the limits call tells, and those within it.
import { expect, it } from 'vitest';
import { Heard } from './seen.test.aid.js';
import { judgeSpent, withinQuota } from './spent-quota.js';

function polls(count: number, pauseMs: number): Heard {
  const heard = new Heard();
  for (let one = 0; one < count; one += 1) {
    heard.request('operationStatus', { operationId: 'o' }, '', { status: 200 }).pause(pauseMs);
  }
  return heard;
}

it('finds who reads a status without a pause', () => {
  const { verdict, level } = withinQuota(polls(400, 10).seen);
  expect({ verdict, level }).toEqual({ verdict: 'fail', level: 'should' });
});

it('spares as many reads with pauses between them', () => {
  expect(withinQuota(polls(400, 100).seen).verdict).toBe('pass');
});

it.each([
  ['finds who goes on order by order', 500, 'fail'],
  ['spares a pool whose orders had left when the first was refused', 5, 'pass'],
  ['spares who tries now and then', 2_000, 'pass'],
])('%s', (_, pauseMs, verdict) => {
  const heard = new Heard();
  for (let order = 0; order < 20; order += 1) {
    heard.request('placeOrder', { price: `${order}` }, `k-${order}`, { status: 429 }).pause(pauseMs);
  }
  const refused = heard.seen.mutations();
  const [first] = refused;
  expect(first && judgeSpent(first, refused).verdict).toBe(verdict);
});
