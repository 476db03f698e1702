// Unit tests of the predicates that assertions are made of.
import { expect, describe as group, it } from 'vitest';
import type { JsonValue } from '../../payload/json.js';
import { type Cases, VALUE_CASES } from './predicate-cases.test.aid.js';
import { LIST_CASES } from './predicate-list-cases.test.aid.js';
import { describe, evaluate, isPredicate, PREDICATE_NAMES, type PredicateName } from './predicates.js';

const CASES: Cases = { ...VALUE_CASES, ...LIST_CASES };
const NONE = { holds: [], fails: [] };

group('predicates', () => {
  it('have cases for each of them', () => {
    expect(Object.keys(CASES).sort()).toEqual([...PREDICATE_NAMES]);
  });

  for (const name of PREDICATE_NAMES) {
    const { holds, fails } = CASES[name] ?? NONE;
    it.each(holds.map((one) => [...one]))(`${name} holds for %j against %j`, (actual, expected) => {
      expect(evaluate(name, actual, expected ?? null)).toBe(true);
    });
    it.each(fails.map((one) => [...one]))(`${name} does not hold for %j against %j`, (actual, expected) => {
      expect(evaluate(name, actual, expected ?? null)).toBe(false);
    });
    it(`${name} says what it expects`, () => {
      const [, operand] = holds[0] ?? [undefined, null];
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
