// Orders that are laid again beside those that rest, and those that only look so.
import { expect, it } from 'vitest';
import type { OrderView } from '../../../toolkit/profile/index.js';
import { laidAgain } from './laid-again.js';
import { Heard } from './seen.test.aid.js';

const orderOf = (key: string): OrderView => ({ id: `o-${key}`, type: 'limit', state: 'pending' });

const order = { type: 'limit', instrument: 'EURUSD', volume: '0.01' } as const;

/** An order, and the event that tells that it rests. */
function lay(heard: Heard, key: string, price = '0.6'): Heard {
  const view = { status: 'success', clientRequestId: key, orders: [orderOf(key)] };
  return heard.request('placeOrder', { ...order, price }, key).says({ kind: 'transaction_event', message: {}, view });
}

const shows = (heard: Heard, ...keys: readonly string[]): Heard =>
  heard.says({ kind: 'trading_state_snapshot', message: {}, view: { orders: keys.map(orderOf) } }, true);

const cancel = (heard: Heard, key: string): Heard => heard.request('cancelOrder', { orderId: `o-${key}` }, `c-${key}`);

const RETURNS = [1, 2, 3, 4, 5];

/** An order that rests, a minute of others, and returns behind each of which `next` is done. */
function returning(next: (heard: Heard, count: number) => void): Heard {
  const heard = lay(shows(new Heard()), 'k-0');
  for (const count of RETURNS) lay(heard.pause(12_000), `other-${count}`, `0.7${count}`);
  for (const count of RETURNS) {
    shows(heard.returns(), ...[0, ...RETURNS.filter((one) => one < count)].map((one) => `k-${one}`));
    next(heard.pause(500), count);
    heard.pause(500);
  }
  return heard;
}

const judged = (heard: Heard): string => {
  const { verdict, level } = laidAgain(heard.seen);
  return level ?? verdict;
};

it('finds orders that are laid again behind each return', () => {
  expect(judged(returning((heard, count) => lay(heard, `k-${count}`)))).toBe('should');
});

it('spares what is laid once, and what differs', () => {
  expect(judged(returning(() => undefined))).toBe('pass');
  expect(judged(returning((heard, count) => lay(heard, `k-${count}`, `0.5${count}`)))).toBe('pass');
});

it('spares what takes the place of another, whichever goes first', () => {
  const before = returning((heard, count) => lay(cancel(heard, `k-${count - 1}`), `k-${count}`));
  const behind = returning((heard, count) => cancel(lay(heard, `k-${count}`), `k-${count - 1}`));
  expect([judged(before), judged(behind)]).toEqual(['pass', 'pass']);
});

it('finds them of a client that cancels the last of them now and then', () => {
  const heard = lay(shows(new Heard()), 'k-0');
  const resting = ['k-0'];
  for (const count of RETURNS) {
    lay(shows(heard.pause(11_000).returns(), ...resting).pause(500), `k-${count}`);
    for (const round of [1, 2, 3]) {
      cancel(heard.pause(11_000), round === 1 ? `k-${count}` : `again-${count}-${round - 1}`);
      lay(heard, `again-${count}-${round}`);
    }
    resting.push(`again-${count}-3`);
  }
  expect(judged(heard)).toBe('should');
});

it('spares a client that lays equal orders side by side anyway', () => {
  const heard = shows(new Heard());
  for (let count = 0; count < 40; count += 1) lay(heard.pause(1_000), `early-${count}`);
  for (const count of RETURNS) {
    shows(heard.returns(), ...Array.from({ length: 40 }, (_, early) => `early-${early}`));
    lay(heard.pause(500), `k-${count}`);
    heard.pause(500);
  }
  expect(judged(heard)).toBe('pass');
});

it('spares one whose rhythm is longer than its streams live', () => {
  const heard = lay(shows(new Heard()), 'k-0');
  for (const count of RETURNS) {
    const shown = [0, ...RETURNS.filter((one) => one < count)].map((one) => `k-${one}`);
    for (let part = 0; part < 4; part += 1) shows(heard.pause(5_000).returns(), ...shown);
    lay(heard, `k-${count}`);
  }
  expect(judged(heard)).toBe('pass');
});

it('knows nothing of a client whose streams never ended', () => {
  expect(judged(lay(shows(new Heard()), 'k-0'))).toBe('inconclusive');
});
