// Slips in what the payload says and how it is written (interface 5.2): its members missing, empty, of another type or value, its text no
// JSON object. It is signed correctly each time, so that its content alone is wrong.
import type { JsonValue } from '../../../payload/json.js';
import type { RequirementId } from '../../../requirements/requirement-id.js';
import { HEADER } from '../../headers.js';
import { PAYLOAD_FIELDS, type SignedFields } from '../../payload.js';
import type { PayloadFields, StageInput } from '../../signing-stages.js';
import type { SlipId } from '../slips.js';
import { base64url, inBoth, inPayload, otherAt, withoutMember, written } from './changes.js';
import { at, clients, damage, EVERYWHERE, type Way, way } from './way.js';

interface MemberRow {
  readonly required: RequirementId;
  readonly matches: RequirementId;
  readonly other: (value: JsonValue) => JsonValue;
  readonly otherType?: JsonValue;
  readonly slips: { readonly [Value in 'empty' | 'null' | 'other']: SlipId } & { readonly otherType?: SlipId };
}

const ROWS: Readonly<Record<keyof SignedFields, MemberRow>> = {
  api_key: {
    required: 'auth.payload-api-key-required',
    matches: 'auth.api-key-matches-payload',
    other: (value) => `${String(value)}x`,
    slips: { empty: 'api-key-mismatch', null: 'payload-member-type', other: 'api-key-mismatch' },
  },
  idempotency_key: {
    required: 'auth.payload-idempotency-key-required',
    matches: 'auth.idempotency-key-matches-payload',
    other: (value) => `${String(value)}other`,
    slips: { empty: 'idempotency-key-mismatch', null: 'idempotency-key-null', other: 'idempotency-key-mismatch' },
  },
  timestamp: {
    required: 'auth.payload-timestamp-required',
    matches: 'auth.timestamp-matches-payload',
    other: (value) => Number(value) + 1,
    slips: { empty: 'timestamp-format', null: 'payload-member-type', other: 'timestamp-mismatch' },
  },
  sign_version: {
    required: 'auth.payload-sign-version-required',
    matches: 'auth.sign-version-matches-payload',
    other: () => 2,
    otherType: true,
    slips: {
      empty: 'sign-version-mismatch',
      null: 'sign-version-mismatch',
      other: 'sign-version-mismatch',
      otherType: 'sign-version-mismatch',
    },
  },
  method: {
    required: 'auth.payload-method-required',
    matches: 'auth.method-matches',
    other: (value) => (value === 'GET' ? 'POST' : 'GET'),
    slips: { empty: 'method-mismatch', null: 'payload-member-type', other: 'method-mismatch' },
  },
  path: {
    required: 'auth.payload-path-required',
    matches: 'auth.path-matches',
    other: (value) => `${String(value)}x`,
    slips: { empty: 'path-mismatch', null: 'payload-member-type', other: 'path-other-segment' },
  },
  body_hash: {
    required: 'auth.payload-body-hash-required',
    matches: 'auth.body-hash-matches',
    other: (value) => otherAt(String(value), 3),
    slips: { empty: 'body-hash-blank', null: 'body-hash-blank', other: 'body-hash-mismatch' },
  },
};

const MEMBERS: readonly Way[] = PAYLOAD_FIELDS.flatMap((field) => {
  const { required, matches, other, otherType, slips } = ROWS[field];
  const id = `payload-${field.replaceAll('_', '-')}`;
  return [
    damage('payload-member-missing', withoutMember(field), [`${id}-missing: payload without ${field}`, required]),
    damage(
      slips.empty,
      inPayload(field, () => ''),
      // A read's key is empty when it is right.
      [
        `${id}-empty: payload with empty ${field}`,
        required,
        { on: field === 'idempotency_key' ? ['mutating'] : EVERYWHERE },
      ],
    ),
    damage(
      slips.null,
      inPayload(field, () => null),
      // The null key of a read, whose header is empty, binds the sender alone: `isOpen` of its slip.
      [
        `${id}-null: payload with ${field} null`,
        required,
        field === 'idempotency_key' ? { lenientOn: ['read', 'handshake'] } : {},
      ],
    ),
    damage(
      slips.otherType ?? 'payload-member-type',
      inPayload(field, (value) => otherType ?? [value]),
      [`${id}-wrong-type: payload with ${field} of another type`, matches],
    ),
    damage(slips.other, inPayload(field, other), [`${id}-wrong: payload with another ${field}`, matches]),
    damage('payload-member-duplicate', repeated(field, other), [
      `${id}-repeated: payload with a second, different ${field}`,
      matches,
      { level: 'should' },
    ]),
  ];
});

/** JSON text that no object can be serialised to. */
function repeated(field: keyof SignedFields, second: (value: JsonValue) => JsonValue): Way['change'] {
  return {
    payloadText: (text, fields) =>
      text.replace(/\}$/, `,${JSON.stringify(field)}:${JSON.stringify(second(fields[field] ?? null))}}`),
  };
}

