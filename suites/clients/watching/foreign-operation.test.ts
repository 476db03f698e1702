// Whoever is told of an operation that it does not know, and goes on.
import { expect, it } from 'vitest';
import type { SeenTransaction } from '../stage/seen.js';
import { judgeForeign } from './foreign-operation.js';
import { Heard } from './seen.test.aid.js';

const told = {
  kind: 'transaction_event',
  message: {},
  view: { status: 'success', operationId: 'op-9', clientRequestId: 'somebody-else' },
} as const;

/** So many orders, seven seconds apart. */
function ordering(heard: Heard, count: number): Heard {
  for (let order = 1; order <= count; order += 1) {
    heard.pause(7_000).request('placeOrder', { volume: '0.1' }, `key-${heard.seen.now}`);
  }
  return heard;
}

function verdict(heard: Heard): string | undefined {
  const event = heard.seen.transactions().find(({ view }) => view.clientRequestId === 'somebody-else');
  const { level, verdict: own } = judgeForeign(heard.seen, event as SeenTransaction);
  return level ?? own;
}

const heardOf = (isRead = true): Heard => new Heard().subscribe('transactions').says(told, isRead);

it('is warned where it trades on as before, having read of it', () => {
  expect(verdict(ordering(heardOf(), 3))).toBe('should');
});

it('is spared where it subscribes again, or reads the snapshot', () => {
  expect(verdict(ordering(heardOf(), 3).subscribe('transactions'))).toBe('pass');
  expect(verdict(ordering(heardOf(), 3).request('snapshot', {}, '', { status: 200 }))).toBe('pass');
});

it('may do so yet where it has not read of it, trades on for a moment only, or reads the snapshot now and then', () => {
  expect(verdict(ordering(heardOf(false), 3))).toBe('inconclusive');
  expect(verdict(ordering(heardOf(), 2))).toBe('inconclusive');
  const reading = new Heard().request('snapshot', {}, '', { status: 200 }).pause(60_000);
  const again = reading.request('snapshot', {}, '', { status: 200 }).subscribe('transactions').says(told, true);
  expect(verdict(ordering(again, 3))).toBe('inconclusive');
});
