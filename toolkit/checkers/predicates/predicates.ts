// The closed list of predicates that assertions name: an assertion is data (a predicate, a value of the journal, an operand), so a
// run can journal it and `tsi judge` can evaluate it again without the target. Pure; a wrong operand is misuse by the suite.

import { compare as compareDecimals, fractionDigits } from '../../decimal/index.js';
import type { JsonValue } from '../../payload/json.js';
import { sameJson } from '../../payload/same-json.js';
import { readDateTime } from './date-time.js';
import { readFigure } from './figure.js';
import { elements, figure, json, list, listed, operand, pick, text, whole } from './operand.js';
import { compare, hasType, isAscending, length, netOf, sameBag } from './relation.js';

/** Those that take no operand. */
export const BARE_PREDICATES = [
  'absent',
  'absentOrNull',
  'dateTime',
  'dateTimeShape',
  'decimalString',
  'present',
] as const;

const OPERAND_PREDICATES = [
  'ascending',
  'atLeast',
  'atMost',
  'count',
  'endsWith',
  'equals',
  'every',
  'fractionDigitsAtMost',
  'includes',
  'includesNone',
  'lengthAtLeast',
  'lengthAtMost',
  'lengthIs',
  'matches',
  'netIs',
  'none',
  'notEquals',
  'notOneOf',
  'oneOf',
  'optional',
  'sameDecimal',
  'sameMembers',
  'some',
  'startsWith',
  'subsetOf',
  'type',
  'unique',
] as const;

export type BarePredicate = (typeof BARE_PREDICATES)[number];
export type PredicateName = BarePredicate | (typeof OPERAND_PREDICATES)[number];

/** Sorted. */
export const PREDICATE_NAMES: readonly PredicateName[] = [...BARE_PREDICATES, ...OPERAND_PREDICATES].sort();

interface Predicate {
  readonly holds: (actual: JsonValue | undefined, expected: JsonValue) => boolean;
  /** What was expected, as the end of "expected ...". */
  readonly says: (expected: JsonValue) => string;
}

