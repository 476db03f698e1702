// Forms of what clients send.
import { describe, expect, it } from 'vitest';
import { Story } from '../story.test.aid.js';
import { foundIn, ORDER, placed, read, STREAM, sent } from './sent.test.aid.js';

describe('forms', () => {
  it.each<[string, (story: Story) => number, readonly string[]]>([
    ['a read with a body', (story) => read(story, { body: '{}' }), ['auth.client-get-without-body']],
    ['another media type', (story) => placed(story, 'key-1', { type: 'text/plain' }), ['auth.client-content-type']],
    ['a body that is no JSON', (story) => placed(story, 'key-1', { body: 'volume=1' }), ['orders.client-json-body']],
    [
      'a volume as a number',
      (story) => placed(story, 'key-1', { params: { ...ORDER, volume: 0.1 } }),
      ['numbers.client-volume-strings'],
    ],
    [
      'a price with an exponent',
      (story) => placed(story, 'key-1', { params: { ...ORDER, price: '1e0' } }),
      ['numbers.client-price-strings (should)'],
    ],
    [
      'a market order among the pending ones',
      (story) => placed(story, 'key-1', { params: { type: 'market', volume: '1' } }),
      ['orders.client-market-elsewhere'],
    ],
    [
      'a path without its version',
      (story) => sent(story, { request: '', path: '/configuration/accounts/A/limits' }),
      ['versioning.client-paths-v1'],
    ],
    [
      'a subscription by a request',
      (story) => sent(story, { request: '', method: 'POST', path: STREAM, key: 'key-1', body: '{}' }),
      ['subscriptions.client-over-connection'],
    ],
  ])('finds %s', async (_, tell, expected) => {
    const story = new Story();
    tell(story);
    expect(await foundIn(story)).toEqual(expected);
  });
});
