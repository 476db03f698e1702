// What a client does after an order of it was refused, or lost: whoever decides anew is told from whoever repeats itself.
import { describe, expect, it } from 'vitest';
import type { PlayedCheck } from '../playing/play.js';
import { habitOfSending } from './habit-of-sending.js';
import { Heard } from './seen.test.aid.js';
import { judgeSent, type StruckOrder } from './struck-orders.js';
import type { Watched } from './watched.js';

const QUOTA: StruckOrder = { id: 'limits.client-no-retry/watched-quota', title: '', judges: 'no-repeat' };
const TROUBLE: StruckOrder = {
  id: 'idempotency.client-same-key/watched-internal-error',
  title: '',
  judges: 'repeats',
  level: 'should',
};
const RHYTHM_MS = 700;

/** A client that closes one position after the other, and closes `first` once more, under another key. */
function closing(
  order: StruckOrder,
  status: number,
  again: {
    readonly afterMs: number;
    readonly asks?: boolean;
    readonly reads?: readonly ('operationStatus' | 'snapshot')[];
    readonly returns?: boolean;
  },
): PlayedCheck {
  const heard = new Heard();
  for (let count = 0; count < 5; count += 1) {
    heard.request('closePosition', { positionId: `p-${count}` }, `usual-${count}`).pause(RHYTHM_MS);
  }
  const since = heard.seen.now;
  heard.request('closePosition', { positionId: 'p' }, 'first', { status });
  if (again.asks === true) heard.request('limits', {}, '', { status: 200 });
  for (const read of again.reads ?? []) heard.request(read, {}, '', { status: 200 });
  if (again.returns === true) {
    heard.returns().says({ kind: 'trading_state_snapshot', message: {}, view: { positions: [{ id: 'p' }] } });
  }
  heard.pause(again.afterMs).request('closePosition', { positionId: 'p' }, 'second');
  const { seen } = heard;
  const watched = { seen, habit: habitOfSending(seen, new Set(['first'])), tellsOf: () => true };
  const later = seen.since(since);
  const [first] = later.mutations();
  if (first === undefined) throw new Error('no order was sent');
  // No service is asked.
  return judgeSent(order, watched as unknown as Watched, first, { sent: later.mutations(), later });
}

describe('an order that was refused for its rate, under another key', () => {
  it('is a repeat where it follows sooner than any other', () => {
    const { verdict, level } = closing(QUOTA, 429, { afterMs: 50 });
    expect({ verdict, level }).toEqual({ verdict: 'fail', level: undefined });
  });

  it('may be decided anew in the rhythm of the client', () => {
    const { verdict, level } = closing(QUOTA, 429, { afterMs: 2 * RHYTHM_MS });
    expect({ verdict, level }).toEqual({ verdict: 'fail', level: 'should' });
  });

  it('is no repeat of a client that asked for its quota', () => {
    expect(closing(QUOTA, 429, { afterMs: 50, asks: true }).verdict).toBe('inconclusive');
  });
});

describe('an order whose result is late, and an equal one under another key', () => {
  const LATE: StruckOrder = { id: 'idempotency.client-same-key/watched-result-late', title: '', judges: 'no-second' };
  const PATIENCE_MS = 5_000;

  it('is warned of', () => {
    const { verdict, level } = closing(LATE, 202, { afterMs: PATIENCE_MS });
    expect({ verdict, level }).toEqual({ verdict: 'fail', level: 'should' });
  });

  it.each([
    ['only polled', ['operationStatus', 'operationStatus'], 'fail'],
    ['looked once, and read the snapshot', ['operationStatus', 'snapshot'], 'fail'],
    ['polled, and then read the snapshot', ['operationStatus', 'operationStatus', 'snapshot'], 'inconclusive'],
  ] as const)('is judged by what the client read: it %s', (_, reads, verdict) => {
    expect(closing(LATE, 202, { afterMs: PATIENCE_MS, reads }).verdict).toBe(verdict);
  });
});

describe('an order that was answered with 500, under another key', () => {
  it('is warned of where it follows sooner than any other', () => {
    const { verdict, level } = closing(TROUBLE, 500, { afterMs: 50 });
    expect({ verdict, level }).toEqual({ verdict: 'fail', level: 'should' });
  });

  it.each([
    ['read the snapshot', { reads: ['snapshot'] }],
    ['came back to the snapshot of its subscription', { returns: true }],
  ] as const)('is spared where the client %s in between', (_, looked) => {
    expect(closing(TROUBLE, 500, { afterMs: 50, ...looked }).verdict).toBe('inconclusive');
  });

  it('is spared where the client decides anew', () => {
    expect(closing(TROUBLE, 500, { afterMs: 2 * RHYTHM_MS }).verdict).toBe('inconclusive');
  });
});
