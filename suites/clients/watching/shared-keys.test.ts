// One key for orders of several types, or for what acts on several positions.
import { expect, it } from 'vitest';
import { Heard } from './seen.test.aid.js';
import { sharedKeys } from './shared-keys.js';

const LIMIT = { type: 'limit', price: '1.05' };
const SLTP = { type: 'sltp', positionId: 'p-1' };

it('warns of keys that name orders of two types, time and again', () => {
  const heard = new Heard();
  for (const key of ['1', '2', '3']) heard.request('placeOrder', LIMIT, key).request('placeOrder', SLTP, key);
  expect(sharedKeys(heard.seen)).toMatchObject({ verdict: 'fail', level: 'should' });
});

it('warns of keys that close two positions', () => {
  const heard = new Heard();
  for (const key of ['1', '2', '3']) {
    for (const positionId of ['a', 'b']) heard.request('closePosition', { positionId: `${positionId}-${key}` }, key);
  }
  expect(sharedKeys(heard.seen)).toMatchObject({ verdict: 'fail', level: 'should' });
});

it('spares keys that are counted for each call, repeats, and few of them', () => {
  const heard = new Heard();
  for (const key of ['1', '2', '3']) {
    heard.request('placeOrder', LIMIT, key).request('openPosition', {}, key).request('placeOrder', LIMIT, key);
  }
  heard.request('placeOrder', SLTP, '1').request('placeOrder', SLTP, '2');
  expect(sharedKeys(heard.seen).verdict).toBe('pass');
});
