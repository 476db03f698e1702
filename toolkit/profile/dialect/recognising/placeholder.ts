// One placeholder backwards: from what stands in its place to the value that was put in. A word of a vocabulary is found by spelling all
// words as the template would; any other value by undoing the filters from the last to the first. What cannot be undone stays as it is.
import type { JsonPrimitive, JsonValue } from '../../../payload/json.js';
import { isJsonArray } from '../../../payload/json-kind.js';
import type { WordList } from '../spec.js';
import type { Filter } from '../writing/filters.js';
import { RawNumber, type Rendered, writeJson } from '../writing/json.js';
import { asText, type Placeholder } from '../writing/template.js';
import { plain } from './digits.js';

/** The vocabularies whose words fill placeholders, by placeholder. */
export type Spoken = Readonly<Record<string, WordList>>;

/** Placeholders whose values are no text. */
const LISTS: readonly string[] = ['instruments'];
const NUMBERS: readonly string[] = ['limit'];

export interface PlaceholderReader {
  readonly name: string;
  /** From a JSON value; undefined where the template would have left it out. */
  fromJson(value: Rendered): JsonValue | undefined;
  /** From text, which shows neither numbers nor lists as such. */
  fromText(text: string): JsonValue | undefined;
  /** Whether a text can stand in its place: of a vocabulary only its words. */
  isWord(text: string | undefined): boolean;
}

export function placeholderReader({ name, filters, filterNames }: Placeholder, spoken: Spoken): PlaceholderReader {
  const words = spoken[name];
  const meaning = words === undefined ? undefined : meaningsOf(words, filters);
  const undone = (value: Rendered): Rendered =>
    filterNames.reduceRight((left, filter) => (UNDO[filter] ?? same)(left, LISTS.includes(name)), value);
  const read = (value: Rendered): JsonValue | undefined => {
    const before = undone(value);
    return before === undefined ? undefined : plain(before);
  };
  return {
    name,
    fromJson: (value) => meaning?.json.get(writeJson(value)) ?? read(value),
    isWord: (text) => text !== undefined && (meaning === undefined || meaning.text.has(text)),
    fromText: (text) => {
      const word = meaning?.text.get(text);
      if (word !== undefined) return word;
      const value = read(text);
      return NUMBERS.includes(name) && typeof value === 'string' && /^(?:0|[1-9]\d{0,14})$/.test(value)
        ? Number(value)
        : value;
    },
  };
}

/** Every spelling as the template writes it, and as the dialect spells it before any filter. */
function meaningsOf(
  words: WordList,
  filters: readonly Filter[],
): { readonly json: ReadonlyMap<string, string>; readonly text: ReadonlyMap<string, string> } {
  const json = new Map<string, string>();
  const text = new Map<string, string>();
  const spellings = Object.entries(words).flatMap(([word, list]) => listOf(list).map((one) => [word, one] as const));
  for (const known of [filters, []]) {
    for (const [word, spelling] of spellings) {
      const written = known.reduce<Rendered>((value, filter) => filter(value), spelling);
      if (!json.has(writeJson(written))) json.set(writeJson(written), word);
      if (!text.has(asText(written))) text.set(asText(written), word);
    }
  }
  return { json, text };
}

function listOf(spelling: WordList[string]): readonly JsonPrimitive[] {
  return isJsonArray(spelling) ? spelling.filter((one) => !isJsonArray(one)) : [spelling as JsonPrimitive]; // the rest of the union
}

type Undo = (value: Rendered, isList: boolean) => Rendered;

const same: Undo = (value) => value;
const digitsOf: Undo = (value) => (value instanceof RawNumber ? value.digits : value);

/** What stood before each filter, as far as that can be known; `upper` and `lower` keep no trace. */
const UNDO: Readonly<Record<string, Undo>> = {
  number: digitsOf,
  integer: digitsOf,
  boolean: (value) => (typeof value === 'boolean' ? String(value) : value),
  csv: (value, isList) => (isList && typeof value === 'string' ? (value === '' ? [] : value.split(',')) : value),
  list: (value, isList) => (!isList && isTexts(value) ? value.join(',') : value),
  first: (value, isList) => (isList && typeof value === 'string' ? [value] : value),
  null: (value) => (value === null ? undefined : value),
};

function isTexts(value: Rendered): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
