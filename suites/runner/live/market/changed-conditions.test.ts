import { describe, expect, it } from 'vitest';
import { AssertionFailed, Undecided } from '../../check-end.js';
import { SeenConditions } from '../sharing/seen-conditions.js';
import { changedConditions } from './changed-conditions.js';

const READ = { volumeMin: '0.1', volumeMax: '100', volumeStep: '0.1', pointDigits: 5 };
const FAILURE = { message: 'it was executed', expected: '', actual: '', evidence: [7] };
const CAUSE = 'the conditions of EURUSD changed while the check relied on them';

function failed(requirement: 'orders.volume-above-maximum' | 'ack.status-202'): AssertionFailed {
  return new AssertionFailed({ ...FAILURE, requirement });
}

/** A scope whose later reads show these largest volumes in turn, the last for good. */
function scopeOf(later: readonly string[], changed: readonly string[] = []): Parameters<typeof changedConditions>[0] {
  let reads = 0;
  const again = async (): Promise<typeof READ & { record: number }> => {
    reads += 1;
    return { ...READ, volumeMax: later[Math.min(reads, later.length) - 1] ?? '', record: 10 + reads };
  };
  return {
    relied: [{ account: 'A', instrument: 'EURUSD', conditions: READ, record: 1, again }],
    signal: new AbortController().signal,
    controls: { changedInstruments: new Set(changed) },
    target: { journal: { conditions: new SeenConditions() } },
  };
}

describe('a failure on conditions that were read before', () => {
  const by = (error: unknown): { by: 'throw'; error: unknown } => ({ by: 'throw', error });

  it('does not count where they are others now', async () => {
    const found = await changedConditions(scopeOf(['90']), by(failed('ack.status-202')));
    expect(found).toEqual({ cause: CAUSE, evidence: [1, 11], mostTries: 2 });
  });

  it('does not count where they were others meanwhile, and are the same again', async () => {
    const scope = scopeOf(['100']);
    scope.target.journal.conditions.saw('A', 'EURUSD', { ...READ, volumeMax: '90' }, 5);
    expect(await changedConditions(scope, by(new Undecided('it was rejected')))).toMatchObject({ evidence: [1, 5] });
  });

  it('is looked at for longer where it is about volumes', async () => {
    const found = await changedConditions(scopeOf(['100', '100', '90']), by(failed('orders.volume-above-maximum')));
    expect(found).toMatchObject({ cause: CAUSE, evidence: [1, 13] });
  });

  it('counts where they are the same, and where the check changed them itself', async () => {
    expect(await changedConditions(scopeOf(['100']), by(failed('ack.status-202')))).toBeUndefined();
    expect(await changedConditions(scopeOf(['90'], ['EURUSD']), by(failed('ack.status-202')))).toBeUndefined();
  });
});
