import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../toolkit/payload/json.js';
import { factOf, factsIn, lookedThrough, malformed, recordsLookedAt, shownMoved } from './shown.js';

const FACT = { record: 4, pointer: '/status', predicate: 'equals', expected: 202 };

describe('the facts of a claim', () => {
  it('are read as they were written, an operand of nothing as null', () => {
    expect(factsIn({ shown: [FACT] })).toEqual([FACT]);
    expect(factOf(FACT)).toEqual(FACT);
    expect(factOf({ record: 4, pointer: '', predicate: 'present' })).toMatchObject({ expected: null });
  });

  it.each([[undefined], [null], [[]], [{}], ['x'], [{ 0: FACT }]])('are none in shown: %j', (shown) => {
    expect(factsIn(shown === undefined ? {} : { shown })).toBeUndefined();
  });

  it.each<readonly [JsonValue]>([
    [null],
    ['x'],
    [7],
    [[FACT]],
    [{ ...FACT, record: '4' }],
    [{ ...FACT, pointer: null }],
    [{ ...FACT, predicate: 1 }],
    [{ record: 4, pointer: '/status' }],
  ])('are no facts as %j', (value) => expect(factOf(value)).toBeUndefined());

  it('name the records that a claim looks at, each as often, and pass over what is no number', () => {
    const shown: JsonValue = [FACT, FACT, { ...FACT, record: 'x' }, null, { ...FACT, record: 1e300 }];
    expect(recordsLookedAt({ record: 2, shown })).toEqual([2, 4, 4, 1e300]);
    expect(recordsLookedAt({ shown: 'x' })).toEqual([]);
  });
});

describe('the history of a claim', () => {
  it('is that of the check or of the run, by one checker or by all', () => {
    expect(lookedThrough({ history: { over: 'check', until: 9 } })).toEqual({ over: 'check', until: 9 });
    const run = { over: 'run', until: 9, checker: 'echoes' };
    expect(lookedThrough({ history: run })).toEqual(run);
  });

  it.each<readonly [JsonValue]>([
    [null],
    [[]],
    [{ over: 'all', until: 9 }],
    [{ over: 'run' }],
    [{ over: 'run', until: '9' }],
    [{ over: 'run', until: 8.5 }],
    [{ over: ['run'], until: 9 }],
  ])('is none as %j', (history) => expect(lookedThrough({ history })).toBeUndefined());
});

describe('a claim that the suite cannot have written', () => {
  const history = { over: 'check', until: 9 };

  it.each<readonly [string, JsonObject]>([
    ['with facts', { computed: true, shown: [FACT] }],
    ['with a history', { computed: true, history }],
    ['with neither', { computed: true }],
    ['over a record', { record: 4, pointer: '/status', predicate: 'present' }],
  ])('is none %s', (_how, assertion) => expect(malformed(assertion)).toBeUndefined());

  it.each<readonly [RegExp, JsonObject]>([
    [/judges a record itself/, { record: 4, shown: [FACT] }],
    [/judges a record itself/, { seen: { from: 1, to: 2 }, history }],
    [/one of them decides/, { computed: true, shown: [FACT], history }],
    [/lists none/, { computed: true, shown: [] }],
    [/lists none/, { computed: true, shown: null }],
    [/a history that is none/, { computed: true, history: { over: 'run', until: 'x' } }],
    [/a history that is none/, { computed: true, history: null }],
  ])('is told: %s', (message, assertion) => expect(malformed(assertion)).toMatch(message));
});

describe('a claim in a journal whose records have other numbers', () => {
  it('moves its facts and the end of its history, and keeps the rest of both', () => {
    const checker = 'echoes';
    expect(shownMoved({ holds: true, shown: [FACT, { ...FACT, record: 5 }] }, 10)).toEqual({
      shown: [
        { ...FACT, record: 14 },
        { ...FACT, record: 15 },
      ],
    });
    expect(shownMoved({ history: { over: 'run', until: 9, checker } }, 10)).toEqual({
      history: { over: 'run', until: 19, checker },
    });
  });

  it('moves the stretch of what a client was seen to send', () => {
    expect(shownMoved({ holds: true, seen: { from: 3, to: 9 } }, 10)).toEqual({ seen: { from: 13, to: 19 } });
    expect(shownMoved({ holds: true, seen: 'x' }, 10)).toEqual({});
  });

  it('leaves alone what is neither', () => {
    expect(shownMoved({ holds: true, record: 4 }, 10)).toEqual({});
    expect(shownMoved({ shown: [], history: { over: 'run' } }, 10)).toEqual({});
    expect(shownMoved({ shown: [null, 'x', { record: 'x' }], history: 7 }, 10)).toEqual({
      shown: [null, 'x', { record: 'x' }],
    });
  });
});
