import { describe, expect, it } from 'vitest';
import type { CheckResult, Verdict } from '../model/model.js';
import { sampleCheck, sampleResults } from '../sample.test.aid.js';
import { compareResults } from './compare.js';

function comparison(before: Verdict, after: Verdict) {
  return compareResults(
    sampleResults([sampleCheck({ verdict: before })]),
    sampleResults([sampleCheck({ verdict: after })]),
  );
}

describe('comparing runs', () => {
  it('names the catalogue where it changed, by its version where both runs have one', () => {
    const of = (catalogueVersion: string | undefined, catalogue = 'c'.repeat(64)) => {
      const { run, ...sample } = sampleResults();
      const suite = { ...run.suite, catalogue, ...(catalogueVersion !== undefined && { catalogueVersion }) };
      return { ...sample, run: { ...run, suite } };
    };
    const changed = 'the catalogue changed: 1 (cccccccccccc) before, 1+ (cccccccccccc) now';
    expect(compareResults(of('1'), of('1+')).context).toEqual([changed]);
    expect(compareResults(of(undefined), of('1')).context).toEqual([]);
    expect(compareResults(of(undefined), of('1', 'd'.repeat(64))).context).toHaveLength(1);
  });

  it.each([
    ['pass', 'fail', 'regressed'],
    ['inconclusive', 'fail', 'regressed'],
    ['not-applicable', 'fail', 'regressed'],
    ['pass', 'error', 'regressed'],
    ['pass', 'not-run', 'regressed'],
    ['fail', 'pass', 'fixed'],
    ['pass', 'inconclusive', 'undecided'],
    ['pass', 'not-applicable', 'undecided'],
    ['fail', 'inconclusive', 'other'],
    ['inconclusive', 'pass', 'other'],
  ] as const)('%s to %s is %s', (before, after, list) => {
    const found = comparison(before, after);
    expect(found[list]).toHaveLength(1);
    expect(found.regressed.length + found.fixed.length + found.undecided.length + found.other.length).toBe(1);
  });

  it('counts what stayed the same', () => {
    expect(comparison('pass', 'pass')).toMatchObject({ same: 1, regressed: [], context: [] });
  });

  it('does not call a waived failure a regression', () => {
    const waived = sampleCheck({ verdict: 'fail', waiver: { pattern: '*', reason: 'known', expires: '2031-01-01' } });
    expect(compareResults(sampleResults([sampleCheck()]), sampleResults([waived])).regressed).toEqual([]);
  });

  describe('of a failure at another level', () => {
    const at = (level: 'must' | 'should') => sampleCheck({ verdict: 'fail', level });
    const compared = (before: CheckResult, after: CheckResult, level: 'must' | 'should' = 'must') => {
      const now = sampleResults([after]);
      return compareResults(sampleResults([before]), { ...now, run: { ...now.run, level } });
    };

    it('takes a warning that binds now for a regression, the reverse for another change', () => {
      expect(compared(at('should'), at('must')).regressed).toHaveLength(1);
      expect(compared(at('must'), at('should'))).toMatchObject({ regressed: [], other: [{ after: 'fail' }] });
    });

    it('takes a new warning for a regression only where the run demands that level', () => {
      expect(compared(sampleCheck(), at('should'))).toMatchObject({ regressed: [], other: [{ after: 'fail' }] });
      expect(compared(sampleCheck(), at('should'), 'should').regressed).toHaveLength(1);
    });
  });

  it('names new and removed checks', () => {
    const found = compareResults(
      sampleResults([sampleCheck({ id: 'a/old' })]),
      sampleResults([sampleCheck({ id: 'a/new' })]),
    );
    expect(found.added.map((check) => check.id)).toEqual(['a/new']);
    expect(found.removed.map((check) => check.id)).toEqual(['a/old']);
  });

  it('says what else changed', () => {
    const a = sampleResults();
    const b = sampleResults(undefined, {
      run: {
        ...a.run,
        effort: 'quick',
        suite: { ...a.run.suite, version: '0.2.0' },
        target: { ...a.run.target, fingerprint: 'e'.repeat(64), build: { version: '2' } },
      },
    });
    expect(compareResults(a, b).context).toEqual([
      'the profile changed: ffffffffffff before, eeeeeeeeeeee now',
      'the suite changed: 0.1.0 before, 0.2.0 now',
      'the build changed: unknown before, 2 now',
      'the effort changed: standard before, quick now',
    ]);
  });
});
