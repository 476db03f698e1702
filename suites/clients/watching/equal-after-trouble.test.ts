// Equal orders under other keys after losses and refusals, against how often a client sends such anyway.
import { describe, expect, it } from 'vitest';
import { textAt } from '../../../toolkit/checkers/ledger/views.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import type { Seen } from '../stage/seen.js';
import { afterLosses, afterPending, afterRefusals } from './equal-after-trouble.js';
import { Heard } from './seen.test.aid.js';
import type { Watched } from './watched.js';

const LOST = { delivered: 'cut-before' } as const;
const REFUSED = { status: 429 } as const;

/** A status as these tests write it: its key, and whether it has come to its end. */
const keyOfStatus = (body: JsonValue): string | undefined => textAt(body, 'key');
const endedKeyOf = (body: JsonValue): string | undefined =>
  textAt(body, 'state') === 'success' ? textAt(body, 'key') : undefined;

/** As much of a client under watch as is asked for. */
function watched(seen: Seen): Watched {
  // No service is asked.
  return { seen, troubled: new Set(), tellsOf: () => true, keyOfStatus, endedKeyOf } as unknown as Watched;
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

describe('the same order, placed and closed round after round', () => {
  /** Every eighth is refused: nothing is there to be closed then. */
  const rounds = (afterMs: number): Heard => {
    const heard = new Heard();
    for (let count = 1; count <= 48; count += 1) {
      const isRefused = count % 8 === 0;
      heard.request('placeOrder', { price: '1' }, `k-${count}`, isRefused ? REFUSED : {}).pause(300);
      if (!isRefused) heard.request('closePosition', { positionId: `p-${count}` }, `c-${count}`);
      heard.pause(isRefused ? afterMs : 1_200);
    }
    return heard;
  };

  it('may be placed again in its own time where one was refused, and not at once', () => {
    expect(afterRefusals(watched(rounds(3_000).seen)).verdict).toBe('pass');
    expect(afterRefusals(watched(rounds(50).seen))).toMatchObject({ verdict: 'fail', level: 'should' });
  });
});

describe('equal orders after a status that was not final', () => {
  /** Opens and closes in turn; reads the status of each opening, and again where it opens another only then. */
  const opening = (pending: 'opens again' | 'waits', usual: 'closes' | 'opens again'): Heard => {
    const heard = new Heard();
    for (let count = 0; count < 40; count += 1) {
      const isPending = count % 8 === 7;
      const key = `k-${count}`;
      const read = (state: string): Heard =>
        heard.request('operationStatus', { operationId: key }, '', { status: 200, json: { key, state } }).pause(100);
      heard.request('openPosition', { volume: '0.1' }, key).pause(10);
      read(isPending ? 'pending' : 'success');
      if (isPending && pending === 'waits') read('success');
      if (isPending || usual === 'opens again') heard.request('openPosition', { volume: '0.1' }, `${key}-again`);
      heard.request('closePosition', { positionId: key }, `${key}-close`).pause(700);
    }
    return heard;
  };

  it('are taken for those under way where the client sends none after a result', () => {
    const { verdict, level } = afterPending(watched(opening('opens again', 'closes').seen));
    expect({ verdict, level }).toEqual({ verdict: 'fail', level: 'should' });
  });

  it.each([
    ['waits', 'closes'],
    ['opens again', 'opens again'],
  ] as const)('are spared of a client that %s, and after a result %s', (pending, usual) => {
    expect(afterPending(watched(opening(pending, usual).seen)).verdict).not.toBe('fail');
  });
});
