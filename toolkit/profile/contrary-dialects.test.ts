// Three invented targets that share nothing but the interface: what the suite writes for each, and that it reads the same in all.
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '../payload/json.js';
import { packageRoot } from '../payload/package-root.js';
import type { Dialect } from './dialect.js';
import { loadDialect, loadProfile } from './load.js';

const KEY = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const TRIALS = ['compact', 'nested', 'envelope'] as const;
type Trial = (typeof TRIALS)[number];
type ByTrial = Readonly<Record<Trial, JsonValue>>;

const dialects = new Map<Trial, Dialect>();

beforeAll(async () => {
  for (const trial of TRIALS) {
    const path = join(packageRoot(), 'toolkit/profile/trials', `${trial}.yaml`);
    dialects.set(trial, await loadDialect(await loadProfile(path, { env: { KEY } })));
  }
});

function dialectOf(trial: Trial): Dialect {
  const dialect = dialects.get(trial);
  if (dialect === undefined) throw new Error(`no dialect ${trial}`);
  return dialect;
}

/** Reads each target's own spelling of one thing, and expects the same view from all. */
function readsAlike(
  name: string,
  view: unknown,
  read: (dialect: Dialect, message: JsonValue) => unknown,
  spellings: ByTrial,
): void {
  it.each(TRIALS)(`reads ${name} of %s`, (trial) => {
    expect(read(dialectOf(trial), spellings[trial])).toEqual(view);
  });
}

const frame = (dialect: Dialect, message: JsonValue) =>
  dialect.readFrame(message).map(({ kind, view }) => ({ kind, view }));

const T = '2025-01-01T00:00:00+00:00';
const ACCOUNT = { balance: '10.00', equity: '11.00', used_margin: '1.00' };
const ACCOUNT_VIEW = { balance: '10.00', equity: '11.00', usedMargin: '1.00' };
const CONDITIONS = { volume_min: '0.01', volume_max: '10', volume_step: '0.01', point_digits: 5 };
const CONDITIONS_VIEW = { volumeMin: '0.01', volumeMax: '10', volumeStep: '0.01', pointDigits: 5 };

