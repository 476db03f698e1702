import { describe, expect, it } from 'vitest';
import type { OperationStatus, TradeRequest, TransactionEvent } from '../domain.js';
import { MARKET, RESTING, TestClient, type Trade } from './engine-client.test.aid.js';

function transactions(client: TestClient): () => readonly TransactionEvent[] {
  const listener = client.listen();
  listener.subscribe('transactions');
  return () => listener.events.filter((event) => event.kind === 'transaction_event');
}

function last(events: readonly TransactionEvent[]): TransactionEvent {
  const event = events.at(-1);
  if (event === undefined) throw new Error('no transaction event');
  return event;
}

function code(client: TestClient, operation: Trade, members: Partial<TradeRequest>): string | undefined {
  return (client.status(client.done(operation, members).operationId) as OperationStatus).errorCode;
}

function openPosition(client: TestClient, members: Partial<TradeRequest> = {}): string {
  client.done('openPosition', { ...MARKET, ...members });
  return client.snapshot().positions.at(-1)?.id ?? '';
}

describe('the entities of an event', () => {
  const shape = ({ payload }: TransactionEvent) => ({
    orders: payload.orders.map(({ type, state }) => `${type} ${state}`),
    deals: payload.deals.length,
    positions: payload.positions.map(({ state }) => state),
    accountState: payload.accountState !== undefined,
  });

  it('of a placement are one order and account_state, whatever else is open', () => {
    const client = new TestClient();
    const events = transactions(client);
    client.done('placeOrder', RESTING);
    client.done('placeOrder', { ...RESTING, type: 'stop', side: 'sell' });
    expect(events().map(shape)).toEqual([
      { orders: ['limit pending'], deals: 0, positions: [], accountState: true },
      { orders: ['stop pending'], deals: 0, positions: [], accountState: true },
    ]);
  });

  it('of a placement with SL/TP are the main order and a related sltp order', () => {
    const client = new TestClient();
    const events = transactions(client);
    client.done('placeOrder', { ...RESTING, stopLossPrice: '0.80000', takeProfitPrice: '1.00000' });
    const event = last(events());
    expect(shape(event).orders).toEqual(['limit pending', 'sltp pending']);
    expect(event.payload.orders[1]?.parentOrderId).toBe(event.payload.orders[0]?.id);
  });

  it('of a market execution are order, deal, position and account_state', () => {
    const client = new TestClient();
    const events = transactions(client);
    client.done('placeOrder', RESTING);
    client.done('openPosition', MARKET);
    expect(shape(last(events()))).toEqual({
      orders: ['market filled'],
      deals: 1,
      positions: ['open'],
      accountState: true,
    });
  });

  it('of a close are order, deal, the closed position and account_state; of a partial close the position with less', () => {
    const client = new TestClient();
    const positionId = openPosition(client);
    const events = transactions(client);
    client.done('closePosition', { positionId, volume: '0.04' });
    expect(shape(last(events()))).toMatchObject({ deals: 1, positions: ['open'] });
    expect(last(events()).payload.positions[0]?.volume).toEqual({ coefficient: 6n, scale: 2 });
    client.done('closePosition', { positionId });
    expect(shape(last(events()))).toEqual({
      orders: ['market filled'],
      deals: 1,
      positions: ['closed'],
      accountState: true,
    });
    expect(client.snapshot().positions).toEqual([]);
  });

  it('of a balance transaction are a deal and account_state, without any identifier', () => {
    const client = new TestClient();
    const events = transactions(client);
    client.engine.controls.deposit(client.accountId, 'dividend', '12.5');
    const event = last(events());
    expect(shape(event)).toEqual({ orders: [], deals: 1, positions: [], accountState: true });
    expect(event.payload.deals[0]?.balanceKind).toBe('dividend');
    expect([event.operationId, event.clientRequestId]).toEqual([undefined, undefined]);
  });

  it('of a rejected result are none', () => {
    const client = new TestClient();
    const events = transactions(client);
    const ack = client.done('placeOrder', { ...RESTING, volume: '1000.00' });
    expect(last(events())).toMatchObject({
      status: 'rejected',
      operationId: ack.operationId,
      clientRequestId: ack.clientRequestId,
      errorCode: 'TRADING_RULE_VOLUME_TOO_LARGE',
      payload: { orders: [], deals: [], positions: [] },
    });
  });
});

