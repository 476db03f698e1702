// Each kind of call has its turn to meet trouble.
import { expect, it } from 'vitest';
import { Heard } from './seen.test.aid.js';
import { Turns } from './turns.js';

it('prefers the kinds that met less trouble, once they are known to come', () => {
  const heard = new Heard();
  for (const key of ['a', 'b']) heard.request('placeOrder', {}, key).request('closePosition', {}, `${key}-close`);
  heard.request('cancelOrder', {}, 'seldom');
  const turns = new Turns();
  expect(turns.next(heard.seen)).toBeUndefined();
  const [order, close] = heard.seen.mutations();
  if (order === undefined || close === undefined) throw new Error('no order was sent');
  turns.met(order);
  expect(turns.next(heard.seen)).toEqual(new Set(['closePosition']));
  turns.met(close);
  expect(turns.next(heard.seen)).toBeUndefined();
});
