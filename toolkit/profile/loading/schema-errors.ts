// Errors of JSON Schema as people read them: where, what was expected, what came, which words are allowed, what was meant.
// Values are quoted only where they cannot be a secret: short ones, outside `keys` and outside header values.

import { didYouMean } from '../../base/nearest.js';
import type { SchemaError } from '../../payload/ajv.js';
import type { JsonValue } from '../../payload/json.js';
import { isJsonArray } from '../../payload/json-kind.js';
import { formatPointer, parsePointer } from '../dialect/reading/pointer.js';

export interface FileError {
  /** JSON Pointer of the place in the file. */
  readonly pointer: string;
  readonly message: string;
}

/** Keywords that only pass on what another error states better. */
const ECHOES = new Set(['if', 'allOf', 'anyOf', 'oneOf', '$ref']);

const LONGEST_QUOTED = 24;

export function describeSchemaErrors(errors: readonly SchemaError[]): readonly FileError[] {
  return errors.filter((error) => !ECHOES.has(error.keyword)).map(describe);
}

function describe(error: SchemaError): FileError {
  const pointer = error.instancePath;
  const params = error.params as Readonly<Record<string, unknown>>;
  if (error.keyword === 'additionalProperties') return unknownMember(error, String(params['additionalProperty']));
  if (error.keyword === 'required') {
    return at(pointer, `expected the member "${String(params['missingProperty'])}", got none${explained(error)}`);
  }
  const expected = isSecretPlace(pointer) ? expectedSecret() : expectation(error, params);
  return at(pointer, `expected ${expected}, got ${got(pointer, error.data as JsonValue | undefined)}${quotes(error)}`);
}

function at(pointer: string, message: string): FileError {
  return { pointer, message: `${placeName(pointer)}: ${message}` };
}

/** How people name a place: `accounts.pool[0].id`. */
export function placeName(pointer: string): string {
  const steps = parsePointer(pointer);
  if (steps.length === 0) return 'profile';
  return steps.map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}

function unknownMember(error: SchemaError, name: string): FileError {
  const allowed = Object.keys((error.parentSchema?.['properties'] as object | undefined) ?? {});
  const pointer = error.instancePath + formatPointer([name]);
  const shown = isPlainName(name) ? `"${name}"` : 'another';
  return {
    pointer,
    message: `${placeName(error.instancePath)}: expected a known member, got ${shown}; allowed: ${allowed.join(', ')}${didYouMean(name, allowed)}`,
  };
}

/** A name that someone mistyped, as against a value that landed where a name belongs. */
function isPlainName(name: string): boolean {
  return /^[A-Za-z*$_][\w.*$-]{0,39}$/.test(name);
}

function expectation(error: SchemaError, params: Readonly<Record<string, unknown>>): string {
  switch (error.keyword) {
    case 'type':
      return typeNames(params['type']);
    case 'enum': {
      const allowed = (params['allowedValues'] as readonly JsonValue[]).map(String);
      const word =
        typeof error.data === 'string' && !isSecretPlace(error.instancePath) ? didYouMean(error.data, allowed) : '';
      return `one of ${allowed.join(', ')}${word === '' ? '' : ` (${word.slice(2)})`}`;
    }
    case 'const':
      return JSON.stringify(params['allowedValue']);
    case 'pattern':
      return patternName(String(params['pattern']));
    case 'minimum':
    case 'maximum':
      return `${params['comparison'] === '>=' ? 'at least' : 'at most'} ${String(params['limit'])}`;
    case 'minItems':
      return `at least ${String(params['limit'])} item`;
    case 'minLength':
      return 'text that is not empty';
    case 'minProperties':
    case 'maxProperties':
      return `exactly one of ${Object.keys((error.parentSchema?.['properties'] as object | undefined) ?? {}).join(', ')}`;
    default:
      return error.message ?? error.keyword;
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'a list',
  object: 'an object',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
};

function typeNames(types: unknown): string {
  const names = (Array.isArray(types) ? types : [types]).map((type) => TYPE_NAMES[String(type)] ?? String(type));
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

const PATTERN_NAMES: readonly (readonly [RegExp, string])[] = [
  [/@key/, 'a JSON Pointer (empty, or beginning with "/"; ~ written ~0, / inside a name written ~1) or @key'],
  [/^\^\(?https\?/, 'an address that begins with http:// or https://'],
  [/^\^wss\?/, 'an address that begins with ws:// or wss://'],
  [/^\^\/$/, 'text that begins with "/"'],
  [/0\|\[1-9\]/, 'a decimal number in quotes, such as "1.0850"'],
  [/A-Za-z_/, 'the name of an environment variable'],
  [/0-9a-f/, 'a digest such as sha256:... in hexadecimal'],
  [/u202e/, 'text without control characters and marks of direction'],
  [/~\[01\]/, 'a JSON Pointer (empty, or beginning with "/")'],
];

function patternName(pattern: string): string {
  return PATTERN_NAMES.find(([known]) => known.test(pattern))?.[1] ?? `text that fits ${pattern}`;
}

function isSecretPlace(pointer: string): boolean {
  return /^\/keys(\/|$)|\/headers(\/|$)|privateKey/.test(pointer);
}

function expectedSecret(): string {
  return 'a reference, {env: NAME} or {file: path} (a secret that stands in the file is refused, and not repeated here)';
}

function got(pointer: string, value: JsonValue | undefined): string {
  const kind =
    value === undefined
      ? 'nothing'
      : value === null
        ? 'null'
        : isJsonArray(value)
          ? 'a list'
          : TYPE_NAMES[typeof value];
  if (isSecretPlace(pointer) || typeof value === 'object' || value === undefined) return kind ?? typeof value;
  const text = JSON.stringify(value);
  return text.length > LONGEST_QUOTED ? `${kind} of ${text.length} characters` : text;
}

/** The commonest slip of all: an identifier or a price that YAML read as a number. */
function quotes(error: SchemaError): string {
  const wantsText = error.keyword === 'type' && [error.params['type']].flat().includes('string');
  return wantsText && typeof error.data === 'number' ? '; put it in quotes' : '';
}

function explained(error: SchemaError): string {
  const name = String(error.params['missingProperty']);
  const properties = error.parentSchema?.['properties'] as
    | Readonly<Record<string, { description?: string }>>
    | undefined;
  const description = properties?.[name]?.description;
  return description === undefined ? '' : ` (${description.replace(/\.$/, '')})`;
}
