// Each request is signed for itself: what is used twice is found, what was signed twice is spared.
import { describe, expect, it } from 'vitest';
import { Story } from '../story.test.aid.js';
import { foundIn, placed, read, STREAM, sent } from './sent.test.aid.js';

describe('freshness', () => {
  const AT = { timestampMs: 1_800_000_000_000 };

  it('finds a repeat with the signature of the request that was lost', async () => {
    const story = new Story();
    story.lose(placed(story, 'key-1', { signed: AT }));
    placed(story, 'key-1', { signed: AT });
    expect(await foundIn(story)).toEqual(['auth.client-fresh-signature']);
  });

  it('finds a signature that is kept for a read', async () => {
    const story = new Story();
    story.answer(read(story, { signed: AT }), 200);
    story.wait(5_000);
    read(story, { signed: AT });
    expect(await foundIn(story)).toEqual(['auth.client-fresh-signature']);
  });

  it('spares equal reads that were signed within one millisecond', async () => {
    const story = new Story();
    const first = read(story, { signed: AT });
    read(story, { signed: AT });
    story.answer(first, 200);
    read(story, { signed: AT });
    expect(await foundIn(story)).toEqual([]);
  });

  it.each<[string, number, number, boolean, readonly string[]]>([
    [
      'finds signatures that are kept for moments, where others are sent between',
      5,
      2_000,
      true,
      ['auth.client-fresh-signature'],
    ],
    ['takes a few of them for chance', 4, 2_000, true, []],
    ['spares those that wait for their turn behind the first', 5, 2_000, false, []],
    ['spares those that come soon', 5, 500, true, []],
  ])('%s', async (_, times, pauseMs, isOvertaken, found) => {
    const story = new Story();
    for (let time = 1; time <= times; time += 1) {
      const signed = { timestampMs: AT.timestampMs + time * 10_000 };
      story.answer(read(story, { signed }), 200);
      const between = { timestampMs: signed.timestampMs + 5 };
      if (isOvertaken) story.answer(read(story, { request: 'account', path: '/v1/a', signed: between }), 200);
      story.wait(pauseMs);
      story.answer(read(story, { signed }), 200);
    }
    expect([...new Set(await foundIn(story))]).toEqual(found);
  });

  it('finds a handshake that is used again after its connection has ended', async () => {
    const story = new Story();
    const shake = { request: 'eventsStream', path: STREAM, signed: AT };
    for (const conn of ['ws-1', 'ws-2']) {
      const call = sent(story, { ...shake, conn });
      story.answer(call, 101);
      story.tell({ kind: 'open', conn, account: 'A', cause: call });
      story.tell({ kind: 'close', conn, account: 'A' });
      story.wait(5_000);
    }
    expect(await foundIn(story)).toEqual(['auth.client-fresh-signature']);
  });

  // Four threads that come back together on a machine with no time for them: some leave a second behind their twins, time and again.
  it('spares handshakes of several connections that were signed within one millisecond, and refused one by one', async () => {
    const story = new Story();
    for (let round = 1; round <= 10; round += 1) {
      const signed = { timestampMs: AT.timestampMs + round * 10_000 };
      for (const [index, pauseMs] of [0, 100, 200, 400, 1_200].entries()) {
        story.wait(pauseMs);
        const conn = `ws-${round}-${index}`;
        story.answer(sent(story, { request: 'eventsStream', path: STREAM, signed, conn }), 503);
        story.answer(read(story, { signed: { timestampMs: signed.timestampMs + 5 + index } }), 200);
      }
    }
    expect(await foundIn(story)).toEqual([]);
  });
});
