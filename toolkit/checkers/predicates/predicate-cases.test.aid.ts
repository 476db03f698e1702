// Values that satisfy each predicate over single values, and values that do not; those over lists are in their own file.
import type { JsonValue } from '../../payload/json.js';
import type { PredicateName } from './predicates.js';

export type Case = readonly [actual: JsonValue | undefined, expected: JsonValue];

export type Cases = Readonly<
  Partial<Record<PredicateName, { readonly holds: readonly Case[]; readonly fails: readonly Case[] }>>
>;

export const VALUE_CASES: Cases = {
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
};
