import { expect, it } from 'vitest';
import type { JudgedId } from '../../../suites/runner/check-id.js';
import { checkRows, faultRows } from './kill-table.js';

const FAULT = {
  id: 'accepts-any-body',
  section: '5.2',
  requirements: ['auth.body-hash-matches'],
  summary: 'any body passes',
};
const TRIED = [{ fault: FAULT, targets: ['accepts-any-body', 'accepts-any-body#2'] }];

function outcome(check: string, verdict: 'pass' | 'fail' | 'inconclusive', requirement?: JudgedId, target = FAULT.id) {
  return { check, verdict, target, ...(requirement !== undefined && { requirement }) };
}

it('counts a kill as right only when the failed assertion names a violated requirement', () => {
  const [row] = faultRows(TRIED, [
    outcome('a/x', 'fail', 'auth.path-matches'),
    outcome('b/y', 'fail', 'auth.body-hash-matches'),
  ]);
  expect(row).toMatchObject({ killedBy: ['b/y', 'a/x'], killedByRightRequirement: true, survived: false });
});

it('tells a fault that is killed only by another requirement from a survivor', () => {
  const [other] = faultRows(TRIED, [outcome('a/x', 'fail', 'auth.path-matches')]);
  expect(other).toMatchObject({ killedByRightRequirement: false, survived: false });
  const [survivor] = faultRows(TRIED, [outcome('a/x', 'inconclusive'), outcome('b/y', 'pass')]);
  expect(survivor).toMatchObject({ killedBy: [], survived: true });
});

it('counts a kill on any repetition once', () => {
  const fail = (target: string) => outcome('b/y', 'fail', 'auth.body-hash-matches', target);
  const rows = faultRows(TRIED, [fail('accepts-any-body'), fail('accepts-any-body#2')]);
  expect(rows[0]).toMatchObject({ killedBy: ['b/y'], repetitions: 2 });
  expect(checkRows(['a/x', 'b/y'], rows)).toEqual([
    { id: 'a/x', kills: 0 },
    { id: 'b/y', kills: 1 },
  ]);
});

it('keeps a fault whose service does not start as a survivor with its reason', () => {
  const [row] = faultRows([{ fault: FAULT, targets: [], broken: 'the service does not start: no' }], []);
  expect(row).toMatchObject({ survived: true, broken: 'the service does not start: no' });
});
