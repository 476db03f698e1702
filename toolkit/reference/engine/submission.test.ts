import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contraryBehaviour, defaultBehaviour } from '../behaviour.js';
import type { Ack, Refusal } from '../domain.js';
import { MARKET, RESTING, TestClient } from './engine-client.test.aid.js';

function acknowledged(answer: Ack | Refusal): Ack {
  if (answer.refused) throw new Error(answer.detail);
  return answer;
}

describe('an accepted mutation', () => {
  it('is acknowledged first and finished in a later turn', () => {
    const client = new TestClient();
    const ack = acknowledged(client.trade('placeOrder', RESTING));
    expect(ack).toMatchObject({ status: 202, duplicate: false, clientRequestId: 'key-000001' });
    expect(client.status(ack.operationId)).toMatchObject({ state: 'pending' });
    client.engine.clock.advance(0);
    expect(client.status(ack.operationId)).toMatchObject({ state: 'success', clientRequestId: 'key-000001' });
    expect(client.snapshot().orders).toHaveLength(1);
  });

  it('is held and released by control', () => {
    const client = new TestClient();
    client.engine.controls.holdOperations(client.accountId);
    const ack = client.done('placeOrder', RESTING);
    client.engine.clock.advance(60_000);
    expect(client.status(ack.operationId)).toMatchObject({ state: 'pending' });
    client.engine.controls.releaseOperations(client.accountId);
    expect(client.status(ack.operationId)).toMatchObject({ state: 'success' });
  });

  it.each(['rejected', 'failed'] as const)('ends as control decides: %s', (status) => {
    const client = new TestClient();
    client.engine.controls.failNextOperation(client.accountId, status, 'EXECUTION_REQUOTE');
    const ack = client.done('placeOrder', RESTING);
    expect(client.status(ack.operationId)).toMatchObject({ state: status, errorCode: 'EXECUTION_REQUOTE' });
    expect(client.snapshot().orders).toEqual([]);
    expect(client.status(client.done('placeOrder', RESTING).operationId)).toMatchObject({ state: 'success' });
  });
});

describe('a repeated key', () => {
  it('gives the original operation, once executed, before and after the result', () => {
    const client = new TestClient();
    const options = { key: 'same-key' };
    const first = acknowledged(client.trade('placeOrder', RESTING, options));
    const inFlight = acknowledged(client.trade('placeOrder', RESTING, options));
    client.engine.clock.advance(0);
    const after = acknowledged(client.trade('placeOrder', RESTING, options));
    client.engine.clock.advance(0);
    expect([inFlight.operationId, after.operationId]).toEqual([first.operationId, first.operationId]);
    expect([first.duplicate, inFlight.duplicate, after.duplicate]).toEqual([false, true, true]);
    expect(client.snapshot().orders).toHaveLength(1);
  });

  it('conflicts with another payload, and nothing is executed', () => {
    const client = new TestClient();
    client.done('placeOrder', RESTING, { key: 'same-key' });
    const other = client.trade('placeOrder', { ...RESTING, price: '0.90001' }, { key: 'same-key' });
    client.engine.clock.advance(0);
    expect(other).toMatchObject({ refused: true, status: 409 });
    expect(client.snapshot().orders).toHaveLength(1);
  });

  it('is its own in another kind of operation and on another account', () => {
    const client = new TestClient();
    const other = client.engine.controls.createAccount().id;
    const ids = [
      client.done('placeOrder', RESTING, { key: 'same-key' }),
      client.done('openPosition', MARKET, { key: 'same-key' }),
      client.done('placeOrder', RESTING, { key: 'same-key', accountId: other }),
    ].map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(3);
  });

  it('is new after its record expired, by age or by control', () => {
    const client = new TestClient({ settings: { idempotencyRetentionMs: 1000 } });
    const ids = new Set<string>();
    const place = (): void => void ids.add(client.done('placeOrder', RESTING, { key: 'same-key' }).operationId);
    place();
    client.engine.clock.advance(999);
    place();
    expect(ids.size).toBe(1);
    client.engine.clock.advance(1);
    place();
    expect(ids.size).toBe(2);
    client.engine.controls.expireIdempotency(client.accountId);
    place();
    expect(ids.size).toBe(3);
  });

  it('is not used up by a refusal before the ACK', () => {
    const client = new TestClient();
    expect(client.trade('placeOrder', { ...RESTING, side: 'up' }, { key: 'same-key' }).refused).toBe(true);
    expect(client.trade('placeOrder', RESTING, { key: 'same-key' }).refused).toBe(false);
  });

  it('compares bytes or JSON as the behaviour says', () => {
    const spaced = JSON.stringify(RESTING, null, 2);
    const outcome = (sameness: 'bytes' | 'json'): boolean => {
      const client = new TestClient({ behaviour: { ...defaultBehaviour, sameness } });
      client.done('placeOrder', RESTING, { key: 'same-key' });
      return client.trade('placeOrder', RESTING, { key: 'same-key', body: spaced }).refused;
    };
    expect([outcome('bytes'), outcome('json')]).toEqual([true, false]);
  });

  it('follows the model: a function from account, kind and key to one operation', () => {
    const step = fc.record({
      key: fc.nat(3),
      volume: fc.nat(2),
      kind: fc.constantFrom('placeOrder', 'openPosition'),
      turn: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const client = new TestClient();
        const model = new Map<string, { volume: number; operationId: string }>();
        for (const { key, volume, kind, turn } of steps) {
          const members = { ...(kind === 'placeOrder' ? RESTING : MARKET), volume: `0.1${volume}` };
          const answer = client.trade(kind as 'placeOrder', members, { key: `key-number-${key}` });
          const known = model.get(`${kind} ${key}`);
          if (known === undefined) {
            model.set(`${kind} ${key}`, { volume, operationId: acknowledged(answer).operationId });
          } else if (known.volume === volume) {
            expect(acknowledged(answer).operationId).toBe(known.operationId);
          } else {
            expect(answer.refused).toBe(true);
          }
          if (turn) client.engine.clock.advance(0);
        }
        client.engine.clock.advance(0);
        const operations = [...model.values()].map(({ operationId }) => operationId);
        expect(new Set(operations).size).toBe(operations.length);
        const placed = [...model.keys()].filter((name) => name.startsWith('placeOrder')).length;
        expect(client.snapshot().orders).toHaveLength(placed);
        expect(client.snapshot().positions).toHaveLength(operations.length - placed);
      }),
    );
  });
});

