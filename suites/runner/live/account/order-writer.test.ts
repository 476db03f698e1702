import { describe, expect, it } from 'vitest';
import type { ConditionsView } from '../../../../toolkit/profile/dialect/views.js';
import { LiveMarket } from '../market/market.js';
import { RestingOrders } from '../market/resting-orders.js';
import { OrderWriter } from './order-writer.js';
import { PLAIN_ORDER } from './usual-order.js';

const EURUSD = {
  name: 'EURUSD',
  restingBuyLimit: '0.90000',
  restingSellLimit: '1.30000',
  restingBuyStop: '1.30000',
  restingSellStop: '0.90000',
};

function writer(conditions: ConditionsView = { volumeMin: '0.01', pointDigits: 5 }, volume?: string): OrderWriter {
  return new OrderWriter({
    accountId: 'A',
    usual: () => PLAIN_ORDER,
    market: new LiveMarket([{ ...EURUSD, ...(volume !== undefined && { volume }) }]).forOneAttempt(),
    resting: new RestingOrders(),
    conditions: async () => ({ ...conditions, record: 1 }),
    wait: async () => undefined,
  });
}

describe('an order without a word', () => {
  it('is a buy limit of the smallest volume that rests', async () => {
    expect(await writer().write({})).toEqual({
      accountId: 'A',
      instrument: 'EURUSD',
      type: 'limit',
      side: 'buy',
      volume: '0.01',
      price: '0.89999',
    });
  });

  it('is like no other of its account, and always moves away from the market', async () => {
    const orders = writer();
    const prices = await Promise.all([1, 2, 3].map(async () => (await orders.write({})).price));
    expect(prices).toEqual(['0.89999', '0.89998', '0.89997']);
  });

  it.each([
    ['limit', 'buy', '0.89999'],
    ['limit', 'sell', '1.30001'],
    ['stop', 'buy', '1.30001'],
    ['stop', 'sell', '0.89999'],
  ] as const)('of type %s on side %s rests at %s', async (type, side, price) => {
    expect(await writer().write({ type, side })).toMatchObject({ type, side, price });
  });

  it('at market has no price, and of type sltp the protection of a position', async () => {
    expect(await writer().write({ type: 'market' })).not.toHaveProperty('price');
    expect(await writer().write({ type: 'sltp', side: 'sell', positionId: 'P' })).toMatchObject({
      positionId: 'P',
      stopLossPrice: '1.30000',
      takeProfitPrice: '0.90000',
    });
  });

  it('keeps every word that the check did say', async () => {
    const order = await writer().write({ instrument: 'GOLD', volume: 7, price: 'cheap', stopLossPrice: null });
    expect(order).toMatchObject({ instrument: 'GOLD', volume: 7, price: 'cheap', stopLossPrice: null });
  });

  it('reads point_digits as a number or as text, and moves by points of the profile where there are none', async () => {
    expect(await writer({ volumeMin: '1', pointDigits: '3' }).write({})).toMatchObject({ price: '0.89900' });
    expect(await writer({ volumeMin: '1' }).write({})).toMatchObject({ price: '0.89999' });
  });

  it.each([
    ['above volume_max', '0.10', { volumeMin: '0.01', volumeMax: '0.05' }, '0.01'],
    ['below volume_min', '0.10', { volumeMin: '0.20', volumeMax: '5' }, '0.2'],
    ['within the bounds', '0.10', { volumeMin: '0.01', volumeMax: '5' }, '0.10'],
    ['absent, and the minimum has an exponent', undefined, { volumeMin: '1E+0' }, '1'],
  ])(
    'has a volume that the conditions allow where that of the profile is %s',
    async (_where, volume, conditions, sent) => {
      expect(await writer(conditions, volume).write({})).toMatchObject({ volume: sent });
    },
  );

  it('is undecided where neither profile nor conditions say a volume', async () => {
    await expect(writer({ pointDigits: 5 }).write({})).rejects.toThrow('show no volume_min');
  });
});
