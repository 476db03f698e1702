// The service as a client meets it, in its own dialects and in those of two venues: place an order, watch it fill,
// close the position, read the history.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../base/package-root.js';
import { loadProfile } from '../../profile/loading/load.js';
import { type Reference, startReference } from '../index.js';
import { OrdinaryClient } from './ordinary-client.test.aid.js';

const VENUES = join(packageRoot(), 'toolkit/reference/speech/dialect/venues');

describe.each(['default', 'contrary', 'exchange-desk', 'ledger-house'])('the sandbox in the %s dialect', (name) => {
  let reference: Reference;
  let client: OrdinaryClient;

  beforeAll(async () => {
    const dialect =
      name === 'default' || name === 'contrary'
        ? name
        : await loadProfile(join(VENUES, `${name}.yaml`), { onMissingSecret: () => undefined });
    reference = await startReference({ dialect });
    client = new OrdinaryClient(reference.profile);
  });
  afterAll(() => reference.close());

  it('lets an ordinary client place an order, watch it fill, close the position and read its history', async () => {
    const events = await client.open('eventsStream');
    events.command('subscribe', { event: 'transactions', commandId: '1' });
    const snapshot = await events.next('trading_state_snapshot');
    expect(snapshot.view.orders).toEqual([]);

    const placed = await client.send('placeOrder', {
      type: 'limit',
      instrument: 'EURUSD',
      side: 'buy',
      volume: '0.10',
      price: '0.90000',
      stopLossPrice: '0.80000',
      takeProfitPrice: '1.20000',
    });
    expect(placed.status).toBe(202);
    const { operationId } = client.dialect.readAck(placed.body);
    const event = await events.next('transaction_event', ({ view }) => view.operationId === operationId);
    expect(event.view.status).toBe('success');
    const orderId = event.view.orders?.find(({ type }) => type === 'limit')?.id ?? '';
    expect(event.view.orders?.map(({ type }) => type).sort()).toEqual(['limit', 'sltp']);

    await reference.control.perform('order.fill', { account_id: client.accountId, order_id: orderId });
    const filled = await events.next('transaction_event', ({ view }) => (view.positions?.length ?? 0) > 0);
    const positionId = filled.view.positions?.[0]?.id ?? '';
    expect(filled.view.deals).toHaveLength(1);

    const closing = await client.send('closePosition', { positionId, volume: '0.04' });
    expect(closing.status).toBe(202);
    const closingId = client.dialect.readAck(closing.body).operationId;
    const partly = await events.next('transaction_event', ({ view }) => view.operationId === closingId);
    expect(partly.view.positions?.[0]?.volume).toBe('0.06');

    const status = await client.send('operationStatus', { operationId: String(operationId) });
    expect(client.dialect.readOperation(status.body).state).toBe('success');
    const state = client.dialect.readSnapshot((await client.send('snapshot')).body);
    expect(state.positions?.map(({ id }) => id)).toEqual([positionId]);
    const deals = client.dialect.readDealHistory((await client.send('dealHistory', { limit: 10 })).body);
    expect(deals.items?.filter(({ instrument }) => instrument === 'EURUSD')).toHaveLength(2);
    const orders = client.dialect.readOrderHistory((await client.send('orderHistory')).body);
    expect(orders.items?.map(({ id }) => id)).toContain(orderId);
    await events.close();
  });

  it('answers every read of the configuration', async () => {
    const account = client.dialect.readAccount((await client.send('account')).body);
    expect(account.currency).toBe(reference.profile.accounts.pool[0]?.currency);
    const names = client.dialect.readInstruments((await client.send('instruments')).body);
    expect(names).toContain('BTC/USD');
    expect(names).not.toContain(reference.profile.market.unavailable[0]);
    const conditions = await client.send('conditions', { instrument: 'BTC/USD' });
    expect(client.dialect.readConditions(conditions.body).volumeStep).toBe('0.001');
    const quota = client.dialect.readQuota((await client.send('limits')).body);
    expect(Number(quota?.limit)).toBeGreaterThan(0);
  });

  it('cancels a pending order', async () => {
    const order = { type: 'stop', instrument: 'XAUUSD', side: 'sell', volume: '0.10', price: '1500.00' } as const;
    const events = await client.open('eventsStream');
    events.command('subscribe', { event: 'transactions' });
    await events.next('trading_state_snapshot');
    const placed = client.dialect.readAck((await client.send('placeOrder', order)).body);
    const event = await events.next('transaction_event', ({ view }) => view.operationId === placed.operationId);
    const orderId = event.view.orders?.[0]?.id ?? '';
    const cancelled = await client.send('cancelOrder', { orderId });
    expect(cancelled.status).toBe(202);
    const { operationId } = client.dialect.readAck(cancelled.body);
    const gone = await events.next('transaction_event', ({ view }) => view.operationId === operationId);
    expect(client.dialect.meaning('orderState', gone.view.orders?.[0]?.state ?? null)).toBe('cancelled');
    await events.close();
  });

  it('streams ticks as JSON numbers', async () => {
    const ticks = await client.open('ticksStream');
    const tick = await ticks.next('tick');
    expect(typeof tick.view.bid).toBe('number');
    expect(Number(tick.view.ask)).toBeGreaterThan(Number(tick.view.bid));
    await ticks.close();
  });

  it('refuses every key that lacks something, and says nothing more than the contract', async () => {
    const refusals = [
      ['expired', 'AUTH_INVALID_API_KEY', 1000],
      ['unregistered', 'AUTH_INVALID_API_KEY', 1000],
      ['readOnly', 'AUTH_PERMISSION_DENIED', 1002],
      ['blockedSource', 'AUTH_PERMISSION_DENIED', 1002],
    ] as const;
    for (const [role, message, code] of refusals) {
      const reply = await client.send('placeOrder', { type: 'limit' }, { role });
      expect(client.dialect.readError(reply.body)).toEqual({ code, message });
    }
    await expect(client.open('eventsStream', { role: 'noStream' })).rejects.toThrow('refused with 403');
  });
});
