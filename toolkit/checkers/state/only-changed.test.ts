// Unit tests of the checker that looks for entities in events that nothing has changed.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../payload/json.js';
import { balanceDeal, deal, order, position, Story } from '../story.test.aid.js';

describe('only-changed', () => {
  /** Each event is of an operation of its own, and of one that is told again where it has the number of an earlier one. */
  async function judged(
    events: readonly (readonly [operation: number, view: JsonObject])[],
    params: JsonObject = {},
  ): ReturnType<Story['judge']> {
    const story = new Story();
    const stream = story.transactions();
    for (const operation of new Set(events.map(([one]) => one))) {
      story.acknowledged('placeOrder', `key-${operation}`, `op-${operation}`, { params });
    }
    for (const [operation, view] of events) {
      stream.event({ operationId: `op-${operation}`, clientRequestId: `key-${operation}`, ...view });
    }
    return story.judge('only-changed');
  }

  const first = { orders: [order('o-1')] };
  const both = { orders: [order('o-2'), order('o-1')] };

  it('finds an order and a position of something else that nothing has changed', async () => {
    await expect(
      judged([
        [1, first],
        [2, both],
      ]),
    ).resolves.toMatchObject({
      outcome: 'found',
      findings: [{ requirement: 'transactions.only-changed-entities' }],
    });
    const held = { positions: [position('p-1', '1.00')] };
    await expect(
      judged([
        [1, held],
        [2, { ...first, ...held }],
      ]),
    ).resolves.toMatchObject({ outcome: 'found' });
  });

  it('leaves alone what has changed in a member that no dialect binds', async () => {
    for (const [shownAt, outcome] of [
      [1, 'found'],
      [2, 'ok'],
    ] as const) {
      const story = new Story();
      const stream = story.transactions();
      const told = (view: JsonObject, at: number): void => {
        const orders = (view['orders'] as JsonObject[]).map((one) => (one['id'] === 'o-1' ? { ...one, at } : one));
        stream.message('transaction_event', { status: 'success', ...view }, { orders });
      };
      told({ operationId: 'op-1', ...first }, 1);
      told({ operationId: 'op-2', ...both }, shownAt);
      await expect(story.judge('only-changed')).resolves.toMatchObject({ outcome });
    }
  });

  it.each<[string, readonly (readonly [number, JsonObject])[], JsonObject]>([
    [
      'what has changed',
      [
        [1, first],
        [2, { orders: [order('o-2'), order('o-1', { state: 'filled' })] }],
      ],
      {},
    ],
    [
      'what the request names',
      [
        [1, first],
        [2, both],
      ],
      { orderId: 'o-1' },
    ],
    [
      'what another entity belongs to',
      [
        [1, first],
        [2, { ...first, deals: [deal('d-1', 'p-1', '1', { orderId: 'o-1' })] }],
      ],
      {},
    ],
  ])('accepts %s', async (_, events, params) => {
    await expect(judged(events, params)).resolves.toMatchObject({ outcome: 'ok' });
  });

  it.each<[string, readonly (readonly [number, JsonObject])[]]>([
    [
      'an event that is told again',
      [
        [1, first],
        [2, { orders: [order('o-2')] }],
        [1, both],
      ],
    ],
    [
      'an event that brings nothing else',
      [
        [1, first],
        [2, first],
      ],
    ],
    [
      'a booking',
      [
        [1, first],
        [2, { ...first, deals: [balanceDeal('d-1', '5')] }],
      ],
    ],
  ])('does not judge %s', async (_, events) => {
    await expect(judged(events)).resolves.toMatchObject({ outcome: 'unknown' });
  });
});
