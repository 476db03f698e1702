// Unit tests of the checker over the entities of transaction events.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../payload/json.js';
import { balanceDeal, deal, FIGURES, order, position, Story } from '../story.test.aid.js';

describe('entity-sets', () => {
  const protection = { type: 'limit', stopLossPrice: '1.0', takeProfitPrice: '1.2' };
  const market = {
    orders: [order('o-1')],
    deals: [deal('d-1', 'p-1', '1.00')],
    positions: [position('p-1', '1.00')],
    accountState: FIGURES,
  };
  const placed = { orders: [order('o-1')], accountState: FIGURES };
  const balanced = { deals: [balanceDeal('d-1', '5.00')], accountState: FIGURES };

  async function judged(
    request: string,
    params: JsonObject,
    ...views: readonly JsonObject[]
  ): ReturnType<Story['judge']> {
    const story = new Story();
    const stream = story.transactions();
    story.acknowledged(request, 'key-1', 'op-1', { params });
    for (const view of views) stream.event({ operationId: 'op-1', clientRequestId: 'key-1', ...view });
    return story.judge('entity-sets');
  }

  it.each<[string, string, JsonObject, JsonObject]>([
    ['placement', 'placeOrder', { type: 'limit' }, placed],
    ['placement with SL/TP', 'placeOrder', protection, { ...placed, orders: [order('o-1'), order('o-2')] }],
    ['market execution', 'openPosition', {}, market],
    ['position close', 'closePosition', {}, market],
    ['partial close', 'closePosition', { volume: '0.50' }, { positions: market.positions }],
  ])('accepts the event of a %s', async (_, request, params, view) => {
    await expect(judged(request, params, view)).resolves.toMatchObject({ outcome: 'ok' });
  });

  it.each<[string, string, JsonObject, JsonObject, string]>([
    [
      'a placement with two orders',
      'placeOrder',
      { type: 'stop' },
      { ...placed, orders: [order('o-1'), order('o-9')] },
      'placement-order',
    ],
    [
      'a placement without account state',
      'placeOrder',
      { type: 'limit' },
      { orders: placed.orders },
      'placement-account-state',
    ],
    [
      'a placement with a position',
      'placeOrder',
      { type: 'limit' },
      { ...placed, positions: market.positions },
      'placement-nothing-else',
    ],
    ['SL/TP without its order', 'placeOrder', protection, placed, 'placement-sltp-related-order'],
    ['an execution without order', 'openPosition', {}, { ...market, orders: [] }, 'market-order'],
    ['an execution without deal', 'openPosition', {}, { ...market, deals: [] }, 'market-deal'],
    ['an execution without position', 'openPosition', {}, { ...market, positions: [] }, 'market-position'],
    ['a close without deal', 'closePosition', {}, { ...market, deals: [] }, 'close-deal'],
    [
      'a partial close without position',
      'closePosition',
      { volume: '1' },
      { deals: market.deals },
      'partial-close-position',
    ],
  ])('finds %s', async (_, request, params, view, requirement) => {
    const { findings } = await judged(request, params, view);
    expect(findings).toEqual([expect.objectContaining({ requirement: `transactions.${requirement}` })]);
  });

  it.each<[string, JsonObject, string]>([
    ['an order', { orders: [order('o-1')] }, 'transactions.balance-only'],
    ['the key of a request', { clientRequestId: 'key-1' }, 'transactions.balance-no-client-request-id'],
    ['the operation of a request', { operationId: 'op-1' }, 'transactions.balance-no-requested-operation'],
  ])('finds a balance transaction with %s', async (_, more, requirement) => {
    const story = new Story();
    const stream = story.transactions();
    story.acknowledged('placeOrder', 'key-1', 'op-1');
    stream.event({ ...balanced, ...more });
    const { findings } = await story.judge('entity-sets');
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it('finds an account state in an event that lacks a figure', async () => {
    const { findings } = await judged('placeOrder', { type: 'limit' }, { ...placed, accountState: { balance: '1' } });
    expect(findings).toEqual([expect.objectContaining({ requirement: 'account-state.entity-figures' })]);
  });

  it('leaves an event that holds nothing alone where nobody listened for what may have followed', async () => {
    for (const [heardMs, outcome] of [
      [100, 'unknown'],
      [3_000, 'found'],
    ] as const) {
      const story = new Story();
      const stream = story.transactions();
      story.acknowledged('openPosition', 'key-1', 'op-1', { params: {} });
      stream.event({ operationId: 'op-1', clientRequestId: 'key-1' });
      story.wait(heardMs);
      stream.close();
      await expect(story.judge('entity-sets')).resolves.toMatchObject({ outcome });
    }
  });

  it('takes a trading event that books a fee beside its own deal for no balance transaction', async () => {
    const close = { ...market, deals: [...market.deals, balanceDeal('d-2', '-0.31')] };
    await expect(judged('closePosition', {}, close)).resolves.toMatchObject({ outcome: 'ok' });
  });

  it('warns of a placement with a stop loss alone that shows one order, and no more than that', async () => {
    const { findings } = await judged('placeOrder', { type: 'limit', stopLossPrice: '1.0' }, placed);
    expect(findings).toEqual([
      expect.objectContaining({ requirement: 'transactions.placement-sltp-related-order', level: 'should' }),
    ]);
    const { findings: both } = await judged('placeOrder', protection, placed);
    expect(both.map(({ level }) => level)).toEqual([undefined]);
  });

  it('tolerates further events of the operation, such as the fill of a pending order', async () => {
    await expect(judged('placeOrder', { type: 'limit' }, placed, { ...market, deals: [] })).resolves.toMatchObject({
      outcome: 'ok',
    });
  });

  it('tolerates a partial close that shows the position alone, and a market execution with more orders', async () => {
    await expect(
      judged('openPosition', {}, { ...market, orders: [order('o-1'), order('o-2')] }),
    ).resolves.toMatchObject({
      outcome: 'ok',
    });
  });

  it('does not judge an order that executed at once, nor SLTP orders, nor refused results', async () => {
    const story = new Story();
    const stream = story.transactions();
    story.acknowledged('placeOrder', 'key-1', 'op-1');
    story.acknowledged('placeOrder', 'key-2', 'op-2', { params: { type: 'sltp' } });
    story.acknowledged('placeOrder', 'key-3', 'op-3');
    stream.event({ operationId: 'op-1', clientRequestId: 'key-1', orders: [], deals: market.deals });
    stream.event({ operationId: 'op-2', clientRequestId: 'key-2', orders: [] });
    stream.event({ operationId: 'op-3', clientRequestId: 'key-3', status: 'rejected', orders: [] });
    await expect(story.judge('entity-sets')).resolves.toMatchObject({ outcome: 'unknown' });
  });
});
