// Volumes that a client sends after an event has told it of others.
import { expect, it } from 'vitest';
import { parseDecimal } from '../../../toolkit/decimal/index.js';
import { judgeAfter, ordersAfter } from './changed-conditions.js';
import { Heard } from './seen.test.aid.js';

const CHANGED = { kind: 'instrument_event', message: {}, view: { instrument: 'EURUSD', action: 'upd' } } as const;
const MOST = parseDecimal('0.01');

function trading({ isRead = true, instrument = 'EURUSD', volumes = ['0.02', '0.02', '0.02'], pauseMs = 3_000 }): Heard {
  const heard = new Heard().says(CHANGED, isRead);
  volumes.forEach((volume, order) => {
    heard.pause(pauseMs).request('openPosition', { instrument, volume }, `k-${order}`);
  });
  return heard;
}

it.each([
  ['finds volumes beyond what it was told', {}, 'fail'],
  ['spares volumes within it', { volumes: ['0.01', '0.01'] }, 'pass'],
  ['spares one that was decided before', { volumes: ['0.02', '0.01'] }, 'pass'],
  ['spares what had left before the event was read', { pauseMs: 400 }, 'inconclusive'],
  ['knows nothing of a client that has not read the event', { isRead: false }, 'inconclusive'],
  ['does not judge other instruments', { instrument: 'USDJPY' }, 'inconclusive'],
])('%s', (_, what, verdict) => {
  const { seen } = trading(what);
  expect(judgeAfter([{ most: MOST, sent: ordersAfter(seen, 'EURUSD') }]).verdict).toBe(verdict);
});

it('counts what goes beyond on several instruments, one order on each', () => {
  const told = (instrument: string) => ({ ...CHANGED, view: { ...CHANGED.view, instrument } }) as const;
  const heard = new Heard().says(told('EURUSD'), true).says(told('USDJPY'), true).pause(3_000);
  const names = ['EURUSD', 'USDJPY'];
  for (const instrument of names) heard.request('openPosition', { instrument, volume: '0.02' }, instrument);
  const after = names.map((name) => ({ most: MOST, sent: ordersAfter(heard.seen, name) }));
  expect(judgeAfter(after).verdict).toBe('fail');
});

it('does not count the volume of what protects a position', () => {
  const heard = new Heard().says(CHANGED, true).pause(3_000);
  for (const key of ['a', 'b', 'c']) {
    heard.request('placeOrder', { type: 'sltp', instrument: 'EURUSD', volume: '0.02', positionId: key }, key);
  }
  const sent = ordersAfter(heard.seen, 'EURUSD');
  expect(judgeAfter([{ most: MOST, sent }]).verdict).toBe('inconclusive');
});
