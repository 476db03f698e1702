// Unit tests of the predicates that assertions are made of.
import { expect, describe as group, it } from 'vitest';
import type { JsonValue } from '../payload/json.js';
import { describe, evaluate, isPredicate, PREDICATE_NAMES, type PredicateName } from './predicates.js';

type Case = readonly [actual: JsonValue | undefined, expected: JsonValue];

const EACH = { member: 'volume', predicate: 'atLeast', expected: '1' };
const VOLUMES = [{ volume: '1' }, { volume: '2.5' }];

/** Values that satisfy each predicate, and values that do not. */
const CASES: Readonly<Record<PredicateName, { readonly holds: readonly Case[]; readonly fails: readonly Case[] }>> = {
  absent: {
    holds: [[undefined, null]],
    fails: [
      [null, null],
      ['', null],
    ],
  },
  absentOrNull: {
    holds: [
      [undefined, null],
      [null, null],
    ],
    fails: [
      [0, null],
      ['', null],
    ],
  },
  present: {
    holds: [
      [null, null],
      ['', null],
    ],
    fails: [[undefined, null]],
  },
  equals: {
    holds: [
      [1, 1],
      ['a', 'a'],
      [null, null],
      [
        { a: [1], b: 2 },
        { b: 2, a: [1] },
      ],
    ],
    fails: [
      [1, '1'],
      [undefined, null],
      [
        [1, 2],
        [2, 1],
      ],
      [{ a: 1 }, { a: 1, b: 2 }],
      [{ a: 1 }, [1]],
      [{}, null],
    ],
  },
  notEquals: {
    holds: [[1, 2]],
    fails: [
      [1, 1],
      [undefined, 1],
    ],
  },
  oneOf: {
    holds: [[400, [400, 401]]],
    fails: [
      [403, [400, 401]],
      ['400', [400]],
      [undefined, [400]],
    ],
  },
  notOneOf: {
    holds: [[200, [400]]],
    fails: [
      [400, [400]],
      [undefined, [400]],
    ],
  },
  type: {
    holds: [
      ['a', 'string'],
      [1.5, 'number'],
      [1, 'integer'],
      [{}, 'object'],
      [[], 'array'],
      [null, 'null'],
      [true, ['string', 'boolean']],
    ],
    fails: [
      [1, 'string'],
      [1.5, 'integer'],
      [[], 'object'],
      [null, 'object'],
      [undefined, 'null'],
      ['1', ['number', 'integer']],
    ],
  },
  decimalString: {
    holds: [
      ['1', null],
      ['-0.50', null],
      ['+007.10', null],
      ['.5', null],
      ['5.', null],
      ['1e3', null],
    ],
    fails: [
      [1, null],
      ['', null],
      ['.', null],
      ['1,5', null],
      ['1 ', null],
      ['٣', null],
      ['Infinity', null],
      [undefined, null],
    ],
  },
  sameDecimal: {
    holds: [
      ['1.50', '1.5'],
      [1.5, '1.50'],
      ['1e2', 100],
    ],
    fails: [
      ['1.51', '1.5'],
      ['a', '1'],
    ],
  },
  fractionDigitsAtMost: {
    holds: [
      ['1.25', 2],
      ['1.2500', 2],
      ['3', 0],
      [1.5, 1],
    ],
    fails: [
      ['1.255', 2],
      ['0.000000000000000000001', 20],
      ['x', 2],
    ],
  },
  atLeast: {
    holds: [
      [2, 2],
      ['2.0', 2],
      ['9007199254740993', '9007199254740993'],
    ],
    fails: [
      [1.9, 2],
      ['9007199254740992', '9007199254740993'],
      [undefined, 0],
      ['a', 0],
    ],
  },
  atMost: {
    holds: [
      [2, 2],
      ['-3', 2],
    ],
    fails: [
      [2.1, 2],
      [undefined, 2],
    ],
  },
  dateTime: {
    holds: [
      ['2024-02-29T00:00:00+00:00', null],
      ['2026-06-30T23:59:60.5+00:00', null],
    ],
    fails: [
      ['2023-02-29T00:00:00+00:00', null],
      ['2026-06-30T12:00:00Z', null],
      ['2026-13-01T00:00:00+00:00', null],
      [5, null],
    ],
  },
  dateTimeShape: {
    holds: [['2026-06-30T12:00:00+00:00', null]],
    fails: [
      ['2026-06-30T12:00:00.1+00:00', null],
      ['2026-06-30T12:60:00+00:00', null],
    ],
  },
  matches: {
    holds: [['AUTH_X', '^AUTH_']],
    fails: [
      ['XAUTH_', '^AUTH_'],
      [5, '5'],
    ],
  },
  startsWith: {
    holds: [['abc', 'ab']],
    fails: [
      ['abc', 'bc'],
      [['ab'], 'ab'],
    ],
  },
  endsWith: { holds: [['abc', 'bc']], fails: [['abc', 'ab']] },
  lengthIs: {
    holds: [
      ['abc', 3],
      [[1], 1],
    ],
    fails: [
      ['abc', 2],
      [5, 1],
    ],
  },
  lengthAtLeast: {
    holds: [['abc', 3]],
    fails: [
      ['abc', 4],
      [undefined, 0],
    ],
  },
  lengthAtMost: {
    holds: [[[], 0]],
    fails: [
      ['abc', 2],
      [undefined, 9],
    ],
  },
  includes: {
    holds: [
      ['abc', 'b'],
      [[{ a: 1 }], { a: 1 }],
    ],
    fails: [
      ['abc', 'x'],
      [[1], '1'],
      [undefined, 'x'],
    ],
  },
  includesNone: {
    holds: [
      [[1], [2, 3]],
      ['abc', ['x']],
    ],
    fails: [
      [[1, 2], [2]],
      ['abc', ['b']],
      [undefined, [1]],
    ],
  },
  subsetOf: {
    holds: [
      [['a'], ['a', 'b']],
      [[], []],
    ],
    fails: [
      [['c'], ['a']],
      ['a', ['a']],
    ],
  },
  sameMembers: {
    holds: [
      [
        ['a', 'b', 'a'],
        ['a', 'a', 'b'],
      ],
    ],
    fails: [
      [
        ['a', 'b'],
        ['a', 'a'],
      ],
      [['a'], []],
      [undefined, []],
    ],
  },
  every: {
    holds: [
      [VOLUMES, EACH],
      [[], EACH],
    ],
    fails: [
      [[{ volume: '0' }], EACH],
      [[{}], EACH],
      [undefined, EACH],
    ],
  },
  some: {
    holds: [[[{ volume: '0' }, ...VOLUMES], EACH]],
    fails: [
      [[], EACH],
      [undefined, EACH],
    ],
  },
  none: {
    holds: [
      [[], EACH],
      [[{ volume: '0' }], EACH],
    ],
    fails: [
      [VOLUMES, EACH],
      [undefined, EACH],
    ],
  },
  count: {
    holds: [[VOLUMES, { ...EACH, count: 2 }]],
    fails: [
      [VOLUMES, { ...EACH, count: 1 }],
      [undefined, { ...EACH, count: 0 }],
    ],
  },
  optional: {
    holds: [
      [undefined, { predicate: 'type', expected: 'string' }],
      ['a', { predicate: 'type', expected: 'string' }],
    ],
    fails: [[null, { predicate: 'type', expected: 'string' }]],
  },
  ascending: {
    holds: [
      [[1, 2, 2], null],
      [[{ t: 'a' }, { t: 'b' }], 't'],
      [['9', '10'], null],
    ],
    fails: [
      [[2, 1], null],
      [[{ t: 'b' }, { t: 'a' }], 't'],
      [[{ t: 'a' }, {}], 't'],
      [undefined, null],
    ],
  },
  unique: {
    holds: [
      [[1, '1'], null],
      [[{ id: 1 }, { id: 2 }], 'id'],
    ],
    fails: [
      [[1, 1], null],
      [[{ id: 1 }, { id: 1 }], 'id'],
    ],
  },
};

