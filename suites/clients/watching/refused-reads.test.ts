// Reads that come again after a refusal for their rate: haste is told from the rhythm in which a client reads its kind anyway.
import { describe, expect, it } from 'vitest';
import { judge, pausesOf } from './refused-reads.js';
import { Heard } from './seen.test.aid.js';

/** A client that polls one operation after the other, and is refused at the last. */
function polls(rhythmMs: number, afterRefusalMs: number): string {
  const heard = new Heard();
  for (let operation = 0; operation < 3; operation += 1) {
    for (let time = 0; time < 2; time += 1) {
      heard.pause(rhythmMs).request('operationStatus', { operationId: `o-${operation}` }, '', { status: 200 });
    }
  }
  for (let time = 0; time < 3; time += 1) {
    heard.pause(afterRefusalMs).request('operationStatus', { operationId: 'last' }, '', { status: 429 });
  }
  const reads = heard.seen.requests('operationStatus');
  const refused = reads.filter(({ answer }) => answer?.status === 429);
  return judge('limits.client-no-retry/watched-read', refused, pausesOf(reads)).verdict;
}

describe('status that is read again after REQUEST_RATE_LIMIT', () => {
  it('is a repeat where the client never reads so soon, whatever operation it asks for', () => {
    expect(polls(300, 50)).toBe('fail');
  });

  it('is no repeat in the rhythm of the client', () => {
    expect(polls(300, 300)).toBe('pass');
  });
});