describe('bodies', () => {
  readsAlike('the ACK', { operationId: 'op', clientRequestId: 'key-1' }, (d, body) => d.readAck(body), {
    compact: { r: { operation_id: 'op', client_request_id: 'key-1' } },
    nested: { accepted: { operation_id: 'op', client_request_id: 'key-1' } },
    envelope: { header: {}, data: { operation_id: 'op', client_request_id: 'key-1' } },
  });
  readsAlike('an error', { code: 1001, message: 'AUTH_INVALID_SIGNATURE' }, (d, body) => d.readError(body), {
    compact: { e: [{ error: { code: 1001 }, error_message: 'AUTH_INVALID_SIGNATURE' }] },
    nested: { problem: { error: { code: 1001, error_message: 'AUTH_INVALID_SIGNATURE' } } },
    envelope: { errors: [{ error: { code: 1001 }, error_message: 'AUTH_INVALID_SIGNATURE' }] },
  });
  readsAlike(
    'a rejected operation',
    { operationId: 'op', state: 'rejected', errorCode: 'X', errorMessage: 'x' },
    (d, body) => d.readOperation(body),
    {
      compact: { r: { operation_id: 'op', st: 20, error_code: 'X', error_message: 'x' } },
      nested: {
        operation: {
          operation_id: 'op',
          finished_at: T,
          result: { rejected: {} },
          error_code: 'X',
          error_message: 'x',
        },
      },
      envelope: { data: { operation_id: 'op', progress: 'rejected', error_code: 'X', error_message: 'x' } },
    },
  );
  readsAlike('an unfinished operation', 'pending', (d, body) => d.readOperation(body).state, {
    compact: { r: { st: 0 } },
    nested: { operation: { finished_at: null } },
    envelope: { data: { progress: 'pending' } },
  });
  readsAlike('an operation in a state without a word', 'unknown', (d, body) => d.readOperation(body).state, {
    compact: { r: { st: 77 } },
    nested: { operation: { finished_at: T, result: {} } },
    envelope: {},
  });
  readsAlike('the instruments', ['EURUSD', 'GBP/USD'], (d, body) => d.readInstruments(body), {
    compact: { r: { l: ['EURUSD', 'GBP/USD'] } },
    nested: { tradable: { EURUSD: { digits: 5 }, 'GBP/USD': true } },
    envelope: {
      data: { groups: { fx: { symbols: [{ ticker: 'EURUSD' }] }, rest: { symbols: [{ ticker: 'GBP/USD' }] } } },
    },
  });
  readsAlike('instruments that are not there', undefined, (d, body) => d.readInstruments(body), {
    compact: { r: {} },
    nested: {},
    envelope: { data: { groups: {} } },
  });
  readsAlike('conditions', CONDITIONS_VIEW, (d, body) => d.readConditions(body), {
    compact: { r: { c: CONDITIONS } },
    nested: { conditions: [CONDITIONS] },
    envelope: { data: CONDITIONS },
  });
  readsAlike(
    'a page of deals with more to come',
    {
      items: [{ id: '5', orderId: '3', positionId: '4', instrument: 'A', volume: '1', price: '2', time: T }],
      cursor: 'next',
    },
    (d, body) => {
      const page = d.readDealHistory(body);
      return { ...page, items: page.items?.map(({ side: _, ...deal }) => deal) };
    },
    {
      compact: {
        r: {
          d: [{ id: 5, oid: 3, pos: 4, s: 'A', d: 1, v: '1', px: '2', at: T }],
          pg: { more: true, next: { token: 'next' } },
        },
      },
      nested: {
        entries: [
          {
            sort: 'deal',
            deal: {
              number: 5,
              of: { order: 3, position: 4 },
              symbol: { name: 'A' },
              size: { volume: '1' },
              at: { price: '2' },
              made: T,
            },
          },
          { sort: 'remark', remark: 'x' },
        ],
        links: { next: 'next' },
      },
      envelope: {
        data: {
          list: [
            {
              dealId: '5',
              orderId: '3',
              positionId: '4',
              ticker: 'A',
              volume: '1',
              price: '2',
              when: T,
              dealType: 'BUY',
            },
          ],
          cursor: 'next',
        },
      },
    },
  );
  readsAlike('the last page', { items: [] }, (d, body) => d.readOrderHistory(body), {
    compact: { r: { o: [], pg: { more: false, next: { token: 'stale' } } } },
    nested: { entries: {}, links: {} },
    envelope: { data: { list: [], cursor: '' } },
  });
  readsAlike(
    'the snapshot resource',
    { orders: [{ id: '3', volume: '1' }], positions: [], accountState: ACCOUNT_VIEW },
    (d, body) => d.readSnapshot(body),
    {
      compact: { r: { o: { id: 3, v: '1' }, p: null, a: [ACCOUNT] } },
      nested: { orders: { 3: { size: { volume: '1' } } }, positions: {}, account_state: { current: ACCOUNT } },
      envelope: {
        data: { orders: { open: [{ orderId: 3, volume: '1' }] }, positions: { open: [] }, account: ACCOUNT },
      },
    },
  );
  it('reads the quota of the call that places orders', () => {
    const quotas = {
      r: {
        q: [
          { call: 4, max: 1, left: 1 },
          { call: 5, max: 10, left: 9 },
        ],
      },
    };
    expect(dialectOf('compact').readQuota(quotas)).toEqual({ limit: 10, remaining: 9 });
    expect(dialectOf('compact').readQuota({ r: {} })).toBeUndefined();
  });
});

