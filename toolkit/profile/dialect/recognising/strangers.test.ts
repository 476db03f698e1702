// Requests and commands that the suite would never write: recognised where the interface or the dialect leaves no doubt, never guessed,
// never thrown at, whatever a client sends.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { dialectOf } from '../../trials/trials.test.aid.js';
import { compileDialect } from '../compile.js';
import { type Dialect, type ReadRequest, UNSTATED_REQUESTS } from '../dialect.js';
import { fillDialect } from '../fill.js';

const BASE = 'http://127.0.0.1:8080';
const UNSTATED: JsonObject = Object.fromEntries(UNSTATED_REQUESTS.map((name) => [name, {}]));

function dialectWith(stated: JsonObject): Dialect {
  const requests = stated['requests'];
  return compileDialect(
    fillDialect({ ...stated, requests: { ...UNSTATED, ...(requests as JsonObject | undefined) } }),
    BASE,
  );
}

const DEFAULT = dialectWith({});

function read(
  dialect: Dialect,
  method: string,
  target: string,
  body: JsonValue | string = '',
): ReadRequest | undefined {
  return dialect.readRequest(method, target, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
}

const ORDERS = '/v1/trading/accounts/7/orders';

describe('a stranger’s request', () => {
  it('is known by method and path, whatever its body is', () => {
    for (const body of ['', 'not JSON', '[]', 'null', '{"volume":', '{"qty":1}', { deep: { deeper: [1] } }]) {
      expect(read(DEFAULT, 'POST', ORDERS, body)).toEqual({ request: 'placeOrder', accountId: '7', params: {} });
    }
  });

  it('keeps what stands in the place of a parameter, whatever it is', () => {
    const body = { extra: true, price: 1.5, volume: '0.10', side: 'HOLD', type: null, instrument: ['EURUSD'] };
    expect(read(DEFAULT, 'POST', ORDERS, body)?.params).toEqual({
      price: 1.5,
      volume: '0.10',
      side: 'HOLD',
      type: null,
      instrument: ['EURUSD'],
    });
  });

  it('may be percent-encoded as it likes, and below an address', () => {
    const orders = { request: 'placeOrder', accountId: 'ä/7', params: {} };
    expect(read(DEFAULT, 'POST', '/v1/tr%61ding/accounts/%C3%A4%2F7/orders?x=%zz&&=')).toEqual(orders);
    expect(read(DEFAULT, 'POST', 'http://h:1/v1/trading/accounts/%c3%a4%2f7/orders')).toEqual(orders);
    expect(
      read(DEFAULT, 'GET', '/v1/trading/accounts/7/history/orders?cursor=a+b%2Bc&limit=007&cursor=z')?.params,
    ).toEqual({
      cursor: 'a b+c',
      limit: '007',
    });
  });

  it.each([
    ['GET', ORDERS],
    ['post', ORDERS],
    ['POST', `${ORDERS}/`],
    ['POST', `${ORDERS}/8`],
    ['POST', '/V1/trading/accounts/7/orders'],
    ['POST', `/a${ORDERS}`],
    ['POST', ''],
    ['OPTIONS', '*'],
    ['', '?'],
  ])('is unknown as %s %s', (method, target) => {
    expect(read(DEFAULT, method, target)).toBeUndefined();
  });

  it('shows digits where the target wants numbers', () => {
    const dialect = dialectWith({
      requests: { placeOrder: { body: { v: '{volume|number}', p: '{position_id|integer}' } } },
    });
    const body = '{"p":12345678901234567890,"v":0.10}';
    expect(read(dialect, 'POST', ORDERS, body)?.params).toEqual({ volume: '0.10', positionId: '12345678901234567890' });
    expect(read(dialect, 'POST', ORDERS, { v: '0.10', p: true })?.params).toEqual({ volume: '0.10', positionId: true });
  });

  it('is told by constants and members where requests share a path', () => {
    const path = '/v1/trading/accounts/{account_id}/positions';
    const dialect = dialectWith({
      requests: {
        closePosition: { method: 'POST', path, body: { do: 'close', position: '{position_id}' } },
        cancelOrder: { method: 'POST', path, body: { do: 'cancel', order: '{order_id}' } },
        snapshot: { method: 'GET', path, query: { view: 'open' } },
        orderHistory: { method: 'GET', path, query: { view: 'old' } },
      },
    });
    const at = path.replace('{account_id}', '7');
    expect(read(dialect, 'POST', at, { do: 'cancel', order: 'o' })?.request).toBe('cancelOrder');
    expect(read(dialect, 'POST', at, { order: 'o', position: 'p', do: 'close' })?.request).toBe('closePosition');
    expect(read(dialect, 'POST', at, { instrument: 'EURUSD', side: 'buy', volume: '1' })?.request).toBe('openPosition');
    expect(read(dialect, 'POST', at, { do: 'dance' })?.request).toBe('openPosition');
    expect(read(dialect, 'GET', `${at}?view=old`)?.request).toBe('orderHistory');
    expect(read(dialect, 'GET', at)).toBeUndefined();
  });

  it('says by its variant what it does not write', () => {
    const variants = [
      { when: { type: 'sltp' }, path: '/v1/trading/accounts/{account_id}/protections', body: { of: '{position_id}' } },
      { when: { side: 'sell', type: ['limit', 'stop'] }, path: '/v1/trading/accounts/{account_id}/sales' },
    ];
    const body = { kind: '{type}', n: '{volume}' };
    const dialect = dialectWith({
      requests: { placeOrder: { path: ORDERS.replace('7', '{account_id}'), body, variants } },
    });
    expect(read(dialect, 'POST', ORDERS.replace('orders', 'protections'), { of: 'p' })).toEqual({
      request: 'placeOrder',
      accountId: '7',
      params: { type: 'sltp', positionId: 'p' },
    });
    expect(read(dialect, 'POST', ORDERS.replace('orders', 'sales'), { kind: 'stop', n: '1' })?.params).toEqual({
      side: 'sell',
      type: 'stop',
      volume: '1',
    });
  });

  it('is found under the name that a word makes', () => {
    const dialect = dialectWith({
      words: { orderType: { limit: 'lmt', stop: ['stp', 'STOP'] } },
      requests: { placeOrder: { body: { '{type|upper}': { n: '{volume}' }, tag: 'x-{order_id}' } } },
    });
    const body = { tag: 'x-9', note: {}, STP: { n: '1' } };
    expect(read(dialect, 'POST', ORDERS, body)?.params).toEqual({ type: 'stop', volume: '1', orderId: '9' });
  });

  it('is read in the trial dialects with members in any order and of any kind', () => {
    const compact = read(dialectOf('compact'), 'POST', ORDERS, '{"venue":"X","v":1.50,"d":"BUY","zz":[],"t":"S"}');
    expect(compact).toEqual({
      request: 'placeOrder',
      accountId: '7',
      params: { volume: 1.5, side: 'BUY', type: 'stop' },
    });
    const envelope = read(dialectOf('envelope'), 'POST', ORDERS, { data: { buy: false, comment: 'by 8 for X' } });
    expect(envelope).toEqual({ request: 'placeOrder', accountId: '7', params: { side: 'sell', instrument: 'X' } });
  });
});

describe('a stranger’s command', () => {
  it.each([
    ['{"type":"subscribe"}', { action: 'subscribe' }],
    [
      '{"id":7,"instruments":"EURUSD","event":5,"x":{},"type":"unsubscribe"}',
      { action: 'unsubscribe', event: 5, instruments: 'EURUSD', commandId: 7 },
    ],
    ['{"type":"SUBSCRIBE","event":"hmr"}', undefined],
    ['{"event":"hmr"}', undefined],
    ['{}', undefined],
    ['[]', undefined],
    ['7', undefined],
    ['', undefined],
    ['{"type":"subscribe"', undefined],
  ])('%s is read as %j', (frame, command) => {
    expect(DEFAULT.readCommand(frame, 'events')).toEqual(command);
  });

  it('is told apart by members alone, and on the ticks stream by its own form', () => {
    expect(dialectOf('nested').readCommand('{"subscribe":{"event":"hmr"}}', 'events')).toEqual({
      action: 'subscribe',
      event: 'hmr',
    });
    expect(dialectOf('nested').readCommand('{"meta":{"ref":"1"}}', 'events')).toBeUndefined();
    expect(dialectOf('compact').readCommand('{"c":1,"ticks":"A,B"}', 'ticks')).toEqual({
      action: 'subscribe',
      event: 'ticks',
      instruments: ['A', 'B'],
    });
    expect(dialectOf('compact').readCommand('{"c":0,"at":5}', 'events')).toBeUndefined();
  });
});

describe('whatever a client sends', () => {
  const dialects = [DEFAULT, dialectOf('compact'), dialectOf('nested'), dialectOf('envelope')];
  const target = fc.oneof(
    fc.string(),
    fc.webPath(),
    fc.constantFrom(ORDERS, '/api/trade/v1/accounts/7/history?kind=deals', '/v1/hist/7/o'),
  );
  const body = fc.oneof(
    fc.uint8Array(),
    fc.jsonValue().map((json) => Buffer.from(JSON.stringify(json))),
  );

  it('is read without a throw, and to JSON', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...dialects),
        fc.constantFrom('GET', 'POST', 'DELETE', 'x'),
        target,
        body,
        (dialect, method, path, bytes) => {
          const found = dialect.readRequest(method, path, bytes);
          expect(JSON.parse(JSON.stringify(found?.params ?? {}))).toEqual(found?.params ?? {});
          dialect.readCommand(Buffer.from(bytes).toString(), 'ticks');
        },
      ),
      { numRuns: 1000 },
    );
  });

  const LARGE = 1 << 20;
  it.each([
    ['braces', '{"a":'.repeat(LARGE / 5)],
    ['members', `{${Array.from({ length: LARGE / 8 }, (_, index) => `"${index}":1`).join(',')}}`],
    ['one member again and again', `{${'"volume":1,'.repeat(LARGE / 11)}"volume":2}`],
    ['digits', `{"volume":${'9'.repeat(LARGE)}}`],
    ['escapes', `{"volume":"${'\\u0041'.repeat(LARGE / 6)}"}`],
    ['a comment', JSON.stringify({ data: { comment: 'by  for '.repeat(LARGE / 8) } })],
  ])('is read in one pass: %s', (_what, text) => {
    for (const dialect of dialects) {
      const { path } = dialect.request('placeOrder', { accountId: '7' });
      expect(read(dialect, 'POST', path, text)?.request).toBe('placeOrder');
    }
  });

  it('is read in one pass: a long target', () => {
    const query = `${ORDERS}?${'a=%41&'.repeat(LARGE / 6)}`;
    for (const long of [query, `${ORDERS}${'/x'.repeat(LARGE / 2)}`, `${ORDERS}?${'%'.repeat(LARGE)}`]) {
      for (const dialect of dialects) read(dialect, 'POST', long);
    }
  });
});
