// What a client learns of its orders.
import { describe, expect, it } from 'vitest';
import { learntResults } from './learnt-results.js';
import { Heard } from './seen.test.aid.js';

function ordering(count: number, before: (heard: Heard) => Heard = (heard) => heard): Heard {
  const heard = before(new Heard());
  for (let order = 0; order < count; order += 1) {
    heard.request('openPosition', { volume: '0.1' }, `key-${order}`).pause(4_000);
  }
  return heard;
}

describe('results', () => {
  it('are never learnt by a client that neither listens nor looks', () => {
    expect(learntResults(ordering(20).seen)).toMatchObject({ verdict: 'fail', level: 'should' });
  });

  it('are learnt by one that listens, and by one that looks once', () => {
    expect(learntResults(ordering(20, (heard) => heard.subscribe('transactions')).seen).verdict).toBe('pass');
    const looks = ordering(20).request('operationStatus', { operationId: 'o' }, '', { status: 200 });
    expect(learntResults(looks.seen).verdict).toBe('pass');
  });

  it('may be learnt later by one that has sent few', () => {
    expect(learntResults(ordering(19).seen).verdict).toBe('inconclusive');
  });
});
