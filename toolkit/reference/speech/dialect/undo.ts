// What a placeholder's filters did to a value, undone as far as that can be: the words of vocabularies exactly, numbers to text.
import type { JsonValue } from '../../../payload/json.js';
import { isJsonArray } from '../../../payload/json-kind.js';
import { sameJson } from '../../../payload/same-json.js';
import { filterNamed } from '../../../profile/dialect/writing/filters.js';
import { type Rendered, writeJson } from '../../../profile/dialect/writing/json.js';
import type { Placeholder } from './template-text.js';

/** The words that a placeholder may stand for, and how the target spells each. */
export interface Meaning {
  readonly words: readonly string[];
  readonly write: (word: string) => JsonValue;
}

/** By placeholder. */
export type Meanings = Readonly<Record<string, Meaning>>;

/** Undefined says that there was no value. */
export type Undo = (value: JsonValue) => JsonValue | undefined;

/** By name of a filter; one that loses what it had, such as `upper`, leaves the value as it came. */
const UNDONE: Readonly<Record<string, Undo>> = {
  number: numberToText,
  integer: numberToText,
  boolean: (value) => (typeof value === 'boolean' ? String(value) : value),
  csv: (value) => (typeof value === 'string' ? value.split(',') : value),
  list: (value) => (isJsonArray(value) && value.length === 1 ? (value[0] ?? value) : value),
  first: (value) => [value],
  null: (value) => value ?? undefined,
};

/** Identifiers of commands are echoed as they came. */
const ECHOED = 'command_id';

export function undoing({ name, filters }: Placeholder, meanings: Meanings): Undo {
  const steps = filters.toReversed().flatMap((filter) => UNDONE[filter] ?? []);
  const meaning = meanings[name];
  const spelled = meaning?.words.map((word) => ({ word, as: filteredBy(meaning.write(word), filters) })) ?? [];
  return (value) => {
    // The interface's word that is written as the value, whatever filters it passes through on its way.
    const word = spelled.find(({ as }) => sameJson(as, value))?.word;
    if (word !== undefined) return word;
    if (name === ECHOED) return value;
    return steps.reduce<JsonValue | undefined>((left, step) => (left === undefined ? left : step(left)), value);
  };
}

function filteredBy(value: JsonValue, filters: readonly string[]): JsonValue {
  const rendered = filters.map(filterNamed).reduce<Rendered>((left, filter) => filter(left), value);
  const plain: JsonValue = JSON.parse(writeJson(rendered));
  return plain;
}

function numberToText(value: JsonValue): JsonValue {
  return typeof value === 'number' ? String(value) : value;
}
