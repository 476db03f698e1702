// Unit tests of the checkers of what was executed: once for each key, and as it was asked for.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../payload/json.js';
import { Story } from '../story.test.aid.js';

describe('executions', () => {
  const ORDER = { type: 'limit', price: '1' };
  const OPENING = { type: 'market', volume: '1' };

  /** Two requests with one key, of which the second is answered like this, and the events of two operations. */
  async function twice(
    request: 'placeOrder' | 'openPosition',
    events: readonly (readonly [operationId: string, brought: JsonObject])[],
    {
      params,
      status = 202,
      wait = 0,
      expire = false,
    }: Partial<Record<'status' | 'wait', number>> & {
      readonly params?: JsonObject;
      readonly expire?: boolean;
    } = {},
  ): ReturnType<Story['judge']> {
    const story = new Story();
    const stream = story.stream();
    stream.subscribe('transactions');
    const first = request === 'placeOrder' ? ORDER : OPENING;
    story.acknowledged(request, 'key-1', 'op-1', { params: first });
    if (expire) story.control('idempotency.expire');
    const call = story.wait(wait).call(request, { key: 'key-1', params: params ?? first });
    story.answer(call, status, status === 202 ? { operationId: 'op-1', clientRequestId: 'key-1' } : {});
    for (const [operationId, entities] of events) {
      stream.message('transaction_event', { operationId, clientRequestId: 'key-1', status: 'success', ...entities });
    }
    return story.judge('executions');
  }
  const order = (id: string, more: JsonObject = {}): JsonObject => ({ orders: [{ id, ...more }] });
  const position = (id: string): JsonObject => ({ orders: [{ id: `of ${id}` }], deals: [{ id }], positions: [{ id }] });

  it.each([
    ['a repeated placement', 'placeOrder', order, {}, 'idempotency.duplicate-not-executed'],
    ['a repeated opening', 'openPosition', position, {}, 'positions.duplicate-not-executed'],
    [
      'a conflict',
      'placeOrder',
      order,
      { params: { ...ORDER, price: '2' }, status: 409 },
      'idempotency.conflict-not-executed',
    ],
    [
      'a conflicting opening',
      'openPosition',
      position,
      { params: { ...OPENING, volume: '2' }, status: 409 },
      'positions.conflict-refused',
    ],
  ] as const)('finds %s that was executed', async (_, request, bringing, wish, requirement) => {
    const events = [
      ['op-1', bringing('1')],
      ['op-2', bringing('2')],
    ] as const;
    expect((await twice(request, events, wish)).findings).toMatchObject([{ requirement }]);
    expect((await twice(request, events.toReversed(), wish)).findings).toMatchObject([{ requirement }]);
  });

  it('finds nothing where each event is of the one operation, or of what it brought', async () => {
    const [first] = [['op-1', order('1')]] as const;
    await expect(twice('placeOrder', [first, first])).resolves.toMatchObject({ outcome: 'ok' });
    await expect(
      twice('placeOrder', [first, ['platform-1', { ...order('1'), ...position('9') }]]),
    ).resolves.toMatchObject({
      outcome: 'ok',
    });
    await expect(twice('placeOrder', [first, ['op-2', order('2', { parentOrderId: '1' })]])).resolves.toMatchObject({
      outcome: 'ok',
    });
    const opened = [
      ['op-1', position('1')],
      ['stop-out', position('1')],
    ] as const;
    await expect(twice('openPosition', opened)).resolves.toMatchObject({ outcome: 'ok' });
  });

  it('does not judge a key whose record may be over', async () => {
    const events = [
      ['op-1', order('1')],
      ['op-2', order('2')],
    ] as const;
    await expect(twice('placeOrder', events, { wait: 60_000 })).resolves.toMatchObject({ outcome: 'unknown' });
    await expect(twice('placeOrder', events, { expire: true })).resolves.toMatchObject({ outcome: 'unknown' });
  });
});

describe('asked-for', () => {
  const LIMIT = { type: 'limit', volume: '1.50', price: '2.5' };

  async function shown(request: string, params: JsonObject, ...events: JsonObject[]): ReturnType<Story['judge']> {
    const story = new Story();
    const stream = story.transactions();
    story.acknowledged(request, 'key-1', 'op-1', { params });
    for (const event of events) stream.event({ operationId: 'op-1', clientRequestId: 'key-1', ...event });
    return story.judge('asked-for');
  }
  const deal = { id: 'd', volume: '0.50' };

  it.each<[string, string, JsonObject, JsonObject]>([
    ['another volume', 'placeOrder', LIMIT, { orders: [{ id: '1', volume: '1.05', price: '2.5' }] }],
    ['another price', 'placeOrder', LIMIT, { orders: [{ id: '1', volume: '1.5', price: '2.05' }] }],
    [
      'one level twice',
      'placeOrder',
      { ...LIMIT, stopLossPrice: '2', takeProfitPrice: '3' },
      { orders: [{ id: '1', stopLossPrice: '2.0', takeProfitPrice: '2.0' }] },
    ],
    ['twice the volume', 'openPosition', { volume: '1' }, { orders: [{ id: '1', volume: '2' }], deals: [deal] }],
  ])('finds %s in a %s', async (_, request, params, event) => {
    expect((await shown(request, params, event)).findings).toMatchObject([{ requirement: 'orders.parameters-kept' }]);
  });

  it.each<[string, string, JsonObject, JsonObject[]]>([
    ['zeros at the end', 'placeOrder', LIMIT, [{ orders: [{ id: '1', volume: '1.500', price: '2.50' }] }]],
    [
      'levels on what protects the order, and zeros for none',
      'placeOrder',
      { ...LIMIT, stopLossPrice: '2' },
      [
        {
          orders: [
            { id: '1', stopLossPrice: '0' },
            { id: '2', parentOrderId: '1', stopLossPrice: '2.00' },
          ],
        },
      ],
    ],
    [
      'what is left to fill',
      'openPosition',
      { volume: '1.5' },
      [{ orders: [{ id: '1', volume: '1' }], deals: [deal] }],
    ],
    [
      'a later event of the order',
      'placeOrder',
      LIMIT,
      [{ orders: [{ id: '1', volume: '1.5' }] }, { orders: [{ id: '1', volume: '0' }] }],
    ],
  ])('accepts %s', async (_, request, params, events) => {
    await expect(shown(request, params, ...events)).resolves.toMatchObject({ outcome: 'ok' });
  });

  it('judges no order that shows no figure, was executed at once, or may be of another request', async () => {
    const outcomes = await Promise.all([
      shown('placeOrder', LIMIT, { orders: [{ id: '1' }] }),
      shown('placeOrder', LIMIT, { orders: [{ id: '1', volume: '0' }], deals: [deal] }),
      shown('placeOrder', LIMIT, { orders: [{ id: '1', volume: '9' }, { id: '2' }] }),
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'unknown']);
  });
});
