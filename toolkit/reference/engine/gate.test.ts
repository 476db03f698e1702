import { describe, expect, it } from 'vitest';
import { encodeBase64url } from '../../signing/base64url.js';
import { contraryBehaviour } from '../behaviour.js';
import type { Key, RawRequest, Refusal } from '../domain.js';
import { MAIN_KEY, START_MS, TestClient } from './engine-client.test.aid.js';

type Change = (raw: RawRequest) => RawRequest;

function header(name: string, change: (value: string) => string | undefined | readonly string[]): Change {
  return (raw) => ({
    ...raw,
    headers: raw.headers.flatMap(([field, value]): (readonly [string, string])[] => {
      const changed = field === name ? change(value) : value;
      return changed === undefined ? [] : (Array.isArray(changed) ? changed : [changed]).map((text) => [field, text]);
    }),
  });
}

function read(client: TestClient, change: Change): Refusal | undefined {
  const session = client.authenticate('account', { change });
  return session.refused ? session : undefined;
}

describe('a signed read', () => {
  it('is admitted', () => {
    const client = new TestClient();
    expect(client.authenticate('account').refused).toBe(false);
  });

  it.each<[string, Change, number]>([
    ['without its API key', header('SVC-API-KEY', () => undefined), 1000],
    ['with an unknown API key', header('SVC-API-KEY', () => 'nobody'), 1000],
    ['without an idempotency header', header('SVC-IDEMPOTENCY-KEY', () => undefined), 1001],
    ['with two timestamps', header('SVC-TIMESTAMP', (value) => [value, value]), 1001],
    ['with another timestamp than signed', header('SVC-TIMESTAMP', (value) => `${Number(value) + 1}`), 1001],
    ['with another version than signed', header('SVC-SIGN-VERSION', () => '2'), 1001],
    ['with padded data', header('SVC-DATA', (value) => `${value}=`), 1001],
    ['with data that is no JSON', header('SVC-DATA', () => encodeBase64url(Buffer.from('{'))), 1001],
    ['with another signature', header('SVC-SIGN', () => encodeBase64url(Buffer.alloc(64))), 1001],
    ['with another method', (raw) => ({ ...raw, method: 'HEAD' }), 1001],
    ['with another path', (raw) => ({ ...raw, target: `${raw.target}?a=1` }), 1001],
    ['with another body', (raw) => ({ ...raw, body: Buffer.from('x') }), 1001],
  ])('is refused %s', (_name, change, code) => {
    const refused = read(new TestClient(), change);
    expect(refused?.code).toBe(code);
    expect(refused?.status).toBe(401);
    expect(refused?.detail).not.toBe('');
  });

  it('is refused outside the window on either side, and admitted at its edges', () => {
    const client = new TestClient();
    const raw = client.raw('GET', `/v1/account/${client.accountId}`, '', '');
    const at = (ms: number): boolean => {
      const other = new TestClient();
      other.engine.clock.advance(ms);
      return other.engine.authenticate(raw, { operation: 'account', accountId: client.accountId }).refused;
    };
    expect([at(0), at(30_000), at(30_001)]).toEqual([false, false, true]);
    const later = new TestClient();
    later.engine.clock.advance(60_000);
    const fromTheFuture = later.raw('GET', `/v1/account/${client.accountId}`, '', '');
    expect(
      client.engine.authenticate(fromTheFuture, { operation: 'account', accountId: client.accountId }).refused,
    ).toBe(true);
  });

  it('signs the query as sent and refuses a repeated parameter', () => {
    const client = new TestClient();
    const get = (query: string): Refusal | undefined => {
      const session = client.authenticate('account', { target: `/v1/account/x?${query}` });
      return session.refused ? session : undefined;
    };
    expect(get('b=%7E&a=+')).toBeUndefined();
    expect(get('a=1&b=2&%61=1')?.name).toBe('REQUEST_INVALID_PARAMETERS');
  });

  it('carries no idempotency key, whereas a mutation needs a well-formed one', () => {
    const client = new TestClient();
    const refused = (operation: 'account' | 'placeOrder', key: string): boolean =>
      client.authenticate(operation, { key }).refused;
    expect(refused('account', 'abcde')).toBe(true);
    expect([4, 5, 128, 129].map((length) => refused('placeOrder', 'k'.repeat(length)))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(['._-~.', 'a b cd', 'é-1234'].map((key) => refusedSafely(client, key))).toEqual([false, true, true]);
  });
});

/** A key that HTTP cannot carry is refused by the signer already. */
function refusedSafely(client: TestClient, key: string): boolean {
  try {
    return client.authenticate('placeOrder', { key }).refused;
  } catch {
    return true;
  }
}

describe('a key', () => {
  function withKey(change: Partial<Key>): TestClient {
    const client = new TestClient();
    const main = client.engine.keys()[0];
    if (main !== undefined) client.engine.addKey({ ...main, ...change });
    return client;
  }

  it('expires', () => {
    const client = withKey({ expiresAtMs: START_MS + 1 });
    expect(client.authenticate('account').refused).toBe(false);
    client.engine.clock.advance(1);
    expect(client.authenticate('account')).toMatchObject({ code: 1000 });
  });

  it('opens its accounts only', () => {
    expect(withKey({ accounts: new Set(['other']) }).authenticate('account')).toMatchObject({
      code: 1002,
      status: 403,
    });
  });

  it('hides a foreign account where the behaviour says so', () => {
    const client = new TestClient({ behaviour: contraryBehaviour });
    const main = client.engine.keys()[0];
    if (main !== undefined) client.engine.addKey({ ...main, id: MAIN_KEY, accounts: new Set() });
    expect(client.authenticate('account')).toMatchObject({ status: 404 });
  });

  it.each([
    ['127.0.0.0/8', false],
    ['10.0.0.0/8', true],
    ['::1/128', true],
  ])('of source %s', (block, refused) => {
    expect(withKey({ sources: [block] }).authenticate('account').refused).toBe(refused);
  });

  it('takes an IPv4 address mapped into IPv6 for what it is', () => {
    const client = withKey({ sources: ['127.0.0.1'] });
    const change: Change = (raw) => ({ ...raw, remoteAddress: '::ffff:127.0.0.1' });
    expect(client.authenticate('account', { change }).refused).toBe(false);
  });

  it('needs the scope of the operation', () => {
    const client = withKey({ scopes: ['read'] });
    expect(client.authenticate('account').refused).toBe(false);
    expect(client.authenticate('placeOrder', { key: 'abcde' })).toMatchObject({ code: 1002 });
    expect(client.authenticate('eventsStream')).toMatchObject({ code: 1002 });
  });
});

describe('after the signature', () => {
  it('an account that does not exist is not found', () => {
    expect(new TestClient().authenticate('account', { accountId: 'nobody' })).toMatchObject({ status: 404 });
  });

  it('a used-up quota is told apart', () => {
    const client = new TestClient({ settings: { quotas: { default: { limit: 2, windowMs: 1000 } } } });
    const statuses = (): (number | undefined)[] =>
      [1, 2, 3].map(() => {
        const session = client.authenticate('account');
        return session.refused ? session.status : undefined;
      });
    expect(statuses()).toEqual([undefined, undefined, 429]);
    client.engine.clock.advance(1000);
    expect(statuses()).toEqual([undefined, undefined, 429]);
  });
});
