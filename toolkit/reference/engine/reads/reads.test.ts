import { describe, expect, it } from 'vitest';
import type { Deal, HistoryRequest, Order, Page, Refusal } from '../../domain.js';
import { MARKET, NO_FILTERS, RESTING, START_MS, TestClient } from '../engine-client.test.aid.js';

function page<Item>(result: Page<Item> | Refusal): Page<Item> {
  if ('refused' in result) throw new Error(result.detail);
  return result;
}

const deals = (client: TestClient, request: Partial<HistoryRequest> = {}): Page<Deal> =>
  page(client.history(request).deals);
const orders = (client: TestClient, request: Partial<HistoryRequest> = {}): Page<Order> =>
  page(client.history(request).orders);
const refused = (client: TestClient, request: Partial<HistoryRequest>): string | undefined => {
  const result = client.history(request).deals;
  return 'refused' in result ? result.name : undefined;
};

function trader(count: number): TestClient {
  const client = new TestClient();
  for (let i = 0; i < count; i += 1) {
    client.engine.clock.advance(1000);
    client.done('openPosition', { ...MARKET, instrument: i % 2 === 0 ? 'EURUSD' : 'XAUUSD' });
  }
  return client;
}

describe('history', () => {
  it('holds closed orders and all deals, not what is open', () => {
    const client = new TestClient();
    client.done('placeOrder', RESTING);
    client.done('openPosition', MARKET);
    const positionId = client.snapshot().positions[0]?.id ?? '';
    client.done('closePosition', { positionId, volume: '0.05' });
    client.done('cancelOrder', { orderId: client.snapshot().orders[0]?.id ?? '' });
    client.engine.controls.deposit(client.accountId, 'swap_fee', '-1.25');
    expect(orders(client).items.map(({ type, state }) => `${type} ${state}`)).toEqual([
      'market filled',
      'market filled',
      'limit cancelled',
    ]);
    expect(deals(client).items.map(({ balanceKind }) => balanceKind)).toEqual([undefined, undefined, 'swap_fee']);
  });

  it('comes ascending, by pages that lose and double nothing, also while it grows', () => {
    const client = trader(7);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const result: Page<Deal> = deals(client, { limit: '3', cursor });
      seen.push(...result.items.map(({ id }) => id));
      cursor = result.cursor;
      if (seen.length < 9) client.done('openPosition', MARKET);
    } while (cursor !== undefined);
    const all = deals(client).items;
    expect(seen).toEqual(all.map(({ id }) => id));
    expect(all.map(({ atMs }) => atMs)).toEqual([...all.map(({ atMs }) => atMs)].sort((a, b) => a - b));
  });

  it('filters by time, both ends included, and keeps the filter in the cursor', () => {
    const client = trader(6);
    const at = (seconds: number): string => `${new Date(START_MS + seconds * 1000).toISOString().slice(0, 19)}+00:00`;
    const first = deals(client, { from: at(2), to: at(5), limit: '3' });
    const second = deals(client, { cursor: first.cursor, limit: '3' });
    expect([first.items.length, second.items.length, second.cursor]).toEqual([3, 1, undefined]);
    expect(deals(client, { instrument: 'XAUUSD' }).items).toHaveLength(3);
  });

  it('refuses what the interface refuses', () => {
    const client = trader(3);
    const { cursor = '' } = deals(client, { limit: '1' });
    const ordersCursor = orders(client, { limit: '1' }).cursor;
    expect(refused(client, { cursor, from: '2025-01-01T00:00:00+00:00' })).toBe('REQUEST_INVALID_FILTER_COMBINATION');
    expect(refused(client, { cursor: ordersCursor })).toBe('REQUEST_INVALID_CURSOR');
    expect(refused(client, { cursor: `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}` })).toBe(
      'REQUEST_INVALID_CURSOR',
    );
    expect(refused(client, { cursor: 'x' })).toBe('REQUEST_INVALID_CURSOR');
    expect(['0', '-1', '1.5', '501', 'x', ''].map((limit) => refused(client, { limit }))).toEqual(
      Array(6).fill('REQUEST_INVALID_LIMIT'),
    );
    expect(refused(client, { from: 'yesterday' })).toBe('REQUEST_INVALID_TIME_RANGE');
    expect(refused(client, { from: '2025-01-02T00:00:00+00:00', to: '2025-01-01T00:00:00+00:00' })).toBe(
      'REQUEST_INVALID_TIME_RANGE',
    );
    const other = client.session('dealHistory', { accountId: client.engine.controls.createAccount().id });
    expect(client.engine.dealHistory(other, { ...NO_FILTERS, cursor })).toMatchObject({
      name: 'REQUEST_INVALID_CURSOR',
    });
  });

  it('is forgotten after its retention', () => {
    const client = trader(2);
    client.engine.clock.advance(30 * 86_400_000 - 1000);
    expect(deals(client).items).toHaveLength(1);
    client.engine.clock.advance(1000);
    expect(deals(client).items).toEqual([]);
  });
});

describe('operation status', () => {
  it('is retained for a limited time, by age and by control', () => {
    const client = new TestClient({ settings: { operationRetentionMs: 5000 } });
    const [first, second] = [client.done('placeOrder', RESTING), client.done('placeOrder', RESTING)];
    client.engine.controls.expireOperation(client.accountId, first.operationId);
    expect(client.status(first.operationId)).toMatchObject({ status: 404 });
    expect(client.status(second.operationId)).toMatchObject({ state: 'success' });
    client.engine.clock.advance(5000);
    expect(client.status(second.operationId)).toMatchObject({ status: 404 });
  });

  it('is not shown to another account, nor invented', () => {
    const client = new TestClient();
    const other = client.engine.controls.createAccount().id;
    const { operationId } = client.done('placeOrder', RESTING);
    expect(client.status(operationId, other)).toMatchObject({ refused: true });
    expect(client.status('op-none')).toMatchObject({ refused: true });
  });
});

describe('configuration', () => {
  it('lists the instruments of the account, not those of partners', () => {
    const client = new TestClient();
    const partner = client.engine.controls.createAccount({ partner: true }).id;
    const listed = (accountId: string): string[] => {
      const result = client.engine.instruments(client.session('instruments', { accountId }));
      return 'refused' in result ? [] : result.map(({ instrument }) => instrument);
    };
    expect(listed(client.accountId)).not.toContain('COPPER');
    expect(listed(partner)).toContain('COPPER');
    expect(client.engine.conditions(client.session('conditions'), 'COPPER')).toMatchObject({ status: 404 });
    expect(client.engine.conditions(client.session('conditions'), 'BTC/USD')).toMatchObject({ pointDigits: 1 });
  });

  it('shows quotas with what is left of them', () => {
    const client = new TestClient();
    const left = (): number | undefined => {
      const quotas = client.engine.limits(client.session('limits'));
      return 'refused' in quotas ? undefined : quotas.find(({ operation }) => operation === 'placeOrder')?.remaining;
    };
    const before = left() ?? 0;
    client.done('placeOrder', RESTING);
    expect(left()).toBe(before - 1);
    client.engine.controls.exhaustLimits(client.accountId);
    expect(left()).toBe(0);
    expect(client.trade('placeOrder', RESTING)).toMatchObject({ status: 429, name: 'REQUEST_RATE_LIMIT' });
    expect(client.trade('openPosition', MARKET).refused).toBe(false);
    client.engine.controls.restoreLimits(client.accountId);
    expect(client.trade('placeOrder', RESTING).refused).toBe(false);
  });
});