/** Absence is undefined everywhere: a member that is null is present. */
const PREDICATES: Readonly<Record<PredicateName, Predicate>> = {
  absent: { holds: (a) => a === undefined, says: () => 'no such member' },
  absentOrNull: { holds: (a) => a === undefined || a === null, says: () => 'no such member, or null' },
  present: { holds: (a) => a !== undefined, says: () => 'the member to be present' },
  /** Deep equality; the order of members does not matter, that of elements does. */
  equals: { holds: sameJson, says: (e) => json(e) },
  notEquals: { holds: (a, e) => a !== undefined && !sameJson(a, e), says: (e) => `anything but ${json(e)}` },
  oneOf: { holds: (a, e) => list(e).some((one) => sameJson(a, one)), says: (e) => `one of ${listed(e)}` },
  notOneOf: {
    holds: (a, e) => a !== undefined && !list(e).some((one) => sameJson(a, one)),
    says: (e) => `none of ${listed(e)}`,
  },
  /** A JSON type, or a list of alternatives: string, number, integer, boolean, object, array, null. */
  type: {
    holds: (a, e) => (Array.isArray(e) ? list(e) : [e]).some((name) => hasType(a, text(name))),
    says: (e) => `a value of type ${Array.isArray(e) ? list(e).map(text).join(' or ') : text(e)}`,
  },
  decimalString: {
    holds: (a) => typeof a === 'string' && readFigure(a) !== undefined,
    says: () => 'a decimal string',
  },
  /** Equal in value, however either is written. */
  sameDecimal: {
    holds: (a, e) => compare(a, e) === 0,
    says: (e) => `the decimal value ${json(e)}`,
  },
  /** Digits that carry value: trailing zeros do not count, since padding is left open. */
  fractionDigitsAtMost: {
    holds: (a, e) => {
      const figure = readFigure(a);
      return figure !== undefined && fractionDigits(figure) <= whole(e);
    },
    says: (e) => `a decimal with at most ${json(e)} fractional digits`,
  },
  atLeast: { holds: (a, e) => (compare(a, e) ?? -1) >= 0, says: (e) => `at least ${json(e)}` },
  atMost: { holds: (a, e) => (compare(a, e) ?? 1) <= 0, says: (e) => `at most ${json(e)}` },
  dateTime: {
    holds: (a) => typeof a === 'string' && readDateTime(a) !== undefined,
    says: () => 'a UTC date-time with the offset +00:00',
  },
  dateTimeShape: {
    holds: (a) => typeof a === 'string' && readDateTime(a)?.hasFraction === false,
    says: () => 'a date-time of the shape YYYY-MM-DDThh:mm:ss+00:00',
  },
  matches: {
    holds: (a, e) => typeof a === 'string' && new RegExp(text(e), 'u').test(a),
    says: (e) => `text matching /${text(e)}/`,
  },
  startsWith: {
    holds: (a, e) => typeof a === 'string' && a.startsWith(text(e)),
    says: (e) => `text that starts with ${json(e)}`,
  },
  endsWith: {
    holds: (a, e) => typeof a === 'string' && a.endsWith(text(e)),
    says: (e) => `text that ends with ${json(e)}`,
  },
  lengthIs: { holds: (a, e) => length(a) === whole(e), says: (e) => `length ${json(e)}` },
  lengthAtLeast: { holds: (a, e) => (length(a) ?? -1) >= whole(e), says: (e) => `length at least ${json(e)}` },
  lengthAtMost: {
    holds: (a, e) => (length(a) ?? Number.POSITIVE_INFINITY) <= whole(e),
    says: (e) => `length at most ${json(e)}`,
  },
  /** A list that holds the element, or a text that holds the text. */
  includes: {
    holds: (a, e) =>
      typeof a === 'string' ? a.includes(text(e)) : elements(a)?.some((one) => sameJson(one, e)) === true,
    says: (e) => `something that includes ${json(e)}`,
  },
  /** A list (or text) that holds none of the listed values. An absent list does not pass: nothing would have been looked at. */
  includesNone: {
    holds: (a, e) =>
      typeof a === 'string'
        ? !list(e).some((one) => a.includes(text(one)))
        : elements(a)?.some((one) => list(e).some((bad) => sameJson(one, bad))) === false,
    says: (e) => `something that includes none of ${listed(e)}`,
  },
  subsetOf: {
    holds: (a, e) => elements(a)?.every((one) => list(e).some((good) => sameJson(one, good))) === true,
    says: (e) => `nothing beyond ${listed(e)}`,
  },
  /** The same elements in any order. */
  sameMembers: {
    holds: (a, e) => sameBag(elements(a), list(e)),
    says: (e) => `exactly ${listed(e)} in any order`,
  },
  /** Operand: `{member?, predicate, expected}`; `member` picks a member of each element. */
  every: {
    holds: (a, e) => elements(a)?.every(quantified(e)) === true,
    says: (e) => `every element${member(e)} to be ${inner(e)}`,
  },
  some: {
    holds: (a, e) => elements(a)?.some(quantified(e)) === true,
    says: (e) => `some element${member(e)} to be ${inner(e)}`,
  },
  none: {
    holds: (a, e) => elements(a)?.some(quantified(e)) === false,
    says: (e) => `no element${member(e)} to be ${inner(e)}`,
  },
  /** Operand: `{member?, predicate, expected, count}`. */
  count: {
    holds: (a, e) => elements(a)?.filter(quantified(e)).length === whole(operand(e)['count'] ?? null),
    says: (e) => `exactly ${json(operand(e)['count'] ?? null)} elements${member(e)} to be ${inner(e)}`,
  },
  /** Operand: `{member, expected, less: {member, words}}`: the sum of a figure, where some elements count against the others. */
  netIs: {
    holds: (a, e) => {
      const net = netOf(elements(a), e);
      return net !== undefined && compareDecimals(net, figure(operand(e)['expected'] ?? null)) === 0;
    },
    says: (e) => `elements${member(e)}s to come to ${json(operand(e)['expected'] ?? null)}`,
  },
  /** Operand: `{predicate, expected}`; absence passes. */
  optional: {
    holds: (a, e) => a === undefined || quantified(e)(a),
    says: (e) => `no such member, or ${inner(e)}`,
  },
  /** Never decreasing; operand: the member to compare, or null for the elements themselves. Text compares by code unit. */
  ascending: {
    holds: (a, e) => isAscending(elements(a)?.map((one) => pick(one, e))),
    says: (e) => `a list that never decreases${e === null ? '' : ` by ${text(e)}`}`,
  },
  /** No two equal; operand as for `ascending`. */
  unique: {
    holds: (a, e) => {
      const keys = elements(a)?.map((one) => json(pick(one, e) ?? null));
      return keys !== undefined && new Set(keys).size === keys.length;
    },
    says: (e) => `a list without doubles${e === null ? '' : ` of ${text(e)}`}`,
  },
};

export function isBare(name: PredicateName): name is BarePredicate {
  const bare: readonly PredicateName[] = BARE_PREDICATES;
  return bare.includes(name);
}

export function isPredicate(name: string): name is PredicateName {
  return Object.hasOwn(PREDICATES, name);
}

/** Whether the predicate holds. Throws `RangeError` for an unknown name and `TypeError` for an operand of the wrong form. */
export function evaluate(name: string, actual: JsonValue | undefined, expected: JsonValue): boolean {
  return predicate(name).holds(actual, expected);
}

/** What the predicate expects, in words that continue "expected": `a decimal string`, `one of 400, 401`. */
export function describe(name: string, expected: JsonValue): string {
  return predicate(name).says(expected);
}

function predicate(name: string): Predicate {
  if (!isPredicate(name)) throw new RangeError(`predicate: expected one of ${PREDICATE_NAMES.join(', ')}, got ${name}`);
  return PREDICATES[name];
}

function quantified(expected: JsonValue): (element: JsonValue) => boolean {
  const { member: name = null, predicate: inside = null, expected: value = null } = operand(expected);
  return (element) => evaluate(text(inside), pick(element, name), value);
}

function inner(expected: JsonValue): string {
  const { predicate: inside = null, expected: value = null } = operand(expected);
  return describe(text(inside), value);
}

function member(expected: JsonValue): string {
  const name = operand(expected)['member'];
  return name === undefined ? '' : `'s ${text(name)}`;
}
