// The filters of templates, by name.

import { RawNumber, type Rendered } from './json.js';

export type Filter = (value: Rendered) => Rendered;

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const INTEGER = /^-?(0|[1-9]\d*)$/;

/** A value that a filter cannot turn stays as it is, since a check may send a wrong one on purpose. */
const FILTERS: Readonly<Record<string, Filter>> = {
  /** `"1.50"` to `1.50`, digits kept. */
  number: (value) => (typeof value === 'string' && NUMBER.test(value) ? new RawNumber(value) : value),
  integer: (value) => (typeof value === 'string' && INTEGER.test(value) ? new RawNumber(value) : value),
  text: (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
  boolean: (value) => (value === 'true' ? true : value === 'false' ? false : value),
  upper: (value) => (typeof value === 'string' ? value.toUpperCase() : value),
  lower: (value) => (typeof value === 'string' ? value.toLowerCase() : value),
  /** A list to its items joined by commas. */
  csv: (value) => (Array.isArray(value) ? value.join(',') : value),
  /** Comma-separated text, or one value, to a list. */
  list: (value) =>
    typeof value === 'string' ? value.split(',') : value === undefined || Array.isArray(value) ? value : [value],
  first: (value) => (Array.isArray(value) ? (value[0] as Rendered) : value),
  /** Writes null instead of leaving the member out. */
  null: (value) => (value === undefined ? null : value),
};

export function filterNamed(name: string): Filter {
  const filter = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
  if (filter === undefined) {
    throw new RangeError(`expected one of the filters ${Object.keys(FILTERS).join(', ')}, got "${name}"`);
  }
  return filter;
}
