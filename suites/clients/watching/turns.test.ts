// Each kind of call has its turn to meet trouble.
import { expect, it } from 'vitest';
import { Heard } from './seen.test.aid.js';
import { Turns } from './turns.js';

it('prefers the kinds that have not met a trouble, once they are known to come', () => {
  const heard = new Heard();
  for (const key of ['a', 'b']) heard.request('placeOrder', {}, key).request('closePosition', {}, `${key}-close`);
  heard.request('cancelOrder', {}, 'seldom');
  const turns = new Turns();
  expect(turns.next('lost', heard.seen)).toBeUndefined();
  const [order, close] = heard.seen.mutations();
  if (order === undefined || close === undefined) throw new Error('no order was sent');
  turns.met('lost', order);
  expect(turns.next('lost', heard.seen)).toEqual(new Set(['closePosition']));
  expect(turns.next('refused', heard.seen)).toBeUndefined();
  turns.met('lost', close);
  expect(turns.next('lost', heard.seen)).toBeUndefined();
});