describe('what the market sets off', () => {
  it('fills a pending order, whose protection goes over to the position', () => {
    const client = new TestClient();
    const events = transactions(client);
    client.done('placeOrder', { ...RESTING, stopLossPrice: '0.80000' });
    client.engine.controls.setPrice(client.accountId, 'EURUSD', '0.89990', '0.90000');
    const fill = last(events());
    expect(fill.payload.orders.map(({ state }) => state)).toEqual(['filled', 'pending']);
    expect(fill.operationId).toMatch(/^sys-/);
    expect(fill.clientRequestId).toBeUndefined();
    const positionId = fill.payload.positions[0]?.id;
    expect(fill.payload.orders[1]?.positionId).toBe(positionId);
    client.engine.controls.setPrice(client.accountId, 'EURUSD', '0.80000', '0.80010');
    expect(last(events()).payload.positions).toMatchObject([{ id: positionId, state: 'closed' }]);
    expect(client.snapshot()).toMatchObject({ orders: [], positions: [] });
  });

  it('executes a marketable limit order after its placement was announced', () => {
    const client = new TestClient();
    const events = transactions(client);
    client.done('placeOrder', { ...RESTING, price: '1.20000' });
    expect(events().map(({ payload }) => payload.orders[0]?.state)).toEqual(['pending', 'filled']);
  });

  it('is watched while an order is within reach of the feed', () => {
    const client = new TestClient();
    const price = '1.09995';
    client.done('placeOrder', { ...RESTING, price });
    for (let step = 0; step < 200 && client.snapshot().orders.length > 0; step += 1) {
      client.engine.clock.advance(500);
    }
    expect(client.snapshot().positions).toHaveLength(1);
  });

  it('leaves orders out of its reach at rest for a month', () => {
    const client = new TestClient();
    client.done('placeOrder', RESTING);
    client.engine.clock.advance(30 * 86_400_000);
    expect(client.snapshot().orders).toHaveLength(1);
  });

  it('does not cross from one account to another', () => {
    const client = new TestClient();
    const other = client.engine.controls.createAccount().id;
    client.done('placeOrder', RESTING);
    client.engine.controls.setPrice(other, 'EURUSD', '0.50000', '0.50010');
    client.engine.controls.closeMarket(other, 'EURUSD', true);
    expect(client.snapshot().orders).toHaveLength(1);
    expect(code(client, 'openPosition', MARKET)).toBeUndefined();
  });
});

describe('sltp orders of a position', () => {
  it('replace each other and fold into the position of a snapshot', () => {
    const client = new TestClient();
    const positionId = openPosition(client);
    const events = transactions(client);
    client.done('placeOrder', { type: 'sltp', positionId, stopLossPrice: '0.90000' });
    expect(last(events()).payload.orders.map(({ type }) => type)).toEqual(['sltp']);
    client.done('placeOrder', { type: 'sltp', positionId, takeProfitPrice: '1.50000' });
    expect(last(events()).payload.orders.map(({ state }) => state)).toEqual(['cancelled', 'pending']);
    const [position] = client.snapshot().positions;
    expect(position?.stopLossPrice).toBeUndefined();
    expect(position?.takeProfitPrice).toEqual({ coefficient: 150000n, scale: 5 });
  });

  it('end with the position', () => {
    const client = new TestClient();
    const positionId = openPosition(client, { stopLossPrice: '0.90000' });
    expect(client.snapshot().orders).toHaveLength(1);
    client.done('closePosition', { positionId });
    expect(client.snapshot().orders).toEqual([]);
  });

  it('are admitted under close_only and not under trading_disabled', () => {
    const client = new TestClient();
    const positionId = openPosition(client);
    const sltp = { type: 'sltp', positionId, stopLossPrice: '0.90000' };
    client.engine.controls.restrictAccount(client.accountId, { accountStatus: 'close_only' });
    expect(code(client, 'placeOrder', sltp)).toBeUndefined();
    client.engine.controls.restrictAccount(client.accountId, { tradeMode: 'trading_disabled' });
    expect(client.trade('placeOrder', sltp)).toMatchObject({ name: 'ACCOUNT_DISABLED' });
  });
});

