// Templates: JSON values and texts with placeholders, for what the suite writes (bodies, commands, paths, control calls).
//
// A string that is exactly one placeholder becomes the value itself, of whatever type, and leaves its member (or list item)
// out when there is no value. A placeholder inside other text, or in the name of a member, is put in as text. Filters follow a bar, left to
// right:
// `{volume|number}`. A literal brace is doubled: `{{`. `{"$each": "instruments", "$item": {"symbol": "{item}"}}` writes a list.

import { didYouMean } from '../../../base/nearest.js';
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../../payload/json-kind.js';
import { type Filter, filterNamed } from './filters.js';
import { RawNumber, type Rendered, writeJson } from './json.js';

/** The value of a placeholder; undefined when there is none. */
export type Lookup = (name: string) => JsonValue | undefined;

export type Render = (lookup: Lookup) => Rendered;

/** Which placeholders may stand in a template; one with another is refused when it is compiled. */
export interface Placeholders {
  has(name: string): boolean;
  /** For messages. */
  readonly names: readonly string[];
}

export function placeholders(names: readonly string[]): Placeholders {
  return { has: (name) => names.includes(name), names };
}

/** Text as it stands, or a placeholder with its filters. */
export type Part = string | Placeholder;

export interface Placeholder {
  readonly name: string;
  readonly filters: readonly Filter[];
  readonly filterNames: readonly string[];
}

/** Throws `RangeError` for an unknown placeholder or filter, or a lone brace. */
export function compileTemplate(template: JsonValue, known: Placeholders): Render {
  if (typeof template === 'string') return compileString(template, known);
  if (isJsonArray(template)) {
    const items = template.map((item) => compileTemplate(item, known));
    return (lookup) => items.map((item) => item(lookup)).filter((item) => item !== undefined);
  }
  if (!isJsonObject(template)) return () => template;
  const each = template['$each'];
  if (each !== undefined) return compileEach(each, template, known);
  const members = Object.entries(template).map(
    ([name, member]) => [compileString(name, known), compileTemplate(member, known)] as const,
  );
  return (lookup) => {
    const written: Record<string, Rendered> = Object.create(null);
    for (const [renderName, render] of members) {
      const name = renderName(lookup);
      const value = render(lookup);
      if (name !== undefined && value !== undefined) written[asText(name)] = value;
    }
    return written;
  };
}

/** Compiles a template into its JSON text; undefined when the whole is left out. */
export function compileJsonText(template: JsonValue, known: Placeholders): (lookup: Lookup) => string | undefined {
  const render = compileTemplate(template, known);
  return (lookup) => {
    const value = render(lookup);
    return value === undefined ? undefined : writeJson(value);
  };
}

/**
 * Compiles a text (a path, a URL, an argument): every placeholder goes in as text through `encode`.
 * The result throws `RangeError` naming the placeholder that has no value.
 */
export function compileText(
  text: string,
  known: Placeholders,
  encode: (value: string) => string = (value) => value,
): (lookup: Lookup) => string {
  const parts = parseParts(text, known);
  return (lookup) =>
    parts
      .map((part) => {
        if (typeof part === 'string') return part;
        const value = filled(part, lookup);
        if (value === undefined) throw new RangeError(`expected a value for {${part.name}} in "${text}", got none`);
        return encode(asText(value));
      })
      .join('');
}

function compileString(text: string, known: Placeholders): Render {
  const parts = parseParts(text, known);
  const [first] = parts;
  if (first === undefined || (parts.length === 1 && typeof first === 'string')) return () => first ?? '';
  if (parts.length === 1 && typeof first !== 'string') return (lookup) => filled(first, lookup);
  return (lookup) => {
    let written = '';
    for (const part of parts) {
      const value = typeof part === 'string' ? part : filled(part, lookup);
      if (value === undefined) return undefined;
      written += asText(value);
    }
    return written;
  };
}

function compileEach(each: JsonValue, template: JsonObject, known: Placeholders): Render {
  const item = template['$item'];
  if (typeof each !== 'string' || !known.has(each) || item === undefined) {
    throw new RangeError('expected {"$each": name of a parameter, "$item": template with {item}}');
  }
  const render = compileTemplate(item, {
    has: (name) => name === 'item' || known.has(name),
    names: ['item', ...known.names],
  });
  return (lookup) => {
    const list = lookup(each);
    if (list === undefined) return undefined;
    const items = isJsonArray(list) ? list : [list];
    return items.map((one) => render((name) => (name === 'item' ? one : lookup(name))));
  };
}

function filled(part: Placeholder, lookup: Lookup): Rendered {
  let value: Rendered = lookup(part.name);
  for (const filter of part.filters) value = filter(value);
  return value;
}

export function asText(value: Rendered): string {
  if (typeof value === 'string') return value;
  return value instanceof RawNumber ? value.digits : writeJson(value);
}

export function parseParts(text: string, known: Placeholders): readonly Part[] {
  const parts: Part[] = [];
  let literal = '';
  const tokens = text.match(/\{\{|\}\}|\{[^{}]*\}|[{}]|[^{}]+/g) ?? [];
  for (const token of tokens) {
    if (token === '{{' || token === '}}') literal += token[0];
    else if (token === '{' || token === '}') {
      throw new RangeError(`expected {name} or a doubled brace, got a lone "${token}" in "${text}"`);
    } else if (token.startsWith('{')) {
      if (literal !== '') parts.push(literal);
      literal = '';
      parts.push(parsePlaceholder(token.slice(1, -1), text, known));
    } else literal += token;
  }
  if (literal !== '') parts.push(literal);
  return parts;
}

function parsePlaceholder(inner: string, text: string, known: Placeholders): Placeholder {
  const [name = '', ...filters] = inner.split('|').map((word) => word.trim());
  if (!known.has(name)) {
    const allowed = known.names.map((each) => `{${each}}`).join(', ');
    throw new RangeError(
      `expected a known placeholder in "${text}", got {${name}}; allowed: ${allowed}${didYouMean(name, known.names)}`,
    );
  }
  return { name, filters: filters.map(filterNamed), filterNames: filters };
}