/** Of a mutating request alone. */
const inKey = (change: (key: string) => string): Way['change'] =>
  inBoth('idempotency_key', HEADER.idempotencyKey, ({ idempotencyKey }) =>
    idempotencyKey === '' ? '' : change(idempotencyKey),
  );

const inApiKey = (change: (input: StageInput) => string): Way['change'] => inBoth('api_key', HEADER.apiKey, change);
const version = (number: number): Way['change'] => inBoth('sign_version', HEADER.signVersion, () => number);

const VALUES: readonly Way[] = [
  way(
    'body-hash-of-nothing',
    { hashedBytes: () => new Uint8Array() },
    'hashes-nothing: hashes a stream that was already consumed: nothing',
    [
      'payload-body-hash-of-nothing: payload with the body_hash of an empty body',
      'auth.body-hash-matches',
      { on: ['mutating'] },
    ],
  ),
  damage(
    'body-hash-mismatch',
    inPayload('body_hash', () => ' '),
    [
      'payload-body-hash-blank-on-read: payload of a read with a blank body_hash',
      'auth.empty-body-hash-required',
      { on: ['read', 'handshake'] },
    ],
  ),
  way('timestamp-text', inPayload('timestamp', String), 'writes-timestamp-as-text: writes timestamp as text', [
    'payload-timestamp-quoted: payload with timestamp as text',
    'auth.payload-timestamp-integer',
    { level: 'should' },
  ]),
  way('sign-version-text', inPayload('sign_version', String), 'writes-version-as-text: writes sign_version as text', [
    'payload-sign-version-quoted: payload with sign_version as text',
    'auth.payload-sign-version-integer',
    { level: 'should' },
  ]),
  way('sign-version-unsupported', version(2), 'sends-version-2: sends version 2', [
    'sign-version-two: signature version 2 in header and payload',
    'auth.sign-version-other-refused',
  ]),
  ...clients({
    'sign-version-unsupported': { 'sends-version-0: sends version 0, the default of its integer type': version(0) },
  }),
  // By a key that is known but for its end: what is looked up by its beginning alone finds it.
  damage(
    'api-key-unknown',
    inApiKey(({ apiKey }) => `${apiKey}-unknown`),
    ['api-key-unknown: an unknown API key in header and payload', 'auth.unknown-key-code'],
  ),
  ...clients({
    'api-key-unknown': {
      'sends-unknown-api-key: sends an identifier of another environment': inApiKey(() => 'key-of-production'),
    },
    'api-key-mismatch': {
      'signs-previous-api-key: signs the identifier of the key before the last rotation': inPayload(
        'api_key',
        () => 'key-of-last-year',
      ),
    },
    'api-key-white-space': {
      'keeps-line-end-of-api-key: signs the identifier with the line end of the file it was read from': inPayload(
        'api_key',
        (old) => `${String(old)}\n`,
      ),
    },
    'api-key-quoted': {
      'quotes-api-key: keeps the quotation marks of a configuration value': inApiKey(({ apiKey }) => `"${apiKey}"`),
    },
    'api-key-is-public-key': {
      'sends-public-key: sends the public key instead of its identifier': inApiKey(({ signer }) =>
        base64url(signer.publicKey),
      ),
    },
    'api-key-case': {
      'upper-cases-api-key: sends the identifier in upper case': inApiKey(({ apiKey }) => apiKey.toUpperCase()),
    },
    'idempotency-key-null': {
      'writes-null-idempotency-key: writes null for idempotency_key when there is none': inPayload(
        'idempotency_key',
        (old) => (old === '' ? null : old),
      ),
    },
    'idempotency-key-on-get': {
      'keys-every-request: makes an idempotency key for a GET too': inBoth(
        'idempotency_key',
        HEADER.idempotencyKey,
        ({ method, idempotencyKey }) => (method === 'GET' ? 'a3f1c2d4-0001' : idempotencyKey),
      ),
    },
    'idempotency-key-missing': { 'keys-no-request: sends no idempotency key with a mutating request': inKey(() => '') },
    'idempotency-key-too-short': {
      'cuts-idempotency-key: cuts the idempotency key to 4 characters': inKey((key) => key.slice(0, 4)),
    },
    'idempotency-key-too-long': {
      'stretches-idempotency-key: fills the idempotency key up to 129 characters': inKey((key) => key.padEnd(129, '0')),
    },
    'idempotency-key-characters': {
      'braces-idempotency-key: writes the idempotency key between braces, as some UUID types do': inKey(
        (key) => `{${key}}`,
      ),
    },
  }),
];

const camelCase = (name: string): string => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const renamed = (rename: (name: string) => string): Way['change'] =>
  written((fields) =>
    JSON.stringify(Object.fromEntries(Object.entries(fields).map(([name, value]) => [rename(name), value]))),
  );

const form = (fields: PayloadFields): string =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

const FORMS: readonly Way[] = [
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

export const PAYLOAD_WAYS: readonly Way[] = [...MEMBERS, ...VALUES, ...FORMS];
