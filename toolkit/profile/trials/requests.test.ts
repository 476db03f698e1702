import { describe, expect, it } from 'vitest';
import type { Dialect } from '../dialect/dialect.js';
import { dialectOf, type Trial } from './trials.test.aid.js';

describe('requests', () => {
  const order = { accountId: '7', instrument: 'EUR/USD', side: 'buy', volume: '0.10', price: '1.5' } as const;
  const bodyOf = (trial: Trial, params: Parameters<Dialect['request']>[1]): unknown =>
    JSON.parse(dialectOf(trial).request('placeOrder', params).body ?? 'null');

  it('writes a limit order as each target wants it', () => {
    const limit = { ...order, type: 'limit' } as const;
    expect(bodyOf('compact', limit)).toEqual({ t: 'L', s: 'EUR/USD', d: 1, v: '0.10', price: '1.5', venue: 'MAIN' });
    expect(bodyOf('nested', limit)).toEqual({
      order: {
        kind: { '{x}': 'LIMIT_ORDER' },
        details: { symbol: { name: 'EUR/USD' }, volume: '0.10', price: '1.5', direction: 'UP' },
      },
      flags: [],
    });
    expect(bodyOf('envelope', limit)).toEqual({
      data: {
        orderType: 'LMT',
        symbol: 'EUR/USD',
        buy: true,
        volume: '0.10',
        price: '1.5',
        comment: 'by 7 for EUR/USD',
      },
    });
  });

  it('writes another body for another order type, and keeps the digits of large identifiers', () => {
    const { body } = dialectOf('compact').request('placeOrder', {
      accountId: '7',
      type: 'sltp',
      positionId: '12345678901234567890',
      stopLossPrice: '1.4',
    });
    expect(body).toBe('{"t":"X","pos":12345678901234567890,"stop_loss_price":"1.4","take_profit_price":null}');
    expect(bodyOf('compact', { ...order, type: 'stop', stopLossPrice: '1.4' })).toMatchObject({
      attach: { stop_loss_price: '1.4' },
    });
  });

  it('writes wrong values on purpose as they are', () => {
    expect(bodyOf('compact', { ...order, type: 'limit', volume: { deep: [1] }, price: 5 })).toMatchObject({
      v: { deep: [1] },
      price: 5,
    });
  });

  it('writes paths and queries', () => {
    const path = (trial: Trial, ...args: Parameters<Dialect['request']>) => dialectOf(trial).request(...args).path;
    const page = { accountId: '7', limit: 5, cursor: 'a b&c' };
    expect(path('compact', 'orderHistory', page)).toBe('/v1/hist/7/o?n=5&after=a%20b%26c');
    expect(path('nested', 'orderHistory', page)).toBe(
      '/api/trade/v1/accounts/7/history?kind=orders&page_size=5&page_token=a%20b%26c',
    );
    expect(path('nested', 'snapshot', page)).toBe('/api/trade/v1/accounts/7?view=trading');
    expect(path('envelope', 'dealHistory', { ...page, from: 'A', to: 'B' })).toBe(
      '/v1/trading/accounts/7/deals?count=5&cursor=a%20b%26c&range=A..B',
    );
    expect(path('envelope', 'dealHistory', { accountId: '7', from: 'A' })).toBe('/v1/trading/accounts/7/deals');
    expect(dialectOf('compact').request('closePosition', { accountId: '7', positionId: '4', volume: '0.5' })).toEqual({
      name: 'closePosition',
      method: 'DELETE',
      path: '/v1/trading/accounts/7/positions/4?v=0.5',
      body: undefined,
    });
  });

  it('keeps the prefix of the base URL out of the signed path where it does not belong there', () => {
    const { path } = dialectOf('nested').request('eventsStream', { accountId: '7' });
    expect(path).toBe('/api/trade/v1/server-events/accounts/7/ws/events');
    expect(dialectOf('nested').signedPath(path)).toBe('/v1/server-events/accounts/7/ws/events');
    expect(dialectOf('compact').signedPath('/v1/x')).toBe('/v1/x');
  });

  it('writes commands', () => {
    const hmr = { event: 'hmr', instruments: ['A', 'B'], commandId: '9' };
    expect(dialectOf('compact').command('subscribe', hmr)).toBe(
      '{"c":1,"event":"hmr","i":9,"l":[{"s":"A"},{"s":"B"}]}',
    );
    expect(dialectOf('compact').command('subscribe', { event: 'transactions', commandId: '9' })).toBe(
      '{"c":1,"event":"transactions","i":9}',
    );
    expect(dialectOf('compact').command('unsubscribe', { event: 'hmr', instruments: [], commandId: '9' })).toBe(
      '{"c":2,"event":"hmr","i":9,"l":[]}',
    );
    expect(dialectOf('compact').ticksCommand({ instruments: ['A', 'B'] })).toBe('{"c":1,"ticks":"A,B"}');
    expect(dialectOf('nested').command('subscribe', hmr)).toBe(
      '{"subscribe":{"event":"hmr","filter":{"instruments":["A","B"]}},"meta":{"ref":"9"}}',
    );
    expect(dialectOf('envelope').command('unsubscribe', { event: 'transactions' })).toBe(
      '{"header":{"op":"UNSUB"},"data":{"event":"transactions"}}',
    );
  });
});

describe('words', () => {
  it('means the same in every spelling', () => {
    expect(dialectOf('compact').meaning('side', 2)).toBe('sell');
    expect(dialectOf('nested').meaning('side', 'DOWN')).toBe('sell');
    expect(dialectOf('envelope').meaning('side', false)).toBe('sell');
    expect(dialectOf('compact').meaning('orderState', 2)).toBe('pending');
    expect(dialectOf('compact').meaning('side', '2')).toBeUndefined();
    expect(dialectOf('compact').meaning('tradeMode', 'trading_disabled')).toBe('trading_disabled');
  });
});
