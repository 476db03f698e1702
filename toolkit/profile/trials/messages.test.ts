import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { compileDialect } from '../dialect/compile.js';
import type { Dialect } from '../dialect/dialect.js';
import { fillDialect } from '../dialect/fill.js';
import {
  ACCOUNT,
  ACCOUNT_VIEW,
  CONDITIONS,
  CONDITIONS_VIEW,
  dialectOf,
  readsAlike,
  T,
  type Trial,
} from './trials.test.aid.js';

const frame = (dialect: Dialect, message: JsonValue) =>
  dialect.readFrame(message).map(({ kind, view }) => ({ kind, view }));

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
      compact: { m: { k: 100, status: 'success', payload: { d: { id: 5, b: 'swap_fee', amt: '-1' }, a: ACCOUNT } } },
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
    [{ kind: 'hmr_snapshot', view: { periods: [{ id: '1', instruments: ['A', 'B'], start: T }] } }],
    frame,
    {
      compact: { m: { k: 104, periods: [{ n: 1, sy: ['A', 'B'], f: T }] } },
      nested: { hmr_snapshot: { periods: { 1: { concerns: { A: { rate: 5 }, B: 0.5 }, runs: { from: T } } } } },
      envelope: {
        header: { type: 'HMR' },
        data: { periods: [{ key: '1', tickers: ['A', { symbol: 'B' }], window: [T] }] },
      },
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

  it('refuses frames of which their lists make more than any holds', () => {
    const { readFrame } = compileDialect(fillDialect({ frames: { split: ['/a', '/b'], kind: '/t' } }), 'http://t');
    const many = (count: number, one: JsonValue = {}): JsonValue => Array.from({ length: count }, () => one);
    expect(readFrame({ a: many(100), b: many(100), around: 'x'.repeat(200) })).toHaveLength(10_000);
    expect(() => readFrame({ a: many(20_001) })).toThrow('frames.split: a frame of more than 20000 messages');
    expect(() => readFrame({ a: many(1000), b: many(1000) })).toThrow('more than 20000 messages');
    expect(() => readFrame({ a: many(1000), around: 'x'.repeat(10_000) })).toThrow('characters around its messages');
    const members = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, 1]));
    expect(() => readFrame({ ...members, a: many(20_000) })).toThrow('characters around its messages');
  });

  it('splits a map by name, of objects and of what is none', () => {
    const spelled = (tick: JsonObject) =>
      compileDialect(
        fillDialect({
          frames: { split: '/of/*', kind: '/t' },
          messages: { tick: { kind: 'PX', at: '/of', instrument: '/@key', ...tick }, ignored: { kind: 'PING' } },
        }),
        'http://t',
      );
    const read = (tick: JsonObject, frame: JsonValue) =>
      spelled(tick)
        .readFrame(frame)
        .map(({ kind, view }) => [kind, view]);
    const [one, other] = [
      { instrument: 'A', bid: 1 },
      { instrument: 'B', bid: 2 },
    ];
    const both = [
      ['tick', one],
      ['tick', other],
    ];
    expect(read({ bid: '/b' }, { t: 'PX', of: { A: { b: 1 }, B: { b: 2 } } })).toEqual(both);
    expect(read({ bid: '/@value/0' }, { t: 'PX', of: { A: [1, 9], B: [2] } })).toEqual(both);
    expect(read({}, { t: 'PX', of: {} })).toEqual([['ignored', {}]]);
    expect(read({}, { t: 'PING' })).toEqual([['ignored', {}]]);
  });

  it('reads a frame that is one message written as a list, and a list of such', () => {
    const spelled = compileDialect(
      fillDialect({ frames: { kind: '/0', at: '/1' }, messages: { tick: { kind: 'PX' } } }),
      'http://t',
    );
    const views = (frame: JsonValue) => spelled.readFrame(frame).map(({ kind, view }) => [kind, view]);
    expect(views(['PX', { bid: 1 }])).toEqual([['tick', { bid: 1 }]]);
    expect(
      views([
        ['PX', { bid: 1 }],
        ['PX', { bid: 2 }],
      ]),
    ).toEqual([
      ['tick', { bid: 1 }],
      ['tick', { bid: 2 }],
    ]);
  });

  it('answers what must be answered, with values of the message', () => {
    const [ping] = dialectOf('compact').readFrame({ m: { k: 0, ts: 5 } });
    const [hello] = dialectOf('nested').readFrame({ hello: {} });
    expect(ping && dialectOf('compact').replyTo(ping)).toBe('{"c":0,"at":5}');
    expect(hello && dialectOf('nested').replyTo(hello)).toBeUndefined();
  });
});
