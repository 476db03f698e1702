// Cursors of pages, as they came.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../payload/json.js';
import { Story } from '../story.test.aid.js';
import { foundIn, judged, sent } from './sent.test.aid.js';

describe('cursors', () => {
  const walk = (cursor: string, more: JsonObject = {}): Story => {
    const story = new Story();
    const first = sent(story, { request: 'dealHistory', path: '/v1/d', params: {} });
    story.answer(first, 200, { items: [], cursor: 'abc=' });
    sent(story, { request: 'dealHistory', path: '/v1/d?c', params: { cursor, ...more } });
    return story;
  };

  it('finds one that is not as it came', async () => {
    expect(await foundIn(walk('abc'))).toEqual(['history.client-opaque-cursor']);
  });

  it('finds filters beside one', async () => {
    expect(await foundIn(walk('abc=', { from: '2026-01-01T00:00:00+00:00' }))).toEqual(['history.client-cursor-alone']);
  });

  it('judges none where the recording may lack what gave it', async () => {
    const results = await judged(walk('abc'), { granted: ['all-connections'] });
    const cursors = results.find(({ checker }) => checker === 'client-cursors');
    expect(cursors).toMatchObject({ outcome: 'unknown', reason: 'what came before the recording is not known' });
  });
});
