// Faults of the contract document (interface 2.4, 4, 5.1, 7.2).
import type { JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import { amended } from '../algebra/edits.js';
import { type Change, editAt, editing, type Fault, type JsonEdit, remove, violating } from '../algebra/index.js';

const pathsListed = violating('4', ['contract.paths-listed']);
const syncCodesExtension = violating('7.2', ['contract.sync-codes-extension', 'contract.sync-codes-of-placement']);
const asyncCodesExtension = violating('7.2', ['contract.async-codes-extension', 'contract.async-codes-of-placement']);

/** Edits the OpenAPI document. */
function documenting(edit: (document: JsonValue) => JsonValue): Change {
  return editing({
    amendDocument: amended((answer, _document, format) => (format === 'openapi' ? edit(answer) : answer)),
  });
}

const SCHEMES = {
  'api-key': 'SvcApiKeyAuth',
  timestamp: 'SvcTimestampAuth',
  data: 'SvcDataAuth',
  signature: 'SvcSignatureAuth',
  'sign-version': 'SvcSignVersionAuth',
  'idempotency-key': 'SvcIdempotencyKeyAuth',
} as const;

/** Every object of the document, edited; for members that may stand in several places. */
function everyObject(value: JsonValue, edit: JsonEdit): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => everyObject(item, edit));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, everyObject(member, edit)] as const);
  return edit(Object.fromEntries(members)) ?? {};
}

function withoutMember(name: string): (document: JsonValue) => JsonValue {
  return (document) =>
    everyObject(document, (value) => {
      if (!isJsonObject(value)) return value;
      const { [name]: _gone, ...rest } = value;
      return rest;
    });
}

function withMember(name: string, write: (value: JsonValue) => JsonValue): (document: JsonValue) => JsonValue {
  return (document) =>
    everyObject(document, (value) => {
      const member = isJsonObject(value) ? value[name] : undefined;
      return isJsonObject(value) && member !== undefined ? { ...value, [name]: write(member) } : value;
    });
}

export const documentFaults: readonly Fault[] = [
  pathsListed('document-without-paths', {
    summary: 'The description lists no call at all.',
    change: documenting((document) => editAt(document, ['paths'], () => ({}))),
  }),
  syncCodesExtension('document-without-sync-codes', {
    summary: 'The description has no x-public-error-codes.',
    change: documenting(withoutMember('x-public-error-codes')),
  }),
  asyncCodesExtension('document-without-final-codes', {
    summary: 'The description has no x-public-async-error-codes.',
    change: documenting(withoutMember('x-public-async-error-codes')),
  }),
  violating('4.1', ['contract.sync-codes-of-placement'])('document-lacks-a-sync-code', {
    summary: 'The description lacks one synchronous code of each call.',
    change: documenting(withMember('x-public-error-codes', (codes) => (Array.isArray(codes) ? codes.slice(1) : codes))),
  }),
  violating('7.2', ['contract.async-codes-of-placement'])('document-lacks-a-final-code', {
    summary: 'The description lacks one final code of each call.',
    change: documenting(
      withMember('x-public-async-error-codes', (codes) => (Array.isArray(codes) ? codes.slice(1) : codes)),
    ),
  }),
  ...Object.entries(SCHEMES).map(([word, scheme]) =>
    violating('5.1', [`contract.scheme-${word}`])(`document-scheme-${word}-renamed`, {
      summary: `The security scheme ${scheme} has another name.`,
      change: documenting((document) =>
        everyObject(document, (value) => {
          const member = isJsonObject(value) ? value[scheme] : undefined;
          if (!isJsonObject(value) || member === undefined) return value;
          const { [scheme]: _gone, ...rest } = value;
          return { ...rest, [scheme.replace('Svc', '')]: member };
        }),
      ),
    }),
  ),
  violating('5.1', ['contract.schemes-in-headers'])('document-schemes-of-type-http', {
    summary: 'The security schemes are of type http.',
    change: documenting((document) =>
      editAt(document, ['components', 'securitySchemes'], (schemes) =>
        everyObject(schemes, (value) =>
          isJsonObject(value) && value['type'] === 'apiKey' ? { type: 'http', scheme: 'bearer' } : value,
        ),
      ),
    ),
  }),
  violating('5', ['contract.headers-not-parameters'])('document-headers-as-parameters', {
    summary: 'The authentication headers are ordinary parameters of the placement.',
    change: documenting((document) =>
      editAt(document, ['paths'], (paths) =>
        everyObject(paths, (value) =>
          isJsonObject(value) && value['operationId'] !== undefined
            ? {
                ...value,
                parameters: [
                  ...(Array.isArray(value['parameters']) ? value['parameters'] : []),
                  { name: 'SVC-API-KEY', in: 'header', required: true, schema: { type: 'string' } },
                ],
              }
            : value,
        ),
      ),
    ),
  }),
  pathsListed('document-without-limits', {
    summary: 'The description lacks the call that reads the limits.',
    change: documenting((document) =>
      editAt(document, ['paths'], (paths) =>
        isJsonObject(paths)
          ? Object.fromEntries(Object.entries(paths).filter(([path]) => !path.endsWith('/limits')))
          : paths,
      ),
    ),
  }),
  violating('2.4', ['contract.condition-object-name'])('document-condition-object-renamed', {
    summary: 'The condition object is named InstrumentConditions.',
    change: documenting((document) => {
      const text = JSON.stringify(document).replaceAll('InstrumentConditionResponse', 'InstrumentConditions');
      return JSON.parse(text) as JsonValue; // What was JSON a moment ago.
    }),
  }),
  violating('4.5', ['contract.subscription-post-modelled'])('document-without-subscription-post', {
    summary: 'The description has no POST on the path of the events stream.',
    change: documenting((document) =>
      editAt(document, ['paths'], (paths) =>
        isJsonObject(paths)
          ? Object.fromEntries(
              Object.entries(paths).map(([path, item]) => [
                path,
                path.endsWith('/ws/events') ? editAt(item, ['post'], remove) : item,
              ]),
            )
          : paths,
      ),
    ),
  }),
];
