// Unit tests of the checker of requests that are let in again.
import { describe, expect, it } from 'vitest';
import { Story } from '../story.test.aid.js';

const WRONG = { code: 1001, message: 'AUTH_INVALID_SIGNATURE' };
const path = '/v1/configuration/accounts/A/limits';

/** A read that is let in, one that is answered so, and one that is let in again. */
function between(status: number, view: object, wish: object = {}): Story {
  const story = new Story();
  story.answer(story.call('limits', { path }), 200);
  story.answer(story.call('limits', { path, ...wish }), status, { ...view });
  story.answer(story.call('limits', { path }), 200);
  return story;
}

describe('sound-requests', () => {
  it('finds a read that is refused between two that are let in', async () => {
    const { findings } = await between(401, WRONG).judge('sound-requests');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'auth.signed-get-accepted' })]);
  });

  it.each<[string, Story]>([
    ['a damaged one', between(401, WRONG, { damage: 'sign-bit-in-s' })],
    ['that of another key', between(401, WRONG, { apiKey: 'expired' })],
    ['one for another account', between(403, WRONG, { path: '/v1/configuration/accounts/B/limits' })],
    ['one with an idempotency key', between(401, WRONG, { key: 'key-1' })],
    ['one that a lock refuses', between(401, {})],
    ['one beyond a quota', between(429, { code: 2011, message: 'REQUEST_RATE_LIMIT' })],
  ])('leaves alone %s', async (_, story) => {
    await expect(story.judge('sound-requests')).resolves.toMatchObject({ outcome: 'ok' });
  });

  it('leaves alone what is never let in again, and what comes when the clock was moved', async () => {
    const ended = new Story();
    ended.answer(ended.call('limits', { path }), 200);
    ended.answer(ended.call('limits', { path }), 401, WRONG);
    await expect(ended.judge('sound-requests')).resolves.toMatchObject({ outcome: 'unknown' });
    const moved = new Story();
    moved.answer(moved.call('limits', { path }), 200);
    moved.control('clock.advance', null, { ms: '1000' });
    moved.answer(moved.call('limits', { path }), 401, WRONG);
    moved.answer(moved.call('limits', { path }), 200);
    await expect(moved.judge('sound-requests')).resolves.toMatchObject({ outcome: 'unknown' });
  });
});
