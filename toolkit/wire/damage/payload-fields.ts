// The seven members of the signed payload (interface 5.2): missing, empty, of another type, of another value. The payload is
// signed correctly each time, so that its content alone is wrong.

import type { JsonValue } from '../../payload/json.js';
import type { RequirementId } from '../../requirements/requirement-id.js';
import { HEADER } from '../../signing/headers.js';
import { EMPTY_BODY_HASH } from '../../signing/payload.js';
import {
  changeBoth,
  changeField,
  numberOf,
  otherCharacter,
  repeatMember,
  replaceAt,
  textOf,
  withoutField,
} from './edits.js';
import type { DamageEntry, DamageSubject } from './entry.js';
import { EVERYWHERE, entryOf } from './entry.js';

interface FieldRow {
  readonly field: string;
  readonly required: RequirementId;
  readonly matches: RequirementId;
  readonly other: (value: JsonValue) => JsonValue;
  readonly wrongType: (value: JsonValue) => JsonValue;
  readonly on?: readonly DamageSubject[];
}

const inList = (value: JsonValue): JsonValue => [value];

const ROWS: readonly FieldRow[] = [
  {
    field: 'api_key',
    required: 'auth.payload-api-key-required',
    matches: 'auth.api-key-matches-payload',
    other: (value) => `${textOf(value)}x`,
    wrongType: inList,
  },
  {
    field: 'idempotency_key',
    required: 'auth.payload-idempotency-key-required',
    matches: 'auth.idempotency-key-matches-payload',
    other: (value) => `${textOf(value)}other`,
    wrongType: inList,
  },
  {
    field: 'timestamp',
    required: 'auth.payload-timestamp-required',
    matches: 'auth.timestamp-matches-payload',
    other: (value) => numberOf(value) + 1,
    wrongType: inList,
  },
  {
    field: 'sign_version',
    required: 'auth.payload-sign-version-required',
    matches: 'auth.sign-version-matches-payload',
    other: () => 2,
    wrongType: () => true,
  },
  {
    field: 'method',
    required: 'auth.payload-method-required',
    matches: 'auth.method-matches',
    other: (value) => (value === 'GET' ? 'POST' : 'GET'),
    wrongType: inList,
  },
  {
    field: 'path',
    required: 'auth.payload-path-required',
    matches: 'auth.path-matches',
    other: (value) => `${textOf(value)}x`,
    wrongType: inList,
  },
  {
    field: 'body_hash',
    required: 'auth.payload-body-hash-required',
    matches: 'auth.body-hash-matches',
    other: (value) => replaceAt(textOf(value), 3, otherCharacter(textOf(value).charAt(3))),
    wrongType: inList,
  },
];

const wordOf = (field: string): string => field.replaceAll('_', '-');
const NUMBERS = [
  ['timestamp', 'auth.payload-timestamp-integer'],
  ['sign_version', 'auth.payload-sign-version-integer'],
] as const;

const FIELDS: readonly DamageEntry[] = ROWS.flatMap(({ field, required, matches, other, wrongType }) => {
  const word = wordOf(field);
  return [
    entryOf('payload', `payload-${word}-missing`, { requirement: required }, `payload without ${field}`, {
      payload: withoutField(field),
    }),
    entryOf(
      'payload',
      `payload-${word}-empty`,
      // A read's key is empty when it is right, and a read's hash has a requirement of its own.
      { requirement: required, on: field === 'idempotency_key' ? ['mutating'] : EVERYWHERE },
      `payload with empty ${field}`,
      { payload: changeField(field, () => '') },
    ),
    entryOf('payload', `payload-${word}-null`, { requirement: required }, `payload with ${field} null`, {
      payload: changeField(field, () => null),
    }),
    entryOf(
      'payload',
      `payload-${word}-wrong-type`,
      { requirement: matches },
      `payload with ${field} of another type`,
      {
        payload: changeField(field, wrongType),
      },
    ),
    entryOf('payload', `payload-${word}-wrong`, { requirement: matches }, `payload with another ${field}`, {
      payload: changeField(field, other),
    }),
    entryOf(
      'payload',
      `payload-${word}-repeated`,
      { requirement: matches, level: 'should' },
      `payload with a second, different ${field}`,
      { payloadText: repeatMember(field, (fields) => other(fields[field] ?? null)) },
    ),
  ];
});

const HASHES: readonly DamageEntry[] = [
  entryOf(
    'payload',
    'payload-body-hash-of-nothing',
    { requirement: 'auth.body-hash-matches', on: ['mutating'] },
    'payload with the body_hash of an empty body',
    { payload: changeField('body_hash', () => EMPTY_BODY_HASH) },
  ),
  entryOf(
    'payload',
    'payload-body-hash-blank-on-read',
    { requirement: 'auth.empty-body-hash-required', on: ['read', 'handshake'] },
    'payload of a read with a blank body_hash',
    { payload: changeField('body_hash', () => ' ') },
  ),
];

const REST: readonly DamageEntry[] = [
  ...NUMBERS.map(([field, requirement]) =>
    entryOf(
      'payload',
      `payload-${wordOf(field)}-quoted`,
      { requirement, level: 'should' },
      `payload with ${field} as text`,
      { payload: changeField(field, (value) => String(numberOf(value))) },
    ),
  ),
  entryOf(
    'payload',
    'sign-version-two',
    { requirement: 'auth.sign-version-other-refused' },
    'signature version 2 in header and payload',
    changeBoth(HEADER.signVersion, 'sign_version', () => 2),
  ),
  entryOf(
    'payload',
    'api-key-unknown',
    { requirement: 'auth.unknown-key-code' },
    'an unknown API key in header and payload',
    changeBoth(HEADER.apiKey, 'api_key', (value) => `${String(value)}-unknown`),
  ),
  entryOf(
    'payload',
    'payload-not-json',
    { requirement: 'auth.data-is-json-object' },
    'SVC-DATA of text that is no JSON',
    {
      payloadText: () => 'api_key=1&timestamp=2',
    },
  ),
  entryOf('payload', 'payload-list', { requirement: 'auth.data-is-json-object' }, 'SVC-DATA of a JSON list', {
    payloadText: (text) => `[${text}]`,
  }),
  entryOf('payload', 'payload-string', { requirement: 'auth.data-is-json-object' }, 'SVC-DATA of a JSON text value', {
    payloadText: (text) => JSON.stringify(text),
  }),
];

export const PAYLOAD_DAMAGES: readonly DamageEntry[] = [...FIELDS, ...HASHES, ...REST];
