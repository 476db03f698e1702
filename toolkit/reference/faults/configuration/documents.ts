// Faults of the contract document (interface 2.4, 4, 5.1, 7.2).
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import { amended } from '../algebra/edits.js';
import { type Edits, editAt, type Fault, type JsonEdit, remove, violating } from '../algebra/index.js';

const pathsListed = violating('4', ['contract.paths-listed']);
const syncCodesExtension = violating('7.2', ['contract.sync-codes-extension', 'contract.sync-codes-of-placement']);
const asyncCodesExtension = violating('7.2', ['contract.async-codes-extension', 'contract.async-codes-of-placement']);

/** Edits the OpenAPI document. */
function documenting(edit: (document: JsonValue) => JsonValue): Edits {
  return { amendDocument: amended((shown, _document, format) => (format === 'openapi' ? edit(shown) : shown)) };
}

/** Edits the list of paths. */
function listing(edit: (paths: JsonObject) => JsonValue): Edits {
  return documenting((document) => editAt(document, ['paths'], (paths) => (isJsonObject(paths) ? edit(paths) : paths)));
}

const SCHEMES = [
  ['api-key', 'SvcApiKeyAuth'],
  ['timestamp', 'SvcTimestampAuth'],
  ['data', 'SvcDataAuth'],
  ['signature', 'SvcSignatureAuth'],
  ['sign-version', 'SvcSignVersionAuth'],
  ['idempotency-key', 'SvcIdempotencyKeyAuth'],
] as const;

/** Every object of the document, edited; for members that may stand in several places. */
function everyObject(value: JsonValue, edit: JsonEdit): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => everyObject(item, edit));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, everyObject(member, edit)] as const);
  return edit(Object.fromEntries(members)) ?? {};
}

/** Edits every object that has the member. */
function whereverIs(name: string, edit: (value: JsonObject, member: JsonValue) => JsonValue): Edits {
  return documenting((document) =>
    everyObject(document, (value) => {
      const member = isJsonObject(value) ? value[name] : undefined;
      return isJsonObject(value) && member !== undefined ? edit(value, member) : value;
    }),
  );
}

function without(value: JsonObject, name: string): JsonObject {
  const { [name]: _gone, ...rest } = value;
  return rest;
}

/** The description without a list of codes of its calls, or without the first of them. */
function lacking(list: string, what: 'all' | 'first'): Edits {
  return whereverIs(list, (value, codes) =>
    what === 'all' ? without(value, list) : { ...value, [list]: Array.isArray(codes) ? codes.slice(1) : codes },
  );
}

export const documentFaults: readonly Fault[] = [
  pathsListed('document-without-paths', { summary: 'The description lists no call at all.', ...listing(() => ({})) }),
  syncCodesExtension('document-without-sync-codes', {
    summary: 'The description has no x-public-error-codes.',
    ...lacking('x-public-error-codes', 'all'),
  }),
  asyncCodesExtension('document-without-final-codes', {
    summary: 'The description has no x-public-async-error-codes.',
    ...lacking('x-public-async-error-codes', 'all'),
  }),
  violating('7.2', ['contract.async-codes-extension'])('document-without-final-codes-of-openings', {
    summary: 'The description lists final codes for the placement alone.',
    // It is stated of operations in general, and shown for the placement.
    level: 'should',
    ...listing((paths) =>
      Object.fromEntries(
        Object.entries(paths).map(([path, call]) => [
          path,
          path.endsWith('/positions') ? editAt(call, ['post', 'x-public-async-error-codes'], remove) : call,
        ]),
      ),
    ),
  }),
  violating('4.1', ['contract.sync-codes-of-placement'])('document-lacks-a-sync-code', {
    summary: 'The description lacks one synchronous code of each call.',
    ...lacking('x-public-error-codes', 'first'),
  }),
  violating('7.2', ['contract.async-codes-of-placement'])('document-lacks-a-final-code', {
    summary: 'The description lacks one final code of each call.',
    ...lacking('x-public-async-error-codes', 'first'),
  }),
  ...SCHEMES.map(([word, scheme]) =>
    violating('5.1', [`contract.scheme-${word}`])(`document-scheme-${word}-renamed`, {
      summary: `The security scheme ${scheme} has another name.`,
      ...whereverIs(scheme, (value, member) => ({ ...without(value, scheme), [scheme.replace('Svc', '')]: member })),
    }),
  ),
  violating('5.1', ['contract.schemes-in-headers'])('document-schemes-of-type-http', {
    summary: 'The security schemes are of type http.',
    ...documenting((document) =>
      editAt(document, ['components', 'securitySchemes'], (schemes) =>
        everyObject(schemes, (value) =>
          isJsonObject(value) && value['type'] === 'apiKey' ? { type: 'http', scheme: 'bearer' } : value,
        ),
      ),
    ),
  }),
  violating('5', ['contract.headers-not-parameters'])('document-headers-as-parameters', {
    summary: 'The authentication headers are ordinary parameters of the placement.',
    ...listing((paths) =>
      everyObject(paths, (value) => {
        if (!isJsonObject(value) || value['operationId'] === undefined) return value;
        const parameters = Array.isArray(value['parameters']) ? value['parameters'] : [];
        const added = { name: 'SVC-API-KEY', in: 'header', required: true, schema: { type: 'string' } };
        return { ...value, parameters: [...parameters, added] };
      }),
    ),
  }),
  pathsListed('document-without-limits', {
    summary: 'The description lacks the call that reads the limits.',
    ...listing((paths) => Object.fromEntries(Object.entries(paths).filter(([path]) => !path.endsWith('/limits')))),
  }),
  violating('2.4', ['contract.condition-object-name'])('document-condition-object-renamed', {
    summary: 'The condition object is named InstrumentConditions.',
    ...documenting((document) => {
      const text = JSON.stringify(document).replaceAll('InstrumentConditionResponse', 'InstrumentConditions');
      return JSON.parse(text) as JsonValue; // What was JSON a moment ago.
    }),
  }),
  violating('4.5', ['contract.subscription-post-modelled'])('document-without-subscription-post', {
    summary: 'The description has no POST on the path of the events stream.',
    ...listing((paths) => {
      const isEvents = (path: string): boolean => path.endsWith('/ws/events');
      return Object.fromEntries(
        Object.entries(paths).map(([path, item]) => [path, isEvents(path) ? editAt(item, ['post'], remove) : item]),
      );
    }),
  }),
];
