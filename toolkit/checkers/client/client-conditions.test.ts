// Orders against the conditions that a client was told.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../payload/json.js';
import { Story } from '../story.test.aid.js';
import { foundIn, LIMITS, ORDER, placed, sent } from './sent.test.aid.js';

describe('conditions', () => {
  const CONDITIONS = { volumeMin: '0.10', volumeMax: '5', volumeStep: '0.04', pointDigits: 5 };
  const order = (over: JsonObject, waitMs = 2_000, between: (story: Story) => void = () => undefined) => {
    const story = new Story();
    const params = { instrument: 'EURUSD' };
    story.answer(sent(story, { request: 'conditions', path: `${LIMITS}/EURUSD`, params }), 200, CONDITIONS);
    between(story.wait(waitMs));
    placed(story, 'key-1', { params: { ...ORDER, ...params, ...over } });
    return foundIn(story);
  };
  const FOUND = ['configuration.client-conditions-per-account (should)'];

  it.each<[string, JsonObject]>([
    ['a volume below the least', { volume: '0.08' }],
    ['a volume above the most', { volume: '5.04' }],
    ['a volume on neither grid', { volume: '0.11' }],
    ['a price with a digit too many', { price: '1.050001' }],
    ['such a stop loss', { stopLossPrice: '1.0400001' }],
  ])('warn of %s', async (_, over) => {
    expect(await order(over)).toEqual(FOUND);
  });

  it.each<[string, JsonObject]>([
    ['steps from the least', { volume: '0.14' }],
    ['steps from nothing', { volume: '0.12' }],
    ['zeros at the end', { price: '1.0500000' }],
    ['another instrument', { instrument: 'GBPUSD', volume: '9' }],
  ])('spare %s', async (_, over) => {
    expect(await order(over)).toEqual([]);
  });

  it('say nothing of an order that may have been made before, nor once they changed', async () => {
    expect(await order({ volume: '9' }, 100)).toEqual([]);
    const changed = (story: Story): unknown =>
      story.tell({
        kind: 'event',
        conn: 'ws-1',
        account: 'A',
        parsed: { kind: 'instrument_event', message: null, view: { action: 'upd', instrument: 'EURUSD' } },
      });
    expect(await order({ volume: '9' }, 2_000, changed)).toEqual([]);
  });
});
