import { expect, it } from 'vitest';
import { protectionOf } from './protection.js';

it('puts the stop loss of a buy below its price and the take profit above, in as many digits', () => {
  const prices = protectionOf({ accountId: 'A', side: 'buy', price: '0.50001' });
  expect(prices).toEqual({ stopLossPrice: '0.45000', takeProfitPrice: '0.55002' });
});

it('mirrors protection for a sell', () => {
  const prices = protectionOf({ accountId: 'A', side: 'sell', price: '200' });
  expect(prices).toEqual({ stopLossPrice: '220', takeProfitPrice: '180' });
});

it('keeps to the proper sides of a price that is negative, and of one that is small', () => {
  const below = protectionOf({ accountId: 'A', side: 'buy', price: '-37.60' });
  expect(below).toEqual({ stopLossPrice: '-41.36', takeProfitPrice: '-33.84' });
  expect(protectionOf({ accountId: 'A', side: 'buy', price: '5' })).toEqual({
    stopLossPrice: '4',
    takeProfitPrice: '6',
  });
});
