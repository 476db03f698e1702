// What a client learns of its orders, and of the volumes that were rejected.
import { describe, expect, it } from 'vitest';
import { fittingVolumes, learntResults } from './learnt-results.js';
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

describe('volumes', () => {
  const rejected = (heard: Heard, key: string): Heard =>
    heard.says({
      kind: 'transaction_event',
      message: null,
      view: { clientRequestId: key, status: 'rejected', errorCode: 'TRADING_RULE_INVALID_VOLUME_STEP' },
    });

  it('are sent again where two of them are rejected', () => {
    const heard = rejected(rejected(ordering(3), 'key-0'), 'key-2');
    expect(fittingVolumes(heard.seen, new Set())).toMatchObject({ verdict: 'fail', level: 'should' });
  });

  it('are spared where one is, or where conditions had changed', () => {
    const heard = rejected(rejected(ordering(3), 'key-0'), 'key-2');
    expect(fittingVolumes(rejected(ordering(3), 'key-0').seen, new Set()).verdict).toBe('pass');
    expect(fittingVolumes(heard.seen, new Set(['key-2'])).verdict).toBe('pass');
  });
});
