// Equal orders under other keys after losses and refusals, against how often a client sends such anyway.
import { describe, expect, it } from 'vitest';
import type { Seen } from '../stage/seen.js';
import { afterLosses, afterRefusals } from './equal-after-trouble.js';
import { Heard } from './seen.test.aid.js';
import type { Watched } from './watched.js';

const LOST = { delivered: 'cut-before' } as const;
const REFUSED = { status: 429 } as const;

/** As much of a client under watch as is asked for. */
function watched(seen: Seen): Watched {
  return { seen, troubled: new Set(), tellsOf: () => true } as unknown as Watched; // no service is asked
}

/** Thirty orders of several workers, every `every`-th of which is equal to the one before. */
function habit(every: number): Heard {
  const heard = new Heard();
  for (let count = 0; count < 30; count += 1) {
    const isEqual = count > 0 && count % every === 0;
    heard.request('placeOrder', { price: String(isEqual ? count - 1 : count) }, `usual-${count}`).pause(100);
  }
  return heard;
}

function trouble(heard: Heard, times: number, what: typeof LOST | typeof REFUSED, follows: 'equal' | 'other'): Heard {
  for (let count = 0; count < times; count += 1) {
    heard.request('placeOrder', { price: `struck-${count}` }, `struck-${count}`, what).pause(100);
    heard.request('placeOrder', { price: `between-${count}` }, `between-${count}`).pause(100);
    const price = follows === 'equal' ? `struck-${count}` : `behind-${count}`;
    heard.request('placeOrder', { price }, `after-${count}`).pause(100);
    for (let other = 0; other < 5; other += 1) {
      heard.request('placeOrder', { price: `other-${count}-${other}` }, `other-${count}-${other}`).pause(100);
    }
  }
  return heard;
}

describe('equal orders after losses', () => {
  it('are the lost ones where the client seldom sends such, with others of other workers between them', () => {
    const { verdict, level } = afterLosses(watched(trouble(habit(20), 5, LOST, 'equal').seen));
    expect({ verdict, level }).toEqual({ verdict: 'fail', level: 'should' });
  });

  it('tell nothing of a client that sends equal orders all the time', () => {
    expect(afterLosses(watched(trouble(habit(2), 5, LOST, 'equal').seen)).verdict).toBe('pass');
  });

  it('are spared where other orders follow, and where one loss is all there is', () => {
    expect(afterLosses(watched(trouble(habit(20), 5, LOST, 'other').seen)).verdict).toBe('pass');
    expect(afterLosses(watched(trouble(habit(20), 1, LOST, 'equal').seen)).verdict).toBe('inconclusive');
  });

  it('are spared where the client had looked what became of the first', () => {
    const heard = habit(20);
    for (let count = 0; count < 5; count += 1) {
      heard.request('placeOrder', { price: `struck-${count}` }, `struck-${count}`, LOST);
      heard.request('operationStatus', { operationId: 'o' }, '', { status: 404 });
      heard.request('placeOrder', { price: `struck-${count}` }, `after-${count}`);
    }
    expect(afterLosses(watched(heard.seen)).verdict).toBe('pass');
  });

  it('are spared where a repeat under its own key was answered before', () => {
    const heard = habit(20);
    for (let count = 0; count < 5; count += 1) {
      heard.request('placeOrder', { price: `struck-${count}` }, `struck-${count}`, LOST);
      heard.request('placeOrder', { price: `struck-${count}` }, `struck-${count}`);
      heard.request('placeOrder', { price: `struck-${count}` }, `after-${count}`);
    }
    expect(afterLosses(watched(heard.seen)).verdict).toBe('pass');
  });
});

describe('equal orders after REQUEST_RATE_LIMIT', () => {
  it('are the refused ones where the client seldom sends such', () => {
    const { verdict, level } = afterRefusals(watched(trouble(habit(20), 4, REFUSED, 'equal').seen));
    expect({ verdict, level }).toEqual({ verdict: 'fail', level: 'should' });
  });

  it('are spared after a pause', () => {
    const heard = habit(20);
    for (let count = 0; count < 5; count += 1) {
      heard.request('placeOrder', { price: `struck-${count}` }, `struck-${count}`, REFUSED).pause(6_000);
      heard.request('placeOrder', { price: `struck-${count}` }, `after-${count}`);
    }
    for (let count = 0; count < 5; count += 1) heard.request('placeOrder', { price: `end-${count}` }, `end-${count}`);
    expect(afterRefusals(watched(heard.seen)).verdict).toBe('pass');
  });
});
