import { describe, expect, it } from 'vitest';
import { sampleCheck } from '../sample.test.aid.js';
import { conformanceOf, worstVerdict } from './conformance.js';
import type { CheckResult, RunFinding, RunInfo } from './model.js';

const pass = sampleCheck({ id: 'a/pass' });
const fail = sampleCheck({ id: 'a/fail', verdict: 'fail' });
const should = sampleCheck({ id: 'a/should', verdict: 'fail', level: 'should' });
const waived = { ...fail, id: 'a/waived', waiver: { pattern: 'a/*', reason: 'known', expires: '2031-01-01' } };
const open = sampleCheck({ id: 'a/open', verdict: 'inconclusive' });
const unreachable = { ...open, id: 'a/unreachable', unreachable: true };
const error = sampleCheck({ id: 'a/error', verdict: 'error' });
const lost = sampleCheck({ id: 'a/lost', verdict: 'not-run' });
const fatal = (kind: RunFinding['kind']): RunFinding => ({ kind, message: 'm', evidence: [], fatal: true });

const ASSUMED = { name: 'n', baseUrl: 'u', environment: 'e', fingerprint: 'f', assumed: true } as const;

function exitCode(
  checks: readonly CheckResult[],
  run: Partial<RunInfo> = {},
  findings: readonly RunFinding[] = [],
): number {
  return conformanceOf({ checks, findings, run: { level: 'must', ...run } }).exitCode;
}

describe('the exit code', () => {
  it.each([
    ['everything passes', 0, [pass], {}, []],
    ['nothing was selected', 5, [], {}, []],
    ['a must fails', 1, [pass, fail], {}, []],
    ['a should fails', 0, [pass, should], {}, []],
    ['a should fails and should was demanded', 1, [pass, should], { level: 'should' }, []],
    ['a failure is waived', 0, [pass, waived], {}, []],
    ['a check is undecided', 6, [pass, open], {}, []],
    ['a check is undecided and the policy allows any', 0, [pass, open], { policy: 'any' }, []],
    ['a check is unreachable', 0, [pass, unreachable], {}, []],
    ['a check is unreachable and the policy allows none', 6, [pass, unreachable], { policy: 'none' }, []],
    ['nothing was judged, whatever is accepted', 6, [unreachable], { policy: 'any' }, []],
    ['a must is undecided and not listed', 6, [pass, unreachable], { policy: 'listed' }, []],
    ['what is undecided is listed', 0, [pass, open], { policy: 'listed', accepted: ['a/op*'] }, []],
    ['a should is undecided', 0, [pass, { ...open, level: 'should' }], { policy: 'listed' }, []],
    ['nobody asked for what a CI judged', 6, [pass], { ci: true, target: ASSUMED }, []],
    ['a check is undecided beside a failure', 1, [fail, open], {}, []],
    ['the suite erred', 4, [fail, error], {}, []],
    ['a check was lost', 4, [pass, lost], {}, []],
    ['preflight failed', 3, [open], {}, [fatal('preflight')]],
    ['a waiver is wrong', 1, [pass], {}, [fatal('waiver')]],
    ['a secret was found', 4, [pass], {}, [fatal('secret')]],
    ['the run was interrupted', 130, [pass, lost], { interrupted: 'SIGINT' }, []],
    ['the run was terminated', 143, [pass], { interrupted: 'SIGTERM' }, []],
  ] as const)('when %s is %i', (_what, code, checks, run, findings) => {
    expect(exitCode(checks, run, findings)).toBe(code);
  });

  it('is 0 exactly for a conformant run', () => {
    for (const checks of [[pass], [fail], [open], [error], [lost], [waived], []]) {
      const outcome = conformanceOf({ checks, findings: [], run: { level: 'must' } });
      expect(outcome.conformant).toBe(outcome.exitCode === 0);
    }
  });
});

describe('the worst verdict', () => {
  it('puts an error first and counts not-applicable only when alone', () => {
    expect(worstVerdict(['pass', 'fail', 'error'])).toBe('error');
    expect(worstVerdict(['pass', 'not-applicable'])).toBe('pass');
    expect(worstVerdict(['not-applicable'])).toBe('not-applicable');
    expect(worstVerdict([])).toBeUndefined();
  });
});
