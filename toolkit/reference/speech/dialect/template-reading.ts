// A template of the dialect backwards (interface 4.1, 4.5): from a body, a query or a frame to the values of its placeholders.
// It is lenient, as a service must be: what has the wrong shape is handed on as it came, for the rules to judge, and how far
// the value is from the template is counted, so that the best of several templates can be taken.
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonArray, isJsonObject, isJsonPrimitive, memberOf } from '../../../payload/json-kind.js';
import { sameJson } from '../../../payload/same-json.js';
import { parseText, type TextPart } from './template-text.js';
import { type Meanings, undoing } from './undo.js';

/** What was read, by placeholder, and how many places are not as the template has them. */
export interface Reading {
  readonly found: Map<string, JsonValue>;
  misses: number;
}

export type ReadTemplate = (value: JsonValue | undefined, reading: Reading) => void;

export function compileReading(template: JsonValue, meanings: Meanings): ReadTemplate {
  if (typeof template === 'string') return readingOfText(template, meanings);
  if (isJsonArray(template)) return readingOfList(template.map((item) => compileReading(item, meanings)));
  if (isJsonObject(template)) {
    return template['$each'] === undefined ? readingOfObject(template, meanings) : readingOfEach(template, meanings);
  }
  return constant(template);
}

export function readWith(read: ReadTemplate, value: JsonValue | undefined): Reading {
  const reading: Reading = { found: new Map(), misses: 0 };
  read(value, reading);
  return reading;
}

function constant(expected: JsonValue): ReadTemplate {
  return (value, reading) => {
    if (!sameJson(value, expected)) reading.misses += 1;
  };
}

function readingOfText(text: string, meanings: Meanings): ReadTemplate {
  const parts = parseText(text);
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object') {
    const undo = undoing(only, meanings);
    return (value, { found }) => {
      const meant = value === undefined ? undefined : undo(value);
      if (meant !== undefined) found.set(only.name, meant);
    };
  }
  if (parts.every((part) => typeof part === 'string')) return constant(parts.join(''));
  const match = compileMatch(parts, meanings);
  return (value, reading) => {
    // A text with a placeholder that has no value is left out.
    if (value !== undefined && (typeof value !== 'string' || !match(value, reading.found))) reading.misses += 1;
  };
}

/** Texts with placeholders among others: `{from}..{to}`. */
export function compileMatch(
  parts: readonly TextPart[],
  meanings: Meanings,
): (text: string, found: Map<string, JsonValue>) => boolean {
  const holes = parts.filter((part) => typeof part !== 'string');
  const undo = holes.map((hole) => undoing(hole, meanings));
  const pattern = new RegExp(
    `^${parts.map((part) => (typeof part === 'string' ? escaped(part) : '(.*?)')).join('')}$`,
    's',
  );
  return (text, found) => {
    const match = pattern.exec(text);
    if (match === null) return false;
    holes.forEach(({ name }, at) => {
      const meant = undo[at]?.(match[at + 1] ?? '');
      if (meant !== undefined) found.set(name, meant);
    });
    return true;
  };
}

function escaped(literal: string): string {
  return literal.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

function readingOfList(items: readonly ReadTemplate[]): ReadTemplate {
  return (value, reading) => {
    if (!isJsonArray(value)) {
      reading.misses += 1;
      return;
    }
    for (const [at, read] of items.entries()) read(value[at], reading);
  };
}

function readingOfObject(template: JsonObject, meanings: Meanings): ReadTemplate {
  const members = Object.entries(template).map(([name, member]) => ({
    parts: parseText(name),
    read: compileReading(member, meanings),
  }));
  const plain = members.flatMap(({ parts, read }) =>
    parts.every((part) => typeof part === 'string') ? [{ name: parts.join(''), read }] : [],
  );
  const named = members.flatMap(({ parts, read }) =>
    parts.every((part) => typeof part === 'string') ? [] : [{ match: compileMatch(parts, meanings), read }],
  );
  const known = new Set(plain.map(({ name }) => name));
  return (value, reading) => {
    if (!isJsonObject(value)) {
      reading.misses += 1;
      return;
    }
    for (const { name, read } of plain) read(memberOf(value, name), reading);
    for (const { match, read } of named) {
      const own = Object.keys(value).find((name) => !known.has(name) && match(name, reading.found));
      if (own !== undefined) read(value[own], reading);
    }
  };
}

function readingOfEach(template: JsonObject, meanings: Meanings): ReadTemplate {
  const name = String(template['$each']);
  const read = compileReading(template['$item'] ?? '{item}', meanings);
  return (value, { found }) => {
    if (value === undefined) return;
    if (!isJsonArray(value)) {
      found.set(name, value);
      return;
    }
    const items = value.map((one) => readWith(read, one).found.get('item') ?? (isJsonPrimitive(one) ? one : null));
    found.set(name, items);
  };
}