describe('every final code of interface 7.2', () => {
  const SELL_STOP_ABOVE = { ...RESTING, type: 'stop', side: 'sell', price: '1.50000' };
  it.each<[string, Trade, Partial<TradeRequest>, ((client: TestClient) => void)?]>([
    ['MARKET_INSTRUMENT_NOT_FOUND', 'placeOrder', { ...RESTING, instrument: 'NOSUCH' }],
    ['MARKET_INSTRUMENT_NOT_FOUND', 'placeOrder', { ...RESTING, instrument: 'COPPER' }],
    ['MARKET_TRADE_DISABLED', 'placeOrder', { ...RESTING, instrument: 'USDTRY' }],
    ['MARKET_CLOSE_ONLY', 'openPosition', { ...MARKET, instrument: 'NATGAS' }],
    [
      'MARKET_SESSION_CLOSED',
      'placeOrder',
      RESTING,
      ({ engine, accountId }) => engine.controls.closeMarket(accountId, 'EURUSD', true),
    ],
    ['TRADING_RULE_VOLUME_TOO_SMALL', 'placeOrder', { ...RESTING, volume: '0.009' }],
    ['TRADING_RULE_VOLUME_TOO_SMALL', 'openPosition', { ...MARKET, volume: '-1' }],
    ['TRADING_RULE_VOLUME_TOO_LARGE', 'placeOrder', { ...RESTING, volume: '100.01' }],
    ['TRADING_RULE_INVALID_VOLUME_STEP', 'placeOrder', { ...RESTING, volume: '0.015' }],
    ['TRADING_RULE_INVALID_PRICE_LEVEL', 'placeOrder', SELL_STOP_ABOVE],
    ['TRADING_RULE_INVALID_PRICE_LEVEL', 'placeOrder', { ...RESTING, stopLossPrice: '0.95000' }],
    [
      'TRADING_RULE_INSUFFICIENT_MARGIN',
      'openPosition',
      MARKET,
      ({ engine, accountId }) => engine.controls.deposit(accountId, 'balance', '-99999999'),
    ],
    [
      'TRADING_RULE_MARGIN_LEVEL_TOO_LOW',
      'openPosition',
      MARKET,
      (client) => {
        openPosition(client);
        client.engine.controls.deposit(client.accountId, 'balance', '-99999999');
      },
    ],
    ['TRADING_RULE_OPERATION_RESTRICTED', 'closePosition', { positionId: 'pos-none' }],
    ['TRADING_RULE_OPERATION_RESTRICTED', 'cancelOrder', { orderId: 'ord-none' }],
  ])('%s of %s %j', (expected, operation, members, prepare) => {
    const client = new TestClient();
    prepare?.(client);
    const before = client.snapshot();
    expect(code(client, operation, members)).toBe(expected);
    expect(client.snapshot()).toMatchObject({ orders: before.orders, positions: before.positions });
  });

  it('TRADING_RULE_TOO_MANY_PENDING_ORDERS beyond the setting', () => {
    const client = new TestClient({ settings: { pendingOrdersPerAccount: 2 } });
    const codes = [1, 2, 3].map(() => code(client, 'placeOrder', { ...RESTING, stopLossPrice: '0.8' }));
    expect(codes).toEqual([undefined, undefined, 'TRADING_RULE_TOO_MANY_PENDING_ORDERS']);
  });
});

describe('money', () => {
  it('has the digits of the account currency and moves exactly', () => {
    const client = new TestClient();
    const yen = client.engine.controls.createAccount({ currency: 'JPY' }).id;
    client.done('openPosition', MARKET, { accountId: yen });
    const [position] = client.snapshot(yen).positions;
    expect(position?.margin.scale).toBe(0);
    client.engine.controls.setPrice(yen, 'EURUSD', '1.20000', '1.20010');
    client.done('closePosition', { positionId: position?.id ?? '' }, { accountId: yen });
    const { balance, equity, usedMargin } = client.snapshot(yen).accountState;
    expect(balance.scale).toBe(0);
    expect(equity).toEqual(balance);
    expect(usedMargin.coefficient).toBe(0n);
  });
});
