import { expect, it } from 'vitest';
import type { Level } from '../../../suites/runner/check.js';
import type { JudgedId } from '../../../suites/runner/check-id.js';
import { checkRows, faultRows, levelDue, withUndecided } from './kill-table.js';

const FAULT = {
  id: 'accepts-any-body',
  section: '5.2',
  requirements: ['auth.body-hash-matches'],
  summary: 'any body passes',
};
const TRIED = [{ fault: FAULT, targets: ['accepts-any-body', 'accepts-any-body#2'] }];

type Verdict = 'pass' | 'fail' | 'inconclusive';

function outcome(check: string, verdict: Verdict, requirement?: JudgedId, target = FAULT.id, level: Level = 'must') {
  return { check, verdict, target, level, ...(requirement !== undefined && { requirement }) };
}

const warning = (check: string, requirement: JudgedId) => outcome(check, 'fail', requirement, FAULT.id, 'should');

it('counts a kill as right only when the failed assertion names a violated requirement', () => {
  const [row] = faultRows(
    TRIED,
    [outcome('a/x', 'fail', 'auth.path-matches'), outcome('b/y', 'fail', 'auth.body-hash-matches')],
    {},
  );
  expect(row).toMatchObject({ killedBy: ['b/y', 'a/x'], killedByRightRequirement: true, survived: false });
});

it('tells a fault that is killed only by another requirement from a survivor', () => {
  const [other] = faultRows(TRIED, [outcome('a/x', 'fail', 'auth.path-matches')], {});
  expect(other).toMatchObject({ killedByRightRequirement: false, survived: false });
  const [survivor] = faultRows(TRIED, [outcome('a/x', 'inconclusive'), outcome('b/y', 'pass')], {});
  expect(survivor).toMatchObject({ killedBy: [], survived: true });
});

it('counts a kill on any repetition once', () => {
  const fail = (target: string) => outcome('b/y', 'fail', 'auth.body-hash-matches', target);
  const rows = faultRows(TRIED, [fail('accepts-any-body'), fail('accepts-any-body#2')], {});
  expect(rows[0]).toMatchObject({ killedBy: ['b/y'], repetitions: 2 });
  expect(checkRows(['a/x', 'b/y'], rows)).toEqual([
    { id: 'a/x', kills: 0 },
    { id: 'b/y', kills: 1 },
  ]);
});

it('keeps a fault whose service does not start as a survivor with its reason', () => {
  const [row] = faultRows([{ fault: FAULT, targets: [], broken: 'the service does not start: no' }], [], {});
  expect(row).toMatchObject({ survived: true, broken: 'the service does not start: no' });
});

it('wants a failure at must of a fault that violates what binds', () => {
  const [warned] = faultRows(TRIED, [warning('b/y', 'auth.body-hash-matches')], {});
  expect(warned).toMatchObject({
    level: 'must',
    killedByRightRequirement: true,
    killedAt: 'should',
    levelHolds: false,
  });
  const [failed] = faultRows(
    TRIED,
    [warning('b/y', 'auth.body-hash-matches'), outcome('c/z', 'fail', 'auth.body-hash-matches')],
    {},
  );
  expect(failed).toMatchObject({ level: 'must', killedAt: 'must', levelHolds: true });
});

it('wants nothing but warnings of a fault that the interface does not plainly forbid', () => {
  const tried = [{ fault: { ...FAULT, level: 'should' as const }, targets: [FAULT.id] }];
  const [warned] = faultRows(tried, [warning('b/y', 'auth.body-hash-matches')], {});
  expect(warned).toMatchObject({ level: 'should', killedAt: 'should', levelHolds: true });
  const [failed] = faultRows(
    tried,
    [warning('b/y', 'auth.body-hash-matches'), outcome('a/x', 'fail', 'auth.path-matches')],
    {},
  );
  expect(failed).toMatchObject({ level: 'should', killedAt: 'must', levelHolds: false });
});

it('takes the level of a fault from its requirements, where it does not say it', () => {
  const lowered = { 'auth.body-hash-matches': 'should' } as const;
  expect(levelDue(FAULT, lowered)).toBe('should');
  expect(levelDue({ ...FAULT, requirements: [...FAULT.requirements, 'auth.path-matches'] }, lowered)).toBe('must');
});

it('tells which checks could not be decided on a fault that is not proven, and nothing of one that is', () => {
  const open = { ...outcome('a/x', 'inconclusive'), reason: 'no stream' };
  const kill = outcome('b/y', 'fail', 'auth.body-hash-matches');
  const rows = (outcomes: readonly ReturnType<typeof outcome>[]) =>
    withUndecided(faultRows(TRIED, outcomes, {}), TRIED, outcomes);
  expect(rows([open])[0]?.undecided).toEqual([{ id: 'a/x', verdict: 'inconclusive', reason: 'no stream' }]);
  expect(rows([open, kill])[0]?.undecided).toBeUndefined();
});
