// Reading the operands of predicates: each names what it expected when an assertion of the suite was written wrongly.
import type { Decimal } from '../../decimal/index.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../payload/json-kind.js';
import { readFigure } from './figure.js';

export function elements(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  return isJsonArray(value) ? value : undefined;
}

export function list(value: JsonValue): readonly JsonValue[] {
  if (!isJsonArray(value)) throw new TypeError(`operand: expected a list, got ${json(value)}`);
  return value;
}

export function text(value: JsonValue): string {
  if (typeof value !== 'string') throw new TypeError(`operand: expected text, got ${json(value)}`);
  return value;
}

export function whole(value: JsonValue): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    throw new TypeError(`operand: expected a whole number, got ${json(value)}`);
  }
  return value;
}

export function figure(value: JsonValue): Decimal {
  const read = readFigure(value);
  if (read === undefined) throw new TypeError(`operand: expected a number or decimal string, got ${json(value)}`);
  return read;
}

export function operand(value: JsonValue): JsonObject {
  if (!isJsonObject(value)) throw new TypeError(`operand: expected an object, got ${json(value)}`);
  return value;
}

export function listed(expected: JsonValue): string {
  return list(expected).map(json).join(', ');
}

export function json(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/** A member of an element; the element itself when `name` is null. Undefined when there is no such member. */
export function pick(element: JsonValue, name: JsonValue): JsonValue | undefined {
  if (name === null) return element;
  return isJsonObject(element) ? memberOf(element, text(name)) : undefined;
}
