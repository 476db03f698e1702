// What a client sends behind events that come twice.
import { expect, it } from 'vitest';
import { habitOfSending } from './habit-of-sending.js';
import { Heard } from './seen.test.aid.js';
import { judgeDoubled } from './told-twice.js';

/** Opens, and hedges so often for each opening that is told twice. */
function hedging(hedges: number): string {
  const heard = new Heard();
  for (let count = 0; count < 6; count += 1) {
    heard.request('openPosition', { side: 'buy', count }, `usual-${count}`).pause(500);
    heard.request('openPosition', { side: 'sell', count }, `hedge-${count}`).pause(500);
  }
  const since = heard.seen.now;
  for (let count = 10; count < 13; count += 1) {
    const key = `told-${count}`;
    heard.request('openPosition', { side: 'buy', count }, key);
    const view = { clientRequestId: key, status: 'success' };
    for (const _ of ['once', 'twice']) heard.says({ kind: 'transaction_event', message: {}, view });
    for (let hedge = 0; hedge < hedges; hedge += 1) {
      heard.request('openPosition', { side: 'sell', count }, `hedge-${count}-${hedge}`);
    }
    heard.pause(3_000);
  }
  const later = heard.seen.since(since);
  return judgeDoubled(later, heard.seen.now, habitOfSending(heard.seen, new Set(later.mutations().map(keyIn)))).verdict;
}

function keyIn({ headers }: { readonly headers: readonly (readonly [string, string])[] }): string {
  return headers[0]?.[1] ?? '';
}

it('warns of a client that acts on each event', () => {
  expect(hedging(2)).toBe('fail');
});

it('spares a client that takes the second for the same', () => {
  expect(hedging(1)).toBe('pass');
});
