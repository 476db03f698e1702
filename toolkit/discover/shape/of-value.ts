// The shape of values that a target sent.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import { blank, either, eitherOf, type Kind, MOST_WORDS, placesIn, type Shape } from './shape.js';

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:?\d\d|Z)$/;
const MOST_ITEMS = 50;
const DEEPEST = 12;

/** So many values are looked at in all; what comes behind them is not known. */
const MOST_VALUES = 4_000;

/** `from` says where the value was seen. */
export function shapeOfValue(value: JsonValue, from: string): Shape {
  return shapeWithin(value, from, 0, { left: MOST_VALUES });
}

interface Budget {
  left: number;
}

function shapeWithin(value: JsonValue, from: string, depth: number, budget: Budget): Shape {
  const empty = blank(from);
  budget.left -= 1;
  if (depth > DEEPEST || budget.left < 0) return empty;
  const kinds = new Set([kindOf(value)]);
  if (isJsonArray(value)) {
    const items = eitherOf(value.slice(0, MOST_ITEMS).map((item) => shapeWithin(item, from, depth + 1, budget)));
    return { ...empty, kinds, items };
  }
  if (isJsonObject(value)) return { ...shapeOfObject(value, from, depth, budget), kinds };
  return {
    ...empty,
    kinds,
    words: value === null ? [] : [value],
    isWhole: typeof value !== 'number' || Number.isInteger(value),
    isDateTime: typeof value === 'string' && DATE_TIME.test(value),
  };
}

function shapeOfObject(value: JsonObject, from: string, depth: number, budget: Budget): Shape {
  const entries = Object.entries(value)
    .slice(0, MOST_ITEMS)
    .map(([name, member]) => [name, shapeWithin(member, from, depth + 1, budget)] as const);
  return {
    ...blank(from),
    members: new Map(entries),
    required: new Set(entries.map(([name]) => name)),
    values: isMap(entries) ? eitherOf(entries.map(([, shape]) => shape)) : undefined,
    words: entries.map(([name]) => name).slice(0, MOST_WORDS),
  };
}

/** A map by name: its values are objects alike, and its names are data (a number, or said again inside) rather than words. */
function isMap(entries: readonly (readonly [string, Shape])[]): boolean {
  if (entries.length === 0 || !entries.every(([, shape]) => shape.kinds.has('object'))) return false;
  const isNamed = entries.every(
    ([name, shape]) =>
      /^\d+$/.test(name) || placesIn(shape).some((place) => place.shape.words.map(String).includes(name)),
  );
  const isNumbered = entries.every(([name]) => NUMBERED.test(name));
  return (
    isNamed || isNumbered || entries.some(([name]) => NO_WORD.test(name)) || areAlike(entries.map(([, shape]) => shape))
  );
}

/** Identifiers have numbers in them, such as ORD-1001; members are called by words. */
export const NUMBERED: RegExp = /\d{2}/;

/** What names of instruments have and names of members do not: a space, a slash, a colon, a letter of another alphabet. */
const NO_WORD = /[^\w.$@-]/;

const ALIKE = 3;

/** Several objects with the same members, at least three each. */
function areAlike(shapes: readonly Shape[]): boolean {
  const [first] = shapes;
  if (first === undefined || shapes.length < 2 || first.members.size < ALIKE) return false;
  return shapes.every(({ members }) => [...first.members.keys()].every((name) => members.has(name)));
}

function kindOf(value: JsonValue): Kind {
  if (value === null) return 'null';
  if (isJsonArray(value)) return 'array';
  const kind = typeof value;
  return kind === 'object' || kind === 'number' || kind === 'boolean' ? kind : 'string';
}

/** One shape of all values. */
export function shapeOfValues(values: readonly JsonValue[], from: string): Shape {
  return values.map((value) => shapeOfValue(value, from)).reduce(either, blank(''));
}