describe('messages', () => {
  const order = { id: '3', instrument: 'A', volume: '1', price: '2', time: T };
  const position = { id: '4', instrument: 'A', volume: '1', price: '2', time: T };
  readsAlike(
    'a market execution',
    [
      {
        kind: 'transaction_event',
        view: {
          status: 'success',
          operationId: 'op',
          clientRequestId: 'key-1',
          orders: [order],
          deals: [{ ...order, id: '5', orderId: '3', positionId: '4' }],
          positions: [position],
          accountState: ACCOUNT_VIEW,
        },
      },
    ],
    frame,
    {
      compact: {
        m: [
          {
            k: 100,
            status: 'success',
            operation_id: 'op',
            client_request_id: 'key-1',
            payload: {
              o: [{ id: 3, s: 'A', v: '1', px: '2', at: T }],
              d: [{ id: 5, oid: 3, pos: 4, s: 'A', v: '1', px: '2', at: T }],
              p: [{ id: 4, s: 'A', v: '1', px: '2', at: T }],
              a: ACCOUNT,
            },
          },
        ],
      },
      nested: {
        transaction_event: {
          status: 'success',
          operation_id: 'op',
          client_request_id: 'key-1',
          payload: {
            changes: [
              { order: { number: 3, symbol: { name: 'A' }, size: { volume: '1' }, at: { price: '2' }, made: T } },
              {
                deal: {
                  number: 5,
                  of: { order: 3, position: 4 },
                  symbol: { name: 'A' },
                  size: { volume: '1' },
                  at: { price: '2' },
                  made: T,
                },
              },
              { position: { number: 4, symbol: { name: 'A' }, size: { volume: '1' }, at: { price: '2' }, made: T } },
            ],
            account_state: ACCOUNT,
          },
        },
      },
      envelope: {
        header: { type: 'TXN' },
        data: {
          status: 'success',
          operation_id: 'op',
          client_request_id: 'key-1',
          payload: {
            order: { orderId: '3', ticker: 'A', volume: '1', price: '2', when: T },
            deal: { dealId: '5', orderId: '3', positionId: '4', ticker: 'A', volume: '1', price: '2', when: T },
            position: { positionId: '4', ticker: 'A', volume: '1', openPrice: '2', when: T },
            account: ACCOUNT,
          },
        },
      },
    },
  );
  readsAlike(
    'a balance transaction',
    [
      {
        kind: 'transaction_event',
        view: { status: 'success', deals: [{ id: '5', balanceKind: 'swap_fee', amount: '-1' }] },
      },
    ],
    (d, message) =>
      d.readFrame(message).map(({ kind, view }) => {
        const { orders: _, positions: __, accountState: ___, ...rest } = view as Readonly<Record<string, unknown>>;
        return { kind, view: rest };
      }),
    {
      compact: { m: { k: 100, status: 'success', payload: { d: { id: 5, b: 'sw', amt: '-1' }, a: ACCOUNT } } },
      nested: {
        transaction_event: {
          status: 'success',
          payload: { changes: [{ deal: { number: 5, booking: { kind: 'swap_fee', amount: '-1' } } }] },
        },
      },
      envelope: {
        header: { type: 'TXN' },
        data: { status: 'success', payload: { deal: { dealId: 5, dealType: 'swap_fee', profit: '-1' } } },
      },
    },
  );
  readsAlike(
    'the trading state snapshot',
    [
      {
        kind: 'trading_state_snapshot',
        view: { orders: [{ id: '3', volume: '1' }], positions: [], accountState: ACCOUNT_VIEW },
      },
    ],
    frame,
    {
      compact: { m: { k: 101, o: [{ id: 3, v: '1' }], p: [], a: ACCOUNT } },
      nested: {
        trading_state_snapshot: { orders: { 3: { size: { volume: '1' } } }, positions: {}, account_state: ACCOUNT },
      },
      envelope: [
        { header: { type: 'STATE' }, data: { orders: [{ orderId: 3, volume: '1' }], positions: [], account: ACCOUNT } },
      ],
    },
  );
  readsAlike('the account state', [{ kind: 'account_state_event', view: ACCOUNT_VIEW }], frame, {
    compact: { m: { k: 102, a: ACCOUNT } },
    nested: { account_state_event: ACCOUNT },
    envelope: { header: { type: 'ACCOUNT' }, data: ACCOUNT },
  });
  readsAlike(
    'an instrument event',
    [{ kind: 'instrument_event', view: { action: 'upd', instrument: 'A', conditions: CONDITIONS_VIEW } }],
    frame,
    {
      compact: { m: { k: 103, action: 'upd', s: 'A', c: CONDITIONS } },
      nested: { instrument_event: { action: 'upd', symbol: { name: 'A' }, conditions: CONDITIONS } },
      envelope: { header: { type: 'SYMBOL' }, data: { action: 'upd', symbol: { ticker: 'A', ...CONDITIONS } } },
    },
  );
  readsAlike(
    'an HMR snapshot',
    [{ kind: 'hmr_snapshot', view: { periods: [{ id: '1', instruments: ['A', 'B'] }] } }],
    frame,
    {
      compact: { m: { k: 104, periods: [{ n: 1, sy: ['A', 'B'] }] } },
      nested: { hmr_snapshot: { periods: { 1: { concerns: { A: { rate: 5 }, B: 0.5 } } } } },
      envelope: { header: { type: 'HMR' }, data: { periods: [{ key: '1', tickers: ['A', { symbol: 'B' }] }] } },
    },
  );
  readsAlike('an HMR update', [{ kind: 'hmr_update', view: { upserted: [], removedIds: ['1', '2'] } }], frame, {
    compact: { m: { k: 105, upserted_periods: [], removed_period_ids: [1, 2] } },
    nested: { hmr_update: { upserted_periods: {}, removed_period_ids: [{ number: 1 }, { number: 2 }] } },
    envelope: { header: { type: 'HMR' }, data: { upserted_periods: [], removed_period_ids: ['1', '2'] } },
  });
  readsAlike('a tick', [{ kind: 'tick', view: { instrument: 'A', bid: 1.1, ask: 1.2 } }], frame, {
    compact: { m: { k: 106, s: 'A', b: 1.1, a: 1.2 } },
    nested: { tick: { symbol: { name: 'A' }, prices: { bid: 1.1, ask: 1.2 } } },
    envelope: { header: { type: 'QUOTE' }, data: { ticker: 'A', q: [1.1, 1.2] } },
  });
  readsAlike('an accepted command', [{ kind: 'command_accepted', view: { event: 'hmr', commandId: '9' } }], frame, {
    compact: { m: { k: 200, event: 'hmr', i: 9 } },
    nested: { subscribed: { event: 'hmr' }, meta: { ref: '9' } },
    envelope: { header: { ref: '9' }, data: { event: 'hmr' } },
  });
  readsAlike(
    'a refused command',
    [{ kind: 'command_refused', view: { commandId: '9', error: { code: 'C', message: 'M' } } }],
    (d, message) =>
      d.readFrame(message).map(({ kind, view }) => {
        const { event: _, ...rest } = view as Readonly<Record<string, unknown>>;
        return { kind, view: rest };
      }),
    {
      compact: { m: { k: 400, event: 'hmr', i: 9, err: { error: { code: 'C' }, error_message: 'M' } } },
      nested: { refused: { event: 'hmr', error: { code: 'C' }, error_message: 'M' }, meta: { ref: 9 } },
      envelope: { header: { ref: '9' }, error: { code: 'C' }, error_message: 'M' },
    },
  );
  readsAlike('noise', ['ignored'], (d, message) => d.readFrame(message).map(({ kind }) => kind), {
    compact: { m: { k: 0, ts: 5 } },
    nested: { hello: {} },
    envelope: { anything: 'else' },
  });
  it('reads several messages of one frame', () => {
    const kinds = (trial: Trial, message: JsonValue) =>
      dialectOf(trial)
        .readFrame(message)
        .map(({ kind }) => kind);
    expect(kinds('compact', { m: [{ k: 102, a: ACCOUNT }, { k: 106 }, { k: 1 }] })).toEqual([
      'account_state_event',
      'tick',
      'unknown',
    ]);
    expect(
      kinds('envelope', [
        { header: { type: 'ACCOUNT' }, data: ACCOUNT },
        { header: { type: 'QUOTE' }, data: {} },
      ]),
    ).toEqual(['account_state_event', 'tick']);
    expect(kinds('compact', { m: [] })).toEqual(['ignored']);
  });

  it('splits lists in lists', () => {
    const messages = dialectOf('envelope').readFrame([
      { header: { type: 'TXN' }, data: { batch: [{ status: 'success' }, { status: 'failed' }] } },
    ]);
    expect(messages.map(({ view }) => view)).toEqual([{ status: 'success' }, { status: 'failed' }]);
  });

  it('answers what must be answered, with values of the message', () => {
    const [ping] = dialectOf('compact').readFrame({ m: { k: 0, ts: 5 } });
    const [hello] = dialectOf('nested').readFrame({ hello: {} });
    expect(ping && dialectOf('compact').replyTo(ping)).toBe('{"c":0,"at":5}');
    expect(hello && dialectOf('nested').replyTo(hello)).toBeUndefined();
  });
});

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
