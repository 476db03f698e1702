// By what a run was judged, whom it judged and what it remarked of itself, changed in journal and results.
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonArray } from '../../../payload/json-kind.js';
import { all, type Change, inHeader, inJournal, inResults } from '../tampering.js';
import type { Row } from './passing.js';
import { type Line, parsedOf, withParsed } from './records-of-check.js';

export function ofSettings(): readonly Row[] {
  const settings = (change: (settings: JsonObject) => JsonObject): Change =>
    inHeader((header) => ({ ...header, settings: change(header['settings'] as JsonObject) }));
  const checkers = (change: JsonObject): Change =>
    settings((whole) => ({ ...whole, checkers: { ...(whole['checkers'] as JsonObject), ...change } }));
  const remarked = (change: (list: readonly JsonValue[]) => readonly JsonValue[]): Change =>
    inJournal((journal) =>
      journal.map((line) => {
        if (!line.includes('"run_findings"')) return line;
        const record = JSON.parse(line) as Line;
        const list = parsedOf(record)['run_findings'];
        return JSON.stringify(withParsed(record, { run_findings: [...change(isJsonArray(list) ? list : [])] }));
      }),
    );
  const found = (message: string): JsonObject => ({ kind: 'control', message });
  const told = (messages: readonly string[]): Change =>
    inResults((results) => ({
      ...results,
      findings: messages.map((message) => ({ kind: 'control' as const, message, evidence: [], fatal: false })),
    }));
  return [
    ['histories judged with more patience for results', 'witness', checkers({ resultMs: 3_600_000 })],
    ['histories judged with more patience for events', 'witness', checkers({ eventMs: 3_600_000 })],
    ['histories judged without the decimals of accounts', 'witness', checkers({ currencyDigits: {} })],
    ['histories judged with more decimals', 'witness', checkers({ otherCurrencyDigits: 9 })],
    [
      'histories judged in another order',
      'witness',
      checkers({ historyOrder: { orderHistory: null, dealHistory: null } }),
    ],
    ['histories judged without the members that hold times', 'witness', checkers({ dateTimes: [] })],
    ['histories judged by settings that nobody knows', 'witness', checkers({ mercy: true })],
    ['histories judged by no settings', 'witness', settings(({ checkers: _, ...rest }) => rest)],
    ['of two targets', 'witness', settings((whole) => ({ ...whole, targets: ['target', 'second'] }))],
    ['of another target', 'witness', settings((whole) => ({ ...whole, targets: ['second'] }))],
    ['of no target', 'witness', settings(({ targets: _, ...rest }) => rest)],
    [
      'of two targets, one of them in the name of each check',
      'witness',
      all(
        settings((whole) => ({ ...whole, targets: ['target', 'second'] })),
        inJournal((journal) => journal.map((line) => line.replace(/"check":"([^"]+)"/, '"check":"$1@target"'))),
      ),
    ],
    ['of a client', 'witness', settings((whole) => ({ ...whole, subject: 'client' }))],
    [
      'of a client, by the results, too',
      'witness',
      all(
        settings((whole) => ({ ...whole, subject: 'client' })),
        inResults((results) => ({
          ...results,
          run: { ...results.run, target: { ...results.run.target, subject: 'client' as const } },
        })),
      ),
    ],
    ['recorded by a service', 'witness', settings((whole) => ({ ...whole, observed: { by: 'service' } }))],
    [
      'imported traffic',
      'witness',
      settings((whole) => ({ ...whole, observed: { by: 'import', accounts: 'shared' } })),
    ],
    [
      'a finding less, in journal and results',
      'remarks',
      all(
        remarked(() => []),
        told([]),
      ),
    ],
    [
      'a finding more, in journal and results',
      'remarks',
      all(
        remarked((list) => [...list, found('all is well')]),
        told(['operation.fail did not do what it should, once', 'all is well']),
      ),
    ],
    [
      'a finding in other words, in journal and results',
      'remarks',
      all(
        remarked(() => [found('all is well')]),
        told(['all is well']),
      ),
    ],
    ['a finding less, in the journal', 'witness', remarked(() => [])],
    ['a finding that is none', 'witness', remarked(() => [7])],
    [
      'another clock, in journal and results',
      'remarks',
      all(
        inJournal((journal) => journal.map((line) => line.replace('"clock_offset_ms":0', '"clock_offset_ms":5'))),
        inResults((results) => ({
          ...results,
          run: { ...results.run, target: { ...results.run.target, clockOffsetMs: 5 } },
        })),
      ),
    ],
  ];
}
