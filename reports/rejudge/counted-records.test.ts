import { describe, expect, it } from 'vitest';
import { type JournalRecord, REMARK, type RecordKind } from '../../toolkit/journal/record.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import { memberOf } from '../../toolkit/payload/json-kind.js';
import { amongIn, amongMoved, CountedRecords } from './counted-records.js';
import type { EvaluateAssertion } from './judgement.js';
import { malformed } from './shown.js';

const PLACEMENTS = {
  from: 2,
  to: 8,
  kind: 'invoke',
  facts: [{ pointer: '/parsed/request', predicate: 'equals', expected: 'placeOrder' }],
};

function record(i: number, kind: RecordKind, more: Partial<JournalRecord> = {}): JournalRecord {
  return { ...REMARK, run: 'r', t_ns: i, wall: '', i, kind, check: 'a/b', ...more } as JournalRecord; // enough of one
}

function placement(i: number, key: string, price: string, sign = `s${i}`): JournalRecord {
  const headers = [['SVC-SIGN', sign]];
  const parsed = { request: 'placeOrder', headers, params: { price } };
  return record(i, 'invoke', { client_request_id: key, raw: `{"price":"${price}"}`, parsed });
}

/** Only `equals`, and pointers of names. */
const equals: EvaluateAssertion = (parsed, pointer, _predicate, expected) =>
  pointer
    .slice(1)
    .split('/')
    .reduce<JsonValue>((value, name) => memberOf(value, name) ?? null, parsed) === expected;

function looked(records: readonly JournalRecord[], among: JsonValue, at = 9): unknown {
  const countedRecords = new CountedRecords(new Set(['a/b']));
  for (const one of records) countedRecords.take(one);
  const read = amongIn({ among });
  return read && countedRecords.look(record(at, 'assert'), read, equals);
}

describe('what is among the records of a check', () => {
  const twice = [placement(3, 'k', '1.1'), placement(5, 'k', '1.1')];

  it('is counted within its range, of its kind and by its facts', () => {
    const others = [placement(1, 'k', '1'), record(4, 'ok'), record(6, 'invoke', { parsed: { request: 'limits' } })];
    for (const [most, holds] of [
      [1, false],
      [2, true],
    ] as const) {
      expect(looked([...others, ...twice], [{ ...PLACEMENTS, most }])).toEqual({ holds });
    }
    expect(looked(twice, [{ ...PLACEMENTS, least: 3 }])).toEqual({ holds: false });
    expect(looked(twice, [{ ...PLACEMENTS, from: 4, least: 1, most: 1 }])).toEqual({ holds: true });
  });

  it('is alike where it has one key and payload, and unlike where no signature comes twice', () => {
    for (const alike of ['/key', '/body', '/parsed/params/price']) {
      expect(looked(twice, [{ ...PLACEMENTS, alike: [alike] }])).toEqual({ holds: true });
      expect(looked([...twice, placement(7, 'l', '1.2')], [{ ...PLACEMENTS, alike: [alike] }])).toEqual({
        holds: false,
      });
    }
    expect(looked(twice, [{ ...PLACEMENTS, unlike: '/headers/svc-sign' }])).toEqual({ holds: true });
    const again = placement(7, 'k', '1.1', 's3');
    expect(looked([...twice, again], [{ ...PLACEMENTS, unlike: '/headers/svc-sign' }])).toEqual({ holds: false });
  });

  it('is alike by groups where it says by what', () => {
    const each = [{ ...PLACEMENTS, by: '/key', alike: ['/parsed/params/price'] }];
    expect(looked([...twice, placement(7, 'l', '1.2')], each)).toEqual({ holds: true });
    expect(looked([...twice, placement(7, 'k', '1.2')], each)).toEqual({ holds: false });
  });

  it('counts nothing of other checks, of what was made again since, or of what the suite says', () => {
    const all = [...twice, record(6, 'resolve'), placement(7, 'k', '1', 's'), placement(8, 'k', '1', 's')];
    expect(looked(all, [{ ...PLACEMENTS, most: 2 }])).toEqual({ holds: true });
    expect(
      looked([placement(3, 'k', '1'), { ...placement(4, 'k', '1'), check: 'a/c' }], [{ ...PLACEMENTS, most: 1 }]),
    ).toEqual({
      holds: true,
    });
    expect(looked([record(3, 'assert')], [{ ...PLACEMENTS, kind: 'assert', facts: [], least: 1 }])).toEqual({
      holds: false,
    });
  });

  it('cannot lie behind the assertion', () => {
    expect(looked(twice, [{ ...PLACEMENTS, to: 9, most: 2 }])).toEqual({ refused: expect.stringContaining('behind') });
    expect(looked(twice, [{ ...PLACEMENTS, from: 9, most: 2 }])).toEqual({
      refused: expect.stringContaining('behind'),
    });
  });

  it.each<readonly [JsonValue]>([
    [null],
    [[]],
    [[PLACEMENTS]],
    [[{ ...PLACEMENTS, most: -1 }]],
    [[{ ...PLACEMENTS, most: 1.5 }]],
    [[{ ...PLACEMENTS, most: 1, from: '2' }]],
    [[{ ...PLACEMENTS, most: 1, facts: [null] }]],
    [[{ ...PLACEMENTS, alike: [1] }]],
    [[{ ...PLACEMENTS, unlike: 1 }]],
  ])('is not said as %j', (among) => {
    expect(amongIn({ among })).toBeUndefined();
    expect(malformed({ computed: true, among })).toBeDefined();
  });

  it('moves with the records that it names', () => {
    expect(amongMoved({ among: [{ ...PLACEMENTS, most: 1 }] }, 10)).toEqual({
      among: [{ ...PLACEMENTS, most: 1, from: 12, to: 18 }],
    });
  });
});
