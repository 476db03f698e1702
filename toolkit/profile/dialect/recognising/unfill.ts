// Templates backwards (`writing/template.ts`): a JSON value in, what its placeholders were filled with out. Members may stand in any
// order, be missing or be more; how well the rest fits is counted. Every value is looked at once.
import type { JsonObject } from '../../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../../payload/json-kind.js';
import type { Template } from '../spec.js';
import { RawNumber, type Rendered, writeJson } from '../writing/json.js';
import { type Placeholders, parseParts } from '../writing/template.js';
import { plain } from './digits.js';
import { Found } from './found.js';
import { placeholderReader, type Spoken } from './placeholder.js';
import { textReader } from './text.js';

/** Takes what it finds in a value, undefined for one that is not there. */
export type Unfill = (value: Rendered, found: Found) => void;

export function compileUnfill(template: Template, known: Placeholders, spoken: Spoken): Unfill {
  if (typeof template === 'string') return unfillText(template, known, spoken);
  if (isJsonArray(template)) return unfillList(template.map((item) => compileUnfill(item, known, spoken)));
  if (!isJsonObject(template)) return constant(template);
  return template['$each'] === undefined ? unfillObject(template, known, spoken) : unfillEach(template, known, spoken);
}

function constant(expected: Rendered): Unfill {
  const text = writeJson(expected);
  return (value, found) => {
    if (value === undefined) found.missed += 1;
    else if (isScalar(value) && writeJson(plain(value)) === text) found.matched += 1;
    else found.clashes += 1;
  };
}

function unfillText(template: string, known: Placeholders, spoken: Spoken): Unfill {
  const parts = parseParts(template, known);
  const [first] = parts;
  if (parts.length === 1 && first !== undefined && typeof first !== 'string') {
    const reader = placeholderReader(first, spoken);
    return (value, found) => {
      if (value !== undefined) found.take(reader.name, reader.fromJson(value));
    };
  }
  const reader = textReader(parts, spoken);
  if (reader.isConstant) return constant(parts.join(''));
  return (value, found) => {
    if (value === undefined) return;
    if (typeof value === 'string' && reader.read(value, found, 'hint')) found.matched += 1;
    else found.missed += 1;
  };
}

/** Items without a value were left out when the list was written, so that only constants keep their places. */
function unfillList(items: readonly Unfill[]): Unfill {
  return (value, found) => {
    if (!isList(value)) {
      found.missed += 1;
      return;
    }
    found.matched += 1;
    items.forEach((item, index) => {
      item(value[index], found);
    });
    found.unread += Math.max(0, value.length - items.length);
  };
}

interface NamedMember {
  readonly name: ReturnType<typeof textReader>;
  readonly unfill: Unfill;
}

function unfillObject(template: JsonObject, known: Placeholders, spoken: Spoken): Unfill {
  const fixed = new Map<string, Unfill>();
  const named: NamedMember[] = [];
  for (const [written, member] of Object.entries(template)) {
    const parts = parseParts(written, known);
    const name = textReader(parts, spoken);
    const unfill = compileUnfill(member, known, spoken);
    if (name.isConstant) fixed.set(parts.join(''), unfill);
    else named.push({ name, unfill });
  }
  return (value, found) => {
    if (!isMembers(value)) {
      found.missed += 1;
      return;
    }
    found.matched += 1;
    for (const [name, unfill] of fixed) unfill(Object.hasOwn(value, name) ? value[name] : undefined, found);
    const others = Object.keys(value).filter((name) => !fixed.has(name));
    found.unread += others.length;
    for (const { name, unfill } of named) {
      const own = others.find((other) => name.fits(other));
      if (own === undefined) continue;
      others.splice(others.indexOf(own), 1);
      name.read(own, found, 'take');
      found.unread -= 1;
      unfill(value[own], found);
    }
  };
}

function unfillEach(template: JsonObject, known: Placeholders, spoken: Spoken): Unfill {
  const list = String(template['$each']);
  const names = ['item', ...known.names];
  const item = compileUnfill(template['$item'] ?? null, { has: (name) => names.includes(name), names }, spoken);
  return (value, found) => {
    if (value === undefined) return;
    if (!isList(value)) {
      found.missed += 1;
      return;
    }
    const items = value.map((one) => {
      const own = new Found();
      item(one, own);
      for (const [name, read] of own.values) if (name !== 'item') found.hint(name, read);
      return own.values.get('item') ?? null;
    });
    found.take(list, items);
  };
}

function isScalar(value: Rendered): boolean {
  return !isList(value) && !isMembers(value);
}

function isList(value: Rendered): value is readonly Rendered[] {
  return Array.isArray(value);
}

function isMembers(value: Rendered): value is { readonly [member: string]: Rendered } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RawNumber);
}
