// The requests of a dialect backwards (interface 4): one form for each template that a request may be written by, its variants
// before itself, and the values that a request of that form holds.
import type { JsonValue } from '../../../payload/json.js';
import { sameJson } from '../../../payload/same-json.js';
import { REQUEST_NAMES } from '../../../profile/dialect/dialect.js';
import { compileWhenNamed } from '../../../profile/dialect/reading/match.js';
import type { DialectSpec, RequestForm } from '../../../profile/dialect/spec.js';
import type { Words } from '../../../profile/dialect/words.js';
import { writeJson } from '../../../profile/dialect/writing/json.js';
import { compileTemplate } from '../../../profile/dialect/writing/template.js';
import type { Operation } from '../../domain.js';
import { compileReading, type Reading, type ReadTemplate } from './template-reading.js';
import { parseText } from './template-text.js';
import type { Meanings } from './undo.js';

export interface Form {
  readonly operation: Operation;
  readonly method: string;
  /** The path before its query, as the dialect has it. */
  readonly path: string;
  /** Its query, whether the dialect writes it under `query` or into the path. */
  readonly query: readonly QueryMember[];
  readonly bodiless: boolean;
  readonly readBody: ReadTemplate;
  /** Whether a request with these values is written by this form. */
  readonly applies: (values: Values) => boolean;
  /** Whether these values make that body, to the last member. */
  readonly makes: (values: Values, body: JsonValue) => boolean;
}

interface QueryMember {
  readonly name: string;
  readonly read: ReadTemplate;
  readonly holds: (placeholder: string) => boolean;
}

export type Values = ReadonlyMap<string, JsonValue>;

const VOCABULARIES = { side: 'side', type: 'orderType' } as const;

export function compileForms(spec: DialectSpec, words: Readonly<Record<'side' | 'orderType', Words>>): readonly Form[] {
  const meanings = mapMeanings(spec, words, (spelling) => spelling);
  const inText = mapMeanings(spec, words, (spelling) =>
    typeof spelling === 'string' ? spelling : writeJson(spelling),
  );
  return REQUEST_NAMES.flatMap((operation) => {
    const request = spec.requests[operation];
    if (request === undefined) return [];
    const { variants = [], ...base } = request;
    const forms = variants.map(({ when, ...change }) => compileForm(operation, { ...base, ...change }, when));
    return [...forms, compileForm(operation, base)];
  });

  function compileForm(operation: Operation, form: RequestForm, when?: Parameters<typeof compileWhenNamed>[0]): Form {
    const [path = '', ...query] = form.path.split('?');
    const { body = null } = form;
    const holds = when === undefined ? () => true : compileWhenNamed(when);
    const render = compileTemplate(body, ANY);
    return {
      operation,
      method: form.method,
      path,
      query: queryOf(query.join('?'), form).map(({ name, template }) => ({
        name,
        read: compileReading(template, inText),
        holds: (placeholder) => JSON.stringify(template).includes(`{${placeholder}`),
      })),
      bodiless: form.body === undefined || form.body === null,
      readBody: compileReading(body, meanings),
      applies: (values) => holds(Object.fromEntries(values)),
      makes: (values, sent) => sameJson(written(render((name) => spelled(name, values.get(name)))), sent),
    };
  }

  function spelled(name: string, value: JsonValue | undefined): JsonValue | undefined {
    const vocabulary = meanings[name];
    return typeof value === 'string' && vocabulary !== undefined ? vocabulary.write(value) : value;
  }
}

const ANY = { has: () => true, names: [] };

function written(rendered: ReturnType<ReturnType<typeof compileTemplate>>): JsonValue {
  const value: JsonValue = JSON.parse(writeJson(rendered));
  return value;
}

function mapMeanings(
  spec: DialectSpec,
  words: Readonly<Record<'side' | 'orderType', Words>>,
  as: (spelling: JsonValue) => JsonValue,
): Meanings {
  return Object.fromEntries(
    Object.entries(VOCABULARIES).map(([placeholder, vocabulary]) => [
      placeholder,
      { words: Object.keys(spec.words[vocabulary]), write: (word: string) => as(words[vocabulary].write(word)) },
    ]),
  );
}

function queryOf(
  inPath: string,
  form: RequestForm,
): readonly { readonly name: string; readonly template: JsonValue }[] {
  const fixed = [...new URLSearchParams(inPath)].map(([name, template]) => ({ name, template }));
  return [...fixed, ...Object.entries(form.query ?? {}).map(([name, template]) => ({ name, template }))];
}

/** What a form reads in a query. */
export function readQuery(form: Form, query: URLSearchParams, reading: Reading): void {
  for (const { name, read } of form.query) read(query.get(name) ?? undefined, reading);
}

/** The placeholders of a path in order, with a pattern that finds their values. */
export function segmentsOf(path: string): readonly ReturnType<typeof parseText>[] {
  return path.split('/').map(parseText);
}
