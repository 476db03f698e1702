// The six authentication headers (interface 5.1): missing, empty, doubled, malformed, not what the payload says.
import type { RequirementId } from '../../requirements/requirement-id.js';
import { HEADER } from '../../signing/headers.js';
import { changeHeader, doubleHeader, otherCharacter, replaceAt, withoutHeader } from './edits.js';
import type { DamageEntry } from './entry.js';
import { EVERYWHERE, entryOf } from './entry.js';

interface HeaderRow {
  readonly word: string;
  readonly name: string;
  /** By what it is wrong to lack the header, and to accept another value. */
  readonly required: RequirementId;
  readonly matches: RequirementId;
  readonly malformed: string;
  readonly other: (value: string) => string;
  /** The header is empty in every correct read. */
  readonly emptyOnReads?: true;
  /** A number, which a lenient reader takes from other spellings than that of the payload too. */
  readonly isNumber?: true;
}

const ROWS: readonly HeaderRow[] = [
  {
    word: 'api-key',
    name: HEADER.apiKey,
    required: 'auth.api-key-header-required',
    matches: 'auth.api-key-matches-payload',
    malformed: 'no such key!',
    other: (value) => `${value}x`,
  },
  {
    word: 'idempotency-key',
    name: HEADER.idempotencyKey,
    required: 'auth.idempotency-header-required',
    matches: 'auth.idempotency-key-matches-payload',
    malformed: 'not / a + key',
    other: (value) => `${value}other`,
    emptyOnReads: true,
  },
  {
    word: 'timestamp',
    name: HEADER.timestamp,
    required: 'auth.timestamp-header-required',
    matches: 'auth.timestamp-matches-payload',
    malformed: 'now',
    other: (value) => String(Number(value) + 1),
    isNumber: true,
  },
  {
    word: 'sign-version',
    name: HEADER.signVersion,
    required: 'auth.sign-version-header-required',
    matches: 'auth.sign-version-matches-payload',
    malformed: 'one',
    other: () => '2',
    isNumber: true,
  },
  {
    word: 'data',
    name: HEADER.data,
    required: 'auth.data-header-required',
    matches: 'auth.payload-tamper-refused',
    malformed: '!!!',
    // The tenth character lies within the first member's name, whatever the payload.
    other: (value) => replaceAt(value, 9, otherCharacter(value.charAt(9))),
  },
  {
    word: 'sign',
    name: HEADER.signature,
    required: 'auth.signature-header-required',
    matches: 'auth.signature-verified',
    malformed: '!!!',
    other: (value) => replaceAt(value, 9, otherCharacter(value.charAt(9))),
  },
];

export const HEADER_DAMAGES: readonly DamageEntry[] = ROWS.flatMap((row) => {
  const { word, name, required, matches } = row;
  const isKey = row.emptyOnReads === true;
  return [
    entryOf(
      'header',
      `header-${word}-missing`,
      { requirement: required, on: isKey ? ['mutating'] : EVERYWHERE },
      `header ${name} missing`,
      { headers: withoutHeader(name) },
    ),
    ...(isKey
      ? [
          entryOf(
            'header',
            `header-${word}-missing-on-read`,
            { requirement: 'auth.read-idempotency-header-required', on: ['read', 'handshake'] },
            `header ${name} missing`,
            { headers: withoutHeader(name) },
          ),
        ]
      : []),
    entryOf(
      'header',
      `header-${word}-empty`,
      { requirement: required, on: isKey ? ['mutating'] : EVERYWHERE },
      `header ${name} empty`,
      { headers: changeHeader(name, () => '') },
    ),
    entryOf(
      'header',
      `header-${word}-doubled`,
      { requirement: matches, level: 'should', on: isKey ? ['mutating'] : EVERYWHERE },
      `header ${name} twice, with one value`,
      { headers: doubleHeader(name, (value) => value) },
    ),
    entryOf(
      'header',
      `header-${word}-doubled-other`,
      { requirement: matches, level: 'should' },
      `header ${name} twice, with two values`,
      { headers: doubleHeader(name, row.other) },
    ),
    entryOf('header', `header-${word}-malformed`, { requirement: matches }, `header ${name} malformed`, {
      headers: changeHeader(name, () => row.malformed),
    }),
    ...(row.isNumber === true
      ? [
          entryOf(
            'header',
            `header-${word}-zero-padded`,
            { requirement: matches, level: 'should' },
            `header ${name} with a leading zero`,
            { headers: changeHeader(name, (value) => `0${value}`) },
          ),
        ]
      : []),
    entryOf('header', `header-${word}-mismatching`, { requirement: matches }, `header ${name} of another request`, {
      headers: changeHeader(name, row.other),
    }),
  ];
});
