// The journal cut, reordered, completed and edited, its seal made anew.

import { renumbered } from '../renumbered.js';
import {
  all,
  type Change,
  inCheck,
  inFooter,
  inHeader,
  inJournal,
  inParsed,
  inPlan,
  inProfile,
  inRecords,
  inRun,
  later,
  type Record,
  type Unfiled,
  type Victims,
} from '../tampering.js';

export function ofTheJournal({ failed, passed, notApplicable, unreachable }: Victims): readonly Unfiled[] {
  const middle = (journal: readonly string[]): number => Math.floor(journal.length / 2);
  const changes: readonly (readonly [string, Change])[] = [
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
