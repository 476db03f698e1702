// Faults of the contract document (interface 2.4, 4, 5.1, 7.2).
import type { JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';
import { type Edit, editAt, remove } from './json-edit.js';

/** Edits the OpenAPI document. */
function documenting(edit: (document: JsonValue) => JsonValue): Fault['change'] {
  return changing(
    'amendDocument',
    (honest) => (document, format) =>
      format === 'openapi' ? edit(honest(document, format)) : honest(document, format),
  );
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
function everyObject(value: JsonValue, edit: Edit): JsonValue {
  if (Array.isArray(value)) {
    return value.map((item: JsonValue) => everyObject(item, edit));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const members = Object.entries(value).map(([name, member]) => [name, everyObject(member, edit)] as const);
  return edit(Object.fromEntries(members)) ?? {};
}

function withoutMember(name: string): (document: JsonValue) => JsonValue {
  return (document) =>
    everyObject(document, (value) => {
      if (!isJsonObject(value)) {
        return value;
      }
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
  fault(
    'document-without-paths',
    '4',
    ['contract.paths-listed'],
    'The description lists no call at all.',
    documenting((document) => editAt(document, ['paths'], () => ({}))),
  ),
  fault(
    'document-without-sync-codes',
    '7.2',
    ['contract.sync-codes-extension', 'contract.sync-codes-of-placement'],
    'The description has no x-public-error-codes.',
    documenting(withoutMember('x-public-error-codes')),
  ),
  fault(
    'document-without-final-codes',
    '7.2',
    ['contract.async-codes-extension', 'contract.async-codes-of-placement'],
    'The description has no x-public-async-error-codes.',
    documenting(withoutMember('x-public-async-error-codes')),
  ),
  fault(
    'document-lacks-a-sync-code',
    '4.1',
    ['contract.sync-codes-of-placement'],
    'The description lacks one synchronous code of each call.',
    documenting(withMember('x-public-error-codes', (codes) => (Array.isArray(codes) ? codes.slice(1) : codes))),
  ),
  fault(
    'document-lacks-a-final-code',
    '7.2',
    ['contract.async-codes-of-placement'],
    'The description lacks one final code of each call.',
    documenting(withMember('x-public-async-error-codes', (codes) => (Array.isArray(codes) ? codes.slice(1) : codes))),
  ),
  ...Object.entries(SCHEMES).map(([word, scheme]) =>
    fault(
      `document-scheme-${word}-renamed`,
      '5.1',
      [`contract.scheme-${word}`],
      `The security scheme ${scheme} has another name.`,
      documenting((document) =>
        everyObject(document, (value) => {
          const member = isJsonObject(value) ? value[scheme] : undefined;
          if (!isJsonObject(value) || member === undefined) {
            return value;
          }
          const { [scheme]: _gone, ...rest } = value;
          return { ...rest, [scheme.replace('Svc', '')]: member };
        }),
      ),
    ),
  ),
  fault(
    'document-schemes-of-type-http',
    '5.1',
    ['contract.schemes-in-headers'],
    'The security schemes are of type http.',
    documenting((document) =>
      editAt(document, ['components', 'securitySchemes'], (schemes) =>
        everyObject(schemes, (value) =>
          isJsonObject(value) && value['type'] === 'apiKey' ? { type: 'http', scheme: 'bearer' } : value,
        ),
      ),
    ),
  ),
  fault(
    'document-headers-as-parameters',
    '5',
    ['contract.headers-not-parameters'],
    'The authentication headers are ordinary parameters of the placement.',
    documenting((document) =>
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
  ),
  fault(
    'document-without-limits',
    '4',
    ['contract.paths-listed'],
    'The description lacks the call that reads the limits.',
    documenting((document) =>
      editAt(document, ['paths'], (paths) =>
        isJsonObject(paths)
          ? Object.fromEntries(Object.entries(paths).filter(([path]) => !path.endsWith('/limits')))
          : paths,
      ),
    ),
  ),
  fault(
    'document-condition-object-renamed',
    '2.4',
    ['contract.condition-object-name'],
    'The condition object is named InstrumentConditions.',
    documenting((document) => {
      const text = JSON.stringify(document).replaceAll('InstrumentConditionResponse', 'InstrumentConditions');
      return JSON.parse(text) as JsonValue; // What was JSON a moment ago.
    }),
  ),
  fault(
    'document-without-subscription-post',
    '4.5',
    ['contract.subscription-post-modelled'],
    'The description has no POST on the path of the events stream.',
    documenting((document) =>
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
  ),
];
