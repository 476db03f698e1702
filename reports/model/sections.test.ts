import { expect, it } from 'vitest';
import { sampleCheck } from '../sample.test.aid.js';
import type { CheckResult, RequirementResult } from './model.js';
import { coveredRequirements, sectionRows } from './sections.js';

const named = (id: string, verdict: RequirementResult['verdict'], checks: readonly string[]): RequirementResult => ({
  id,
  section: id.slice(0, 3),
  level: 'must',
  statement: 'as the interface says',
  verdict,
  checks,
});

function coverages(
  requirements: readonly RequirementResult[],
  checks: readonly CheckResult[],
  level: 'must' | 'should' = 'must',
): readonly string[] {
  return coveredRequirements({ requirements, checks, run: { level } }).map(({ coverage }) => coverage);
}

it('colours only the requirement that a failure names, and leaves open what nothing else judged', () => {
  const requirements = [
    named('4.1.1', 'fail', ['broad', 'narrow']),
    named('4.2.1', 'fail', ['broad', 'other']),
    named('6.1.1', 'fail', ['broad']),
  ];
  const broad = sampleCheck({ id: 'broad', verdict: 'fail', violates: ['4.1.1'] });
  const checks = [broad, sampleCheck({ id: 'narrow' }), sampleCheck({ id: 'other' })];
  expect(coverages(requirements, checks)).toEqual(['fail', 'pass', 'inconclusive']);
});

it('takes a failure that names none for one of all that it judges', () => {
  const requirements = [named('4.1.1', 'fail', ['broad']), named('4.2.1', 'fail', ['broad'])];
  expect(coverages(requirements, [sampleCheck({ id: 'broad', verdict: 'fail' })])).toEqual(['fail', 'fail']);
});

it('calls a warning one, as the headline does, unless the run demands what should hold', () => {
  const requirements = [named('1.0.1', 'fail', ['cursor', 'pages'])];
  const checks = [sampleCheck({ id: 'cursor', verdict: 'fail', level: 'should' }), sampleCheck({ id: 'pages' })];
  expect(coverages(requirements, checks)).toEqual(['warning']);
  expect(coverages(requirements, checks, 'should')).toEqual(['fail']);
  const [row] = sectionRows(coveredRequirements({ requirements, checks, run: { level: 'must' } }));
  expect(row?.counts).toMatchObject({ warning: 1, fail: 0 });
});

it('tells apart what nobody judged', () => {
  const untested = named('9.0.1', 'untested', []);
  const requirements: readonly RequirementResult[] = [
    untested,
    { ...untested, judgedBy: 'client' },
    { ...untested, untestable: 'nobody sees it' },
    named('9.0.2', 'not-run', ['gone']),
  ];
  expect(coverages(requirements, [])).toEqual(['untested', 'of-clients', 'untestable', 'not-run']);
});
