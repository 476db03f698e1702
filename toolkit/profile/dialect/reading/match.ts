// Conditions of the dialect: which message a frame is, which entries of a list count, which variant of a request applies.
import type { JsonValue } from '../../../payload/json.js';
import type { Condition, Match, When } from '../spec.js';
import { compilePointers } from './pointer.js';

export type Test = (value: JsonValue | undefined) => boolean;

/** Compiles conditions on a message; places are JSON Pointers. */
export function compileWhen(when: When): Test {
  const tests = (isList(when) ? when : [when]).map(compileMatch);
  return (value) => tests.some((test) => test(value));
}

/** The same conditions with plain names (of parameters) instead of pointers. */
export function compileWhenNamed(when: When): Test {
  const rename = (match: Match): Match =>
    Object.fromEntries(Object.entries(match).map(([name, condition]) => [`/${name}`, condition]));
  return compileWhen(isList(when) ? when.map(rename) : rename(when));
}

function isList(when: When): when is readonly Match[] {
  return Array.isArray(when);
}

function compileMatch(match: Match): Test {
  const tests = Object.entries(match).map(([place, condition]) => {
    const read = compilePointers(place);
    const holds = compileCondition(condition);
    return (value: JsonValue | undefined) => holds(read(value));
  });
  return (value) => tests.every((test) => test(value));
}

function compileCondition(condition: Condition): Test {
  if (Array.isArray(condition)) return (value) => condition.includes(value);
  if (typeof condition === 'object' && condition !== null) {
    return 'present' in condition ? (value) => value !== undefined : (value) => value === undefined;
  }
  return (value) => value === condition;
}