group('predicates', () => {
  for (const name of PREDICATE_NAMES) {
    it.each(CASES[name].holds.map((one) => [...one]))(`${name} holds for %j against %j`, (actual, expected) => {
      expect(evaluate(name, actual, expected ?? null)).toBe(true);
    });
    it.each(CASES[name].fails.map((one) => [...one]))(`${name} does not hold for %j against %j`, (actual, expected) => {
      expect(evaluate(name, actual, expected ?? null)).toBe(false);
    });
    it(`${name} says what it expects`, () => {
      const [, operand] = CASES[name].holds[0] ?? [undefined, null];
      expect(describe(name, operand).length).toBeGreaterThan(0);
    });
  }

  it('are a sorted, closed list', () => {
    expect([...PREDICATE_NAMES].sort()).toEqual([...PREDICATE_NAMES]);
    expect(isPredicate('equals')).toBe(true);
    expect(isPredicate('constructor')).toBe(false);
  });

  it('refuse an unknown name', () => {
    expect(() => evaluate('nonsense', 1, 1)).toThrow(RangeError);
    expect(() => evaluate('every', [1], { predicate: 'nonsense', expected: 1 })).toThrow(RangeError);
  });

  it.each<[PredicateName, JsonValue, JsonValue]>([
    ['oneOf', 'x', 'text'],
    ['matches', 'x', 7],
    ['lengthIs', 'x', -1],
    ['atLeast', 'x', 'many'],
    ['every', ['x'], null],
    ['type', 'x', 7],
  ])('refuse a wrong operand: %s of %j with %j', (name, actual, operand) => {
    expect(() => evaluate(name, actual, operand)).toThrow(TypeError);
  });

  it('compare beyond the reach of floating point', () => {
    expect(evaluate('sameDecimal', '0.1', '0.10000000000000000001')).toBe(false);
  });

  it('never read inherited members', () => {
    expect(evaluate('some', [{}], { member: 'constructor', predicate: 'present', expected: null })).toBe(false);
  });
});
