import { describe, expect, it } from 'vitest';
import type { JournalRecord, RecordKind } from '../../toolkit/journal/record.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import { memberOf } from '../../toolkit/payload/json-kind.js';
import type { EvaluateAssertion } from './judgement.js';
import { Searches, soughtIn, soughtMoved } from './searches.js';
import { malformed } from './shown.js';

const FACT = { pointer: '/kind', predicate: 'equals', expected: 'tick' };
const SOUGHT = { conn: 'ws-1', after: 3, facts: [FACT] };

function record(i: number, kind: RecordKind, more: Partial<JournalRecord> = {}): JournalRecord {
  const blank = { run: 'r', t_ns: '0', wall: '', actor: 'suite', account: null, client_request_id: null };
  const rest = { operation_id: null, raw: null, parsed: null, error: null, cause: null };
  return { ...blank, ...rest, i, kind, check: 'a/b', conn: 'ws-1', ...more } as unknown as JournalRecord;
}

/** Only `equals`, and pointers of one or two names. */
const equals: EvaluateAssertion = (parsed, pointer, _predicate, expected) =>
  pointer
    .slice(1)
    .split('/')
    .reduce<JsonValue>((value, name) => memberOf(value, name) ?? null, parsed) === expected;

function looked(messages: readonly JournalRecord[], sought: JsonValue, at = 9): unknown {
  const searches = new Searches(new Set(['a/b']));
  for (const one of [record(1, 'open'), ...messages]) searches.take(one);
  const read = soughtIn({ sought });
  return read && searches.look(record(at, 'assert', { conn: null }), read, equals);
}

describe('what was looked for on streams', () => {
  const tick = (i: number, more: Partial<JournalRecord> = {}): JournalRecord =>
    record(i, 'event', { parsed: { kind: 'tick', view: { bid: 1 } }, ...more });

  it('has not come where nothing shows all of its facts, or only before the record', () => {
    expect(looked([], [SOUGHT])).toEqual({ holds: true });
    expect(looked([tick(2), tick(3)], [SOUGHT])).toEqual({ holds: true });
    expect(looked([record(4, 'event', { parsed: { kind: 'other' } })], [SOUGHT])).toEqual({ holds: true });
  });

  it('has come where one message shows all of them, on any of the streams', () => {
    expect(looked([tick(4)], [SOUGHT])).toEqual({ holds: false });
    const bid = { pointer: '/view/bid', predicate: 'equals', expected: 2 };
    expect(looked([tick(4)], [{ ...SOUGHT, facts: [FACT, bid] }])).toEqual({ holds: true });
    expect(looked([tick(4)], [{ ...SOUGHT, facts: [FACT, bid] }, SOUGHT])).toEqual({ holds: false });
    expect(looked([tick(4)], [{ ...SOUGHT, facts: [] }])).toEqual({ holds: false });
  });

  it('cannot have been looked for on a stream of nobody, or later', () => {
    expect(looked([], [{ ...SOUGHT, conn: 'ws-2' }])).toEqual({ refused: expect.stringContaining('never opened') });
    expect(looked([], [{ ...SOUGHT, after: 9 }])).toEqual({ refused: expect.stringContaining('after it') });
    expect(looked([tick(4, { check: 'a/c' })], [SOUGHT])).toEqual({ holds: true });
  });

  it.each<readonly [JsonValue]>([
    [null],
    [[]],
    ['x'],
    [[null]],
    [[{ ...SOUGHT, conn: 1 }]],
    [[{ ...SOUGHT, after: 1.5 }]],
    [[{ ...SOUGHT, facts: {} }]],
    [[SOUGHT, { ...SOUGHT, facts: [{ pointer: '/a' }] }]],
  ])('is none as %j, which the suite cannot have written', (sought) => {
    expect(soughtIn({ sought })).toBeUndefined();
    expect(malformed({ computed: true, sought })).toMatch(/nothing was/);
  });

  it('decides alone, and not over a record', () => {
    expect(malformed({ computed: true, sought: [SOUGHT] })).toBeUndefined();
    expect(malformed({ record: 4, sought: [SOUGHT] })).toMatch(/judges a record itself/);
    expect(malformed({ computed: true, sought: [SOUGHT], history: { over: 'check', until: 1 } })).toMatch(/decides/);
  });

  it('moves with the records of a joined journal', () => {
    expect(soughtMoved({ sought: [SOUGHT, null] }, 10)).toEqual({ sought: [{ ...SOUGHT, after: 13 }, null] });
    expect(soughtMoved({ shown: [] }, 10)).toEqual({});
  });
});
