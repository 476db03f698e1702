// Slips in how the payload is written (interface 5.2): no JSON object, other encodings, members under other names.
import type { PayloadFields } from '../../signing-stages.js';
import { inPayload, withoutMember, written } from './changes.js';
import { at, clients, type Way, way } from './way.js';

const camelCase = (name: string): string => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const renamed = (rename: (name: string) => string): Way['change'] =>
  written((fields) =>
    JSON.stringify(Object.fromEntries(Object.entries(fields).map(([name, value]) => [rename(name), value]))),
  );

const form = (fields: PayloadFields): string =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

export const PAYLOAD_FORM_WAYS: readonly Way[] = [
  way('payload-form-encoded', written(form), 'form-encodes-payload: writes the payload in form encoding', [
    'payload-not-json: SVC-DATA of text that is no JSON',
    'auth.data-is-json-object',
  ]),
  way(
    'payload-not-object',
    { payloadText: (_, fields) => JSON.stringify(Object.values(fields)) },
    'writes-array: writes the seven values as an array',
    ['payload-list: SVC-DATA of a JSON list', 'auth.data-is-json-object'],
  ),
  way(
    'payload-json-twice',
    { payloadText: (text) => JSON.stringify(text) },
    'serialises-payload-twice: serialises the JSON text once more',
    ['payload-string: SVC-DATA of a JSON text value', 'auth.data-is-json-object'],
  ),
  ...at('payloadBytes', {
    'payload-byte-order-mark': {
      'starts-with-byte-order-mark: writes the payload with a byte order mark': (text) => Buffer.from(`\ufeff${text}`),
    },
    'payload-latin-1': {
      'encodes-payload-in-latin-1: encodes the payload in Latin-1 where it can': (text) =>
        /^[\0-\xff]*$/.test(text) ? Buffer.from(text, 'latin1') : Buffer.from(text),
    },
    'payload-utf-16': {
      'encodes-payload-in-utf-16: encodes the payload as the language holds it: UTF-16': (text) =>
        Buffer.from(text, 'utf16le'),
    },
  }),
  ...at('payloadText', {
    'payload-not-json': {
      'prints-dictionary: prints the dictionary of the language instead of JSON': (text) => text.replaceAll('"', "'"),
      'leaves-trailing-comma: builds the payload from pieces and leaves a comma after the last member': (text) =>
        text.replace(/\}$/, ',}'),
    },
    'payload-member-duplicate': {
      'repeats-method: writes the method of the request before over that of the template, and leaves both': (text) =>
        text.replace('{', '{"method":"PATCH",'),
      'repeats-path: writes the path once more, as it was before the query was added': (text, fields) =>
        text.replace('{', `{"path":${JSON.stringify(String(fields['path']).replace(/[^/]*$/, ''))},`),
    },
    'timestamp-exponent': {
      'writes-timestamp-as-double: writes timestamp of the payload as a floating-point number with an exponent': (
        text,
      ) => text.replace(/"timestamp":(\d)(\d+)/, '"timestamp":$1.$2E12'),
    },
    'timestamp-fraction': {
      'writes-timestamp-with-point: writes timestamp of the payload with a fraction of zero': (text) =>
        text.replace(/("timestamp":\d+)/, '$1.0'),
    },
    'sign-version-fraction': {
      'writes-version-with-point: writes sign_version with a fraction of zero': (text) =>
        text.replace('"sign_version":1', '"sign_version":1.0'),
    },
    'payload-trailing-text': {
      'leaves-old-text: writes into a buffer that holds the end of a longer payload': (text) => `${text}"}`,
    },
    'payload-wrapped': {
      'wraps-payload: puts the members into a member "payload"': (_, fields) => JSON.stringify({ payload: fields }),
    },
    'payload-member-missing': {
      'omits-empty-members: omits members with an empty value, as omitempty does': (_, fields) =>
        JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))),
    },
  }),
  ...clients({
    'payload-member-missing': { 'omits-version-member: omits sign_version': withoutMember('sign_version') },
    'payload-member-renamed': {
      'writes-camel-case: writes the member names by another rule, such as camel case': renamed(camelCase),
      'writes-pascal-case: writes the member names as its fields are called, in Pascal case': renamed((name) =>
        camelCase(`_${name}`),
      ),
    },
    'payload-member-number': {
      'writes-numeric-api-key: writes an identifier that consists of digits as a number': inPayload('api_key', (key) =>
        /^\d+$/.test(String(key)) ? Number(key) : key,
      ),
    },
  }),
];
