// A client that behaves, and recordings with gaps: what is judged at all.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../payload/json.js';
import { judgeRecords } from '../check-journal.js';
import { Story } from '../story.test.aid.js';
import { CLIENT_CHECKERS } from './client-checkers.js';
import { judged, placed, read, sent } from './sent.test.aid.js';

describe('a client that behaves', () => {
  it('is found at fault in nothing, and judged in everything that it did', async () => {
    const story = new Story();
    const stream = story.transactions('A');
    stream.subscribe('instruments', ['all']);
    stream.subscribe('hmr', ['EURUSD']);
    story.answer(placed(story, 'key-1'), 202, { operationId: 'op-1' });
    story.lose(placed(story, 'key-2'));
    story.answer(placed(story, 'key-2'), 202, { operationId: 'op-2' });
    story.answer(read(story), 200);
    const page = sent(story, {
      request: 'orderHistory',
      path: '/v1/h?from=2026-01-01T00%3A00%3A00%2B00%3A00',
      params: {},
    });
    story.answer(page, 200, { items: [], cursor: 'c+/=' });
    const next = sent(story, {
      request: 'orderHistory',
      path: '/v1/h?cursor=c%2B%2F%3D&limit=5',
      params: { cursor: 'c+/=', limit: 5 },
    });
    story.answer(next, 200, { items: [] });
    // The stream of the story was opened by nobody in particular.
    const records = story.records.filter(({ parsed }) => (parsed as JsonObject | null)?.['request'] !== 'eventsStream');
    const results = await judgeRecords(records, CLIENT_CHECKERS);
    expect(results.flatMap(({ findings }) => findings)).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'unknown').map(({ checker }) => checker)).toEqual([
      'client-conditions',
      'client-after-429',
      'client-recovers',
    ]);
  });
});

describe('a gap in a recording', () => {
  it('leaves what needs every connection unknown from there on, and judges the rest', async () => {
    const story = new Story();
    story.tell({ kind: 'gap', parsed: { from: 'tap', reason: 'too much to read' } });
    sent(story, { request: 'dealHistory', path: '/v1/d?cursor=abc', params: { cursor: 'abc' } });
    const results = await judged(story);
    expect(results.find(({ checker }) => checker === 'client-cursors')).toMatchObject({
      outcome: 'unknown',
      reason: 'not every connection was recorded',
    });
    expect(results.find(({ checker }) => checker === 'client-signing')?.outcome).toBe('ok');
  });
});
