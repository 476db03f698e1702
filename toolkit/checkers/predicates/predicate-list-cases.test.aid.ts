// Values that satisfy each predicate over texts and lists, and values that do not.
import type { Cases } from './predicate-cases.test.aid.js';

const EACH = { member: 'volume', predicate: 'atLeast', expected: '1' };
const VOLUMES = [{ volume: '1' }, { volume: '2.5' }];
const SIDES = [
  { volume: '2.5', side: 'buy' },
  { volume: '1', side: 'sell' },
];
const NET = { member: 'volume', less: { member: 'side', words: ['sell'] } };

export const LIST_CASES: Cases = {
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
  netIs: {
    holds: [
      [SIDES, { ...NET, expected: '1.50' }],
      [[], { ...NET, expected: 0 }],
    ],
    fails: [
      [SIDES, { ...NET, expected: '3.5' }],
      [[{ side: 'buy' }], { ...NET, expected: '0' }],
      [undefined, { ...NET, expected: '0' }],
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
