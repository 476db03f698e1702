// Unit tests of the checker that adds up snapshots and events.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../payload/json.js';
import { EMPTY, order, position, Story, type Stream } from '../story.test.aid.js';

describe('snapshots', () => {
  /** One connection watches while another takes a later snapshot. */
  async function judged(
    first: JsonObject,
    later: JsonObject,
    meanwhile: (stream: Stream, story: Story) => void = () => undefined,
    afterwards: (stream: Stream, story: Story) => void = () => undefined,
  ): ReturnType<Story['judge']> {
    const story = new Story();
    const stream = story.transactions('A', { ...EMPTY, ...first });
    meanwhile(stream, story);
    story.transactions('A', { ...EMPTY, ...later });
    afterwards(stream, story);
    story.wait(1000);
    stream.close();
    return story.judge('snapshots');
  }

  it('accepts a later snapshot that events explain, also those that come after it', async () => {
    const { outcome } = await judged(
      { orders: [order('o-1')] },
      { orders: [order('o-2')], positions: [position('p-1', '1')] },
      (stream) => stream.event({ orders: [order('o-1'), order('o-2')] }),
      (stream) => stream.event({ positions: [position('p-1', '1')] }),
    );
    expect(outcome).toBe('ok');
  });

  it.each<[string, string, JsonObject, JsonObject]>([
    ['an order that vanished', 'domain.events-lead-to-snapshot', { orders: [order('o-1')] }, {}],
    ['an order that appeared', 'transactions.every-change', {}, { orders: [order('o-1')] }],
    ['a position that vanished', 'domain.events-lead-to-snapshot', { positions: [position('p-1', '1')] }, {}],
    ['a position that appeared', 'transactions.every-change', {}, { positions: [position('p-1', '1')] }],
  ])('finds %s without an event', async (_, requirement, first, later) => {
    const { findings } = await judged(first, later);
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it('tolerates that snapshots fold SL/TP into the order that events showed separately', async () => {
    const { outcome } = await judged(
      { orders: [order('o-1')] },
      {
        orders: [
          order('o-1'),
          order('o-2', { parentOrderId: 'o-1' }),
          order('o-3', { type: 'sltp' }),
          order('o-4', { positionId: 'p-1' }),
        ],
      },
    );
    expect(outcome).toBe('ok');
  });

  it('does not judge where the watching connection ended too soon, or was stalled', async () => {
    const gone = { orders: [order('o-1')] };
    const ended = await judged(gone, {}, undefined, (stream) => stream.close());
    const stalled = await judged(gone, {}, (_, story) => story.control('stream.stall'));
    expect([ended.outcome, stalled.outcome]).not.toContain('found');
  });

  it('keeps accounts apart', async () => {
    const story = new Story();
    story.transactions('A', { ...EMPTY, orders: [order('o-1')] });
    story.transactions('B');
    story.wait(2000).control('market.price', null);
    await expect(story.judge('snapshots')).resolves.toMatchObject({ outcome: 'unknown' });
  });
});
