import { expect, it } from 'vitest';
import { oneStepMore, protectionOf, shifted } from './prices.js';

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

it('shifts by units of the last written digit', () => {
  expect(shifted('1.0999', 1n)).toBe('1.1000');
  expect(shifted('0.50', -50n)).toBe('0.00');
});

it('adds one step to a volume while the maximum leaves room', () => {
  const conditions = { volumeStep: '0.01', volumeMax: '0.1' };
  expect(oneStepMore('0.09', conditions)).toBe('0.10');
  expect(oneStepMore('0.10', conditions)).toBeUndefined();
  expect(oneStepMore('0.09', { volumeStep: 0.01 })).toBeUndefined();
});
