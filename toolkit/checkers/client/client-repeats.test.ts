// Orders that are sent again, under their key and under others.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../payload/json.js';
import { Story } from '../story.test.aid.js';
import { foundIn, inMs, ORDER, placed, read, type Wish } from './sent.test.aid.js';

describe('repeats', () => {
  const again = async (body: JsonObject | string, over: Partial<Wish> = {}): Promise<readonly string[]> => {
    const story = new Story();
    story.lose(placed(story, 'key-1'));
    placed(story, 'key-1', { body: typeof body === 'string' ? body : JSON.stringify(body), ...over });
    return foundIn(story);
  };

  it('finds another price under the same key', async () => {
    expect(await again({ ...ORDER, price: '1.06000' })).toEqual(['idempotency.client-same-payload']);
  });

  it.each([
    ['spaces', JSON.stringify(ORDER, null, 2)],
    ['another order of members', JSON.stringify(Object.fromEntries(Object.entries(ORDER).reverse()))],
    ['another spelling of a figure', JSON.stringify({ ...ORDER, volume: '0.1' })],
  ])('warns of %s', async (_, body) => {
    expect(await again(body)).toEqual(['idempotency.client-same-payload (should)']);
  });

  it('leaves open whether another call or type of order is another kind', async () => {
    expect(await again({ ...ORDER, type: 'stop' }, { params: { ...ORDER, type: 'stop' } })).toEqual([]);
    expect(
      await again({ volume: '0.10' }, { request: 'openPosition', path: '/v1/trading/accounts/A/positions' }),
    ).toEqual([]);
  });

  it('finds what was refused for its rate sent again', async () => {
    const story = new Story();
    story.answer(placed(story, 'key-1'), 429);
    placed(story, 'key-1');
    expect(await foundIn(story)).toEqual(['limits.client-no-retry']);
  });

  it('takes a key that comes with another payload for no repeat of what was refused', async () => {
    const story = new Story();
    story.answer(placed(story, 'key-1'), 429);
    placed(story, 'key-1', { body: JSON.stringify({ ...ORDER, volume: '0.20' }) });
    expect(await foundIn(story)).toEqual(['idempotency.client-same-payload']);
  });

  it('warns where that comes so late that somebody may have decided anew, and spares another key', async () => {
    const story = new Story();
    story.answer(placed(story, 'key-1'), 429);
    placed(story, 'key-2');
    story.wait(20_000);
    placed(story, 'key-1');
    expect(await foundIn(story)).toEqual(['limits.client-no-retry (should)']);
  });

  it('spares a repeat of what was refused when the client may have given up waiting', async () => {
    const story = new Story();
    const first = placed(story, 'key-1');
    story.wait(3_000);
    story.answer(first, 429);
    placed(story, 'key-1', { signed: { timestampMs: inMs(3_500) } });
    expect(await foundIn(story)).toEqual([]);
  });

  it('knows by the quickest request that one was long on its way', async () => {
    const story = new Story();
    read(story, {});
    story.wait(3_000);
    story.answer(placed(story, 'key-1'), 429);
    placed(story, 'key-1', { signed: { timestampMs: inMs(3_500) } });
    expect(await foundIn(story)).toEqual([]);
  });

  it('warns of another payload after a time in which records of keys may have expired', async () => {
    const story = new Story();
    for (const volume of ['0.10', '0.20']) {
      placed(story, 'key-1', { body: JSON.stringify({ ...ORDER, volume }) });
      story.wait(90_000);
    }
    expect(await foundIn(story)).toEqual(['idempotency.client-same-payload (should)']);
  });
});
