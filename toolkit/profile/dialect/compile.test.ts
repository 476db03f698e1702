import { describe, expect, it } from 'vitest';
import { compileDialect } from './compile.js';
import { DEFAULT_DIALECT } from './default-spelling.js';
import { fillDialect } from './fill.js';

const dialect = compileDialect(DEFAULT_DIALECT, 'http://127.0.0.1:8080');

describe('the default dialect', () => {
  it('writes a pending order and leaves out what has no value', () => {
    const request = dialect.request('placeOrder', {
      accountId: 'acc/1',
      type: 'limit',
      instrument: 'EUR/USD',
      side: 'buy',
      volume: '0.10',
      price: '1.08500',
    });
    expect(request).toEqual({
      name: 'placeOrder',
      method: 'POST',
      path: '/v1/trading/accounts/acc%2F1/orders',
      body: '{"type":"limit","instrument":"EUR/USD","side":"buy","volume":"0.10","price":"1.08500"}',
    });
  });

  it('percent-encodes an instrument in the path', () => {
    const { path, body } = dialect.request('conditions', { accountId: 'a', instrument: 'EUR/USD €' });
    expect(path).toBe('/v1/configuration/accounts/a/instruments/EUR%2FUSD%20%E2%82%AC/conditions');
    expect(body).toBeUndefined();
  });

  it('leaves query parameters without a value out', () => {
    expect(dialect.request('orderHistory', { accountId: 'a', limit: 2, cursor: 'x+/=' }).path).toBe(
      '/v1/trading/accounts/a/history/orders?limit=2&cursor=x%2B%2F%3D',
    );
    expect(dialect.request('orderHistory', { accountId: 'a' }).path).toBe('/v1/trading/accounts/a/history/orders');
  });

  it('names the parameter that a path lacks', () => {
    expect(() => dialect.request('operationStatus', { accountId: 'a' })).toThrow(
      'expected a value for {operation_id} in "/v1/trading/accounts/{account_id}/operations/{operation_id}", got none',
    );
  });

  it('writes commands', () => {
    expect(dialect.command('subscribe', { event: 'transactions', commandId: '1' })).toBe(
      '{"type":"subscribe","event":"transactions","id":"1"}',
    );
    expect(dialect.command('unsubscribe', { event: 'hmr', instruments: ['A', 'B'], commandId: '2' })).toBe(
      '{"type":"unsubscribe","event":"hmr","instruments":["A","B"],"id":"2"}',
    );
    expect(dialect.ticksCommand({ instruments: ['A'] })).toBeUndefined();
  });

  it('reads a transaction event', () => {
    const [message] = dialect.readFrame({
      type: 'transaction_event',
      status: 'success',
      operation_id: 'op-1',
      client_request_id: 'key-1',
      payload: {
        orders: [{ order_id: 7, type: 'limit', side: 'buy', volume: '0.10', created_at: '2025-01-01T00:00:00+00:00' }],
        deals: [],
        account_state: { balance: '100.00', equity: '100.00', used_margin: '0.00' },
      },
    });
    expect(message).toMatchObject({
      kind: 'transaction_event',
      view: {
        status: 'success',
        operationId: 'op-1',
        clientRequestId: 'key-1',
        orders: [{ id: '7', type: 'limit', side: 'buy', volume: '0.10', time: '2025-01-01T00:00:00+00:00' }],
        deals: [],
        accountState: { balance: '100.00', equity: '100.00', usedMargin: '0.00' },
      },
    });
    expect(message?.view).not.toHaveProperty('positions');
    expect(message?.view).not.toHaveProperty('errorCode');
  });

  it('reads every other message', () => {
    const read = (frame: Parameters<typeof dialect.readFrame>[0]) =>
      dialect.readFrame(frame).map(({ kind, view }) => ({ kind, view }));
    expect(
      read({ type: 'trading_state_snapshot', payload: { orders: [], positions: null, account_state: {} } }),
    ).toEqual([{ kind: 'trading_state_snapshot', view: { orders: [], positions: [], accountState: {} } }]);
    expect(read({ type: 'account_state_event', payload: { balance: '1', equity: '2', used_margin: '3' } })).toEqual([
      { kind: 'account_state_event', view: { balance: '1', equity: '2', usedMargin: '3' } },
    ]);
    expect(read({ type: 'instrument_event', action: 'upd', payload: { instrument: 'A', volume_min: '0.01' } })).toEqual(
      [{ kind: 'instrument_event', view: { action: 'upd', instrument: 'A', conditions: { volumeMin: '0.01' } } }],
    );
    expect(read({ type: 'hmr_snapshot', periods: [{ period_id: 'p', instruments: ['A'] }] })).toEqual([
      { kind: 'hmr_snapshot', view: { periods: [{ id: 'p', instruments: ['A'] }] } },
    ]);
    expect(read({ type: 'hmr_update', upserted_periods: [], removed_period_ids: ['p', 2] })).toEqual([
      { kind: 'hmr_update', view: { upserted: [], removedIds: ['p', '2'] } },
    ]);
    expect(read({ type: 'tick', instrument: 'A', bid: 1.1, ask: 1.2 })).toEqual([
      { kind: 'tick', view: { instrument: 'A', bid: 1.1, ask: 1.2 } },
    ]);
    expect(read({ type: 'subscribed', event: 'hmr', id: 5 })).toEqual([
      { kind: 'command_accepted', view: { event: 'hmr', commandId: '5' } },
    ]);
    expect(read({ type: 'command_error', event: 'hmr', id: '5', error: { code: 'X' }, error_message: 'Y' })).toEqual([
      { kind: 'command_refused', view: { event: 'hmr', commandId: '5', error: { code: 'X', message: 'Y' } } },
    ]);
    expect(read({ type: 'heartbeat' })).toEqual([{ kind: 'ignored', view: {} }]);
    expect(read({ type: 'else' })).toEqual([{ kind: 'unknown', view: {} }]);
    expect(read(null)).toEqual([{ kind: 'unknown', view: {} }]);
  });

  it('reads an account state that is an item among others', () => {
    const accountState = { at: '/book', where: { '/sort': 'account' }, item: '/row' };
    const kind = { kind: 'account_state_event', accountState };
    const among = compileDialect(
      fillDialect({ messages: { account_state_event: kind }, bodies: { snapshot: { accountState } } }),
      'http://x',
    );
    const book = [
      { sort: 'order', row: { balance: '2' } },
      { sort: 'account', row: { balance: '1' } },
    ];
    expect(among.readFrame({ type: 'account_state_event', book })).toMatchObject([{ view: { balance: '1' } }]);
    expect(among.readSnapshot({ book })).toMatchObject({ accountState: { balance: '1' } });
    expect(among.readSnapshot({ book: book.slice(0, 1) })).not.toHaveProperty('accountState');
  });

  it('reads the kind of a balance deal, and none in a trading deal', () => {
    const [message] = dialect.readFrame({
      type: 'transaction_event',
      payload: {
        deals: [
          { deal_id: '1', type: 'balance', balance_kind: 'swap_fee', amount: '-1.00' },
          { deal_id: '2', type: 'trade', balance_kind: null },
        ],
      },
    });
    expect(message?.view).toEqual({ deals: [{ id: '1', balanceKind: 'swap_fee', amount: '-1.00' }, { id: '2' }] });
  });

  it('reads what is empty where it is left out, if the target is said to leave it out', () => {
    const spec = { requests: { orderHistory: {} }, bodies: { orderHistory: { more: '/more' } } };
    const written = compileDialect(fillDialect(spec), 'http://x');
    const sparing = compileDialect(fillDialect({ ...spec, emptyValues: 'left-out' }), 'http://x');
    const state = { account_state: { balance: '1' } };
    expect(written.readSnapshot(state)).toEqual({ accountState: { balance: '1' } });
    expect(sparing.readSnapshot(state)).toEqual({ orders: [], positions: [], accountState: { balance: '1' } });
    const page = { orders: [], next_cursor: 'c' };
    expect(written.readOrderHistory(page)).toEqual({ items: [], cursor: 'c' });
    expect(sparing.readOrderHistory({ next_cursor: 'c' })).toEqual({ items: [] });
    const limits = { limits: [{ request: 'place_order', limit: 5 }] };
    expect(written.readQuota(limits)).toEqual({ limit: 5 });
    expect(sparing.readQuota(limits)).toEqual({ limit: 5, remaining: 0 });
  });

  it('puts the path of each address before its own requests, and signs it only where told', () => {
    const both = compileDialect(fillDialect({ signBasePath: false }), 'http://x/gw', 'ws://y/gw/push');
    const bare = compileDialect(fillDialect({ signBasePath: false }), 'http://x/gw', 'ws://y');
    const events = '/v1/server-events/accounts/a/ws/events';
    expect(both.request('limits', { accountId: 'a' }).path).toBe('/gw/v1/configuration/accounts/a/limits');
    expect(both.request('eventsStream', { accountId: 'a' }).path).toBe(`/gw/push${events}`);
    expect(bare.request('eventsStream', { accountId: 'a' }).path).toBe(events);
    expect([both, bare].map((one) => one.signedPath(one.request('eventsStream', { accountId: 'a' }).path))).toEqual([
      events,
      events,
    ]);
    expect(both.signedPath('/gw/v1/x')).toBe('/v1/x');
  });

  it('binds what the interface does not show only where a profile names it', () => {
    const filled = compileDialect(fillDialect({ requests: { snapshot: {} } }), 'http://x');
    expect(filled.has('snapshot')).toBe(true);
    expect(filled.has('orderHistory')).toBe(false);
    expect(filled.has('placeOrder')).toBe(true);
  });
});
