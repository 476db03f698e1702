// By which road a client learns what becomes of its orders.
import { describe, expect, it } from 'vitest';
import { learntResults } from './learnt-results.js';
import { Heard } from './seen.test.aid.js';
import { underWay } from './under-way.js';

function ordering(before: (heard: Heard) => Heard = (heard) => heard): Heard {
  return before(new Heard()).request('openPosition', { volume: '0.1' }, 'key-1').pause(4_000);
}

describe('results', () => {
  it('are learnt by a stream, by reads, by neither, or there are none', () => {
    expect(learntResults(ordering((heard) => heard.subscribe('transactions')).seen)).toBe('by a stream');
    const looks = ordering().request('operationStatus', { operationId: 'o' }, '', { status: 200 });
    expect(learntResults(looks.seen)).toBe('by reads');
    expect(learntResults(ordering().seen)).toBe('by neither');
    expect(learntResults(new Heard().seen)).toBe('no order was acknowledged');
  });

  it('are a matter of the client, told beside what is judged', () => {
    const played = underWay({ seen: ordering().seen, endedKeyOf: () => undefined });
    expect(played.verdict).not.toBe('fail');
    expect(played.observed).toEqual([{ name: 'results are learnt', value: 'by neither' }]);
  });
});
