// Relations between JSON values that predicates rest on. Pure, total over what a target may send.

import { add, compare as compareDecimals, type Decimal, parseDecimal, subtract } from '../../decimal/index.js';
import type { JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import { sameJson } from '../../payload/same-json.js';
import { readFigure } from './figure.js';
import { elements, json, list, operand, pick } from './operand.js';

export function sameBag(actual: readonly JsonValue[] | undefined, expected: readonly JsonValue[]): boolean {
  const rest = [...expected];
  return (
    actual?.length === expected.length &&
    actual.every((one) => {
      const at = rest.findIndex((other) => sameJson(one, other));
      if (at >= 0) rest.splice(at, 1);
      return at >= 0;
    })
  );
}

export function hasType(actual: JsonValue | undefined, name: string): boolean {
  switch (name) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof actual === name;
    case 'integer':
      return Number.isInteger(actual);
    case 'null':
      return actual === null;
    case 'array':
      return Array.isArray(actual);
    case 'object':
      return isJsonObject(actual);
    default:
      throw new RangeError(`type: expected the name of a JSON type, got ${name}`);
  }
}

export function compare(actual: JsonValue | undefined, expected: JsonValue): number | undefined {
  const [left, right] = [readFigure(actual), readFigure(expected)];
  if (right === undefined) throw new TypeError(`operand: expected a number or decimal string, got ${json(expected)}`);
  return left === undefined ? undefined : compareDecimals(left, right);
}

export function isAscending(values: readonly (JsonValue | undefined)[] | undefined): boolean {
  return (
    values?.every((value, at) => {
      const before = at === 0 ? value : values[at - 1];
      if (value === undefined || before === undefined) return false;
      return typeof value === 'string' && typeof before === 'string' && readFigure(value) === undefined
        ? before <= value
        : (compare(value, before) ?? -1) >= 0;
    }) === true
  );
}

export function length(value: JsonValue | undefined): number | undefined {
  return typeof value === 'string' ? value.length : elements(value)?.length;
}

/** Sizes count, whatever their sign; undefined where an element shows no figure. */
export function netOf(values: readonly JsonValue[] | undefined, expected: JsonValue): Decimal | undefined {
  const { member = null, less = null } = operand(expected);
  const { member: by = null, words = null } = operand(less);
  let net: Decimal = parseDecimal('0');
  for (const value of values ?? []) {
    const read = readFigure(pick(value, member));
    if (read === undefined) return undefined;
    const size = { ...read, coefficient: read.coefficient < 0n ? -read.coefficient : read.coefficient };
    const isLess = list(words).some((word) => sameJson(pick(value, by), word));
    net = isLess ? subtract(net, size) : add(net, size);
  }
  return values === undefined ? undefined : net;
}
