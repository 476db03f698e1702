// How often an order is sent while its key is refused: what the client gave up waiting for, it repeats without having heard.
import { describe, expect, it } from 'vitest';
import { mostTries } from './refused-key.js';
import { Heard } from './seen.test.aid.js';

describe('tries of a refused order', () => {
  it('counts those whose refusal the client waited for', () => {
    const heard = new Heard();
    for (const signedMs of [0, 2, 4, 6]) heard.request('placeOrder', {}, 'key-1', { status: 401, signedMs });
    expect(mostTries(heard.seen, heard.seen)).toBe(4);
  });

  it('counts none that waited behind a busy machine until its client had given up', () => {
    const heard = new Heard().request('placeOrder', {}, 'key-0', { signedMs: 0 }).pause(8_000);
    for (const signedMs of [100, 1_800, 3_700, 8_003]) {
      heard.request('placeOrder', {}, 'key-1', { status: 401, signedMs });
    }
    expect(mostTries(heard.seen, heard.seen)).toBe(1);
  });
});