describe('the form of a body', () => {
  it.each([
    ['{"type":"limit"}', 'REQUEST_INVALID_PARAMETERS'],
    ['{', 'REQUEST_INVALID'],
    ['{"type":"limit","type":"limit"}', 'REQUEST_INVALID'],
  ])('%s is refused before the ACK', (body, name) => {
    const client = new TestClient();
    expect(client.trade('placeOrder', body === '{' ? {} : { type: 'limit' }, { body })).toMatchObject({
      name,
      status: 400,
    });
  });

  it('needs application/json, parameters allowed', () => {
    const client = new TestClient();
    const as = (type: string): boolean =>
      client.trade('placeOrder', RESTING, {
        body: JSON.stringify(RESTING),
        change: (raw) => ({
          ...raw,
          headers: raw.headers.map(([name, value]) => [name, name === 'Content-Type' ? type : value]),
        }),
      }).refused;
    expect(['text/plain', 'application/jsonp', 'application/json; charset=utf-8'].map(as)).toEqual([true, true, false]);
  });

  it.each([
    [{ ...RESTING, volume: 0.1 }, 'REQUEST_INVALID_PARAMETERS'],
    [{ ...RESTING, volume: '1e1' }, 'REQUEST_INVALID_PARAMETERS'],
    [{ ...RESTING, price: 0.9 }, 'REQUEST_INVALID_PRICE'],
    [{ ...RESTING, side: 'long' }, 'REQUEST_INVALID_PARAMETERS'],
    [{ ...RESTING, type: 'market' }, 'REQUEST_INVALID'],
    [{ ...RESTING, instrument: 7 }, 'REQUEST_INVALID_PARAMETERS'],
  ])('%j is refused with %s', (members, name) => {
    expect(new TestClient().trade('placeOrder', members)).toMatchObject({ refused: true, name });
  });
});

describe('codes of both phases', () => {
  const CASES: readonly [code: string, status: number, prepare: (client: TestClient) => void, members: object][] = [
    ['MARKET_NO_QUOTES', 503, (client) => client.engine.controls.setQuotes(client.accountId, 'EURUSD', false), RESTING],
    ['REQUEST_INVALID_PRICE', 400, () => undefined, { ...RESTING, price: '0.900001' }],
    ['REQUEST_INVALID', 400, () => undefined, { ...RESTING, type: 'market' }],
    [
      'SYSTEM_TEMPORARY_UNAVAILABLE',
      503,
      (client) => client.engine.controls.setMaintenance(client.accountId, true),
      RESTING,
    ],
    [
      'ACCOUNT_CLOSE_ONLY',
      403,
      (client) => client.engine.controls.restrictAccount(client.accountId, { accountStatus: 'close_only' }),
      RESTING,
    ],
    [
      'ACCOUNT_DISABLED',
      403,
      (client) => client.engine.controls.restrictAccount(client.accountId, { tradeMode: 'trading_disabled' }),
      RESTING,
    ],
  ];

  it.each(CASES)('%s comes early with the default behaviour', (name, status, prepare, members) => {
    const client = new TestClient();
    prepare(client);
    expect(client.trade('placeOrder', members)).toMatchObject({ refused: true, name, status });
  });

  it.each(CASES)('%s comes late with the contrary one', (errorCode, _status, prepare, members) => {
    const client = new TestClient({ behaviour: contraryBehaviour });
    prepare(client);
    const { operationId } = client.done('placeOrder', members);
    expect(client.status(operationId)).toMatchObject({ state: 'rejected', errorCode });
  });
});
