// The shape of a JSON Schema as OpenAPI 3.0, 3.1 and AsyncAPI write them. Bounded in depth and in all; a schema that refers to itself
// ends where it begins again.
import type { JsonPrimitive, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject, isJsonPrimitive } from '../../payload/json-kind.js';
import { blank, both, eitherOf, type Kind, MOST_WORDS, type Shape } from '../shape/shape.js';
import type { Description, Found } from './document.js';

const DEEPEST = 12;
/** Schemas that one description may unfold into. */
const MOST = 20_000;

export class SchemaReader {
  readonly #description: Description;
  #left = MOST;

  constructor(description: Description) {
    this.#description = description;
  }

  /** Undefined for what is no schema. */
  read(schema: Found, outer: readonly string[] = []): Shape | undefined {
    this.#left -= 1;
    if (this.#left < 0) {
      this.#description.remarks.add(`the schemas unfold into more than ${MOST}; the rest was left out`);
      return undefined;
    }
    const found = this.#description.resolve(schema);
    if (found === undefined || !isJsonObject(found.value)) return undefined;
    const isAgain = found !== schema && outer.includes(found.pointer);
    if (isAgain || outer.length > DEEPEST) return blank(found.pointer);
    const inner = [...outer, found.pointer];
    const own = this.#own(found, inner);
    const all = this.#list(found, 'allOf', inner).reduce(both, own);
    const some = [...this.#list(found, 'oneOf', inner), ...this.#list(found, 'anyOf', inner)];
    const alternatives = eitherOf(some);
    return alternatives === undefined ? all : both(all, alternatives);
  }

  #own({ value, pointer }: Found, inner: readonly string[]): Shape {
    const schema = isJsonObject(value) ? value : {};
    const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
    const members = Object.entries(properties).flatMap(([name, property]) => {
      const at = `${pointer}/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const shape = this.read({ value: property === true ? {} : property, pointer: at }, inner);
      return shape === undefined ? [] : [[name, { ...shape, from: at }] as const];
    });
    const required = isJsonArray(schema['required']) ? schema['required'].map(String) : [];
    const items = schema['items'] === undefined ? undefined : this.#inside(schema['items'], `${pointer}/items`, inner);
    const further = schema['additionalProperties'];
    const values = isJsonObject(further) ? this.#inside(further, `${pointer}/additionalProperties`, inner) : undefined;
    const words = wordsOf(schema['enum'], schema['const']);
    const names = namesOf(pointer, schema['title']);
    return {
      ...blank(pointer),
      kinds: kindsOf(schema['type'], words, {
        members: members.length > 0,
        items,
        values,
        nullable: schema['nullable'],
      }),
      members: new Map(members),
      required: new Set(required),
      items,
      values,
      words: words.length > 0 ? words : examplesOf(schema['example'], schema['examples'], schema['default']),
      isClosed: words.length > 0,
      isWhole: schema['type'] !== 'number',
      isDateTime:
        schema['format'] === 'date-time' || names.some((name) => /^(utc)?(date[-_ ]?time|timestamp)/i.test(name)),
      names,
    };
  }

  #inside(value: JsonValue, pointer: string, inner: readonly string[]): Shape | undefined {
    return this.read({ value, pointer }, inner);
  }

  #list({ value, pointer }: Found, member: string, inner: readonly string[]): readonly Shape[] {
    const list = isJsonObject(value) ? value[member] : undefined;
    if (!isJsonArray(list)) return [];
    return list.flatMap((one, index) => this.#inside(one, `${pointer}/${member}/${index}`, inner) ?? []);
  }
}

function kindsOf(
  type: JsonValue | undefined,
  words: readonly JsonPrimitive[],
  has: { members: boolean; items: unknown; values: unknown; nullable: JsonValue | undefined },
): ReadonlySet<Kind> {
  const stated = isJsonArray(type) ? type.map(String) : typeof type === 'string' ? [type] : [];
  const kinds = new Set<Kind>(stated.flatMap((one) => KINDS[one] ?? []));
  if (kinds.size === 0) {
    for (const word of words)
      kinds.add(
        word === null ? 'null' : typeof word === 'number' ? 'number' : typeof word === 'boolean' ? 'boolean' : 'string',
      );
    if (has.members || has.values !== undefined) kinds.add('object');
    if (has.items !== undefined) kinds.add('array');
  }
  if (has.nullable === true) kinds.add('null');
  return kinds;
}

const KINDS: Readonly<Record<string, Kind>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'object',
  array: 'array',
};

function wordsOf(list: JsonValue | undefined, constant: JsonValue | undefined): readonly JsonPrimitive[] {
  const words = constant === undefined ? (isJsonArray(list) ? list : []) : [constant];
  return words.filter((word): word is JsonPrimitive => isJsonPrimitive(word) && word !== null).slice(0, MOST_WORDS);
}

function examplesOf(...examples: readonly (JsonValue | undefined)[]): readonly JsonPrimitive[] {
  const values = examples.flatMap((one) => (isJsonArray(one) ? [...one] : one === undefined ? [] : [one]));
  return values.filter((word): word is JsonPrimitive => isJsonPrimitive(word) && word !== null).slice(0, MOST_WORDS);
}

function namesOf(pointer: string, title: JsonValue | undefined): readonly string[] {
  const component = /^#\/(?:components\/(?:schemas|messages)|definitions|\$defs)\/([^/]+)$/.exec(pointer)?.[1];
  return [...(component === undefined ? [] : [component]), ...(typeof title === 'string' ? [title] : [])];
}
