// Slips in the six authentication headers (interface 5.1): missing, empty, doubled, malformed, not what the payload says.
import type { RequirementId } from '../../../requirements/requirement-id.js';
import { HEADER, type HeaderName } from '../../headers.js';
import type { Named } from '../named.js';
import type { SlipId } from '../slips.js';
import { doubled, inHeader, otherAt, withoutHeader } from './changes.js';
import { clients, type DamageSubject, damage, EVERYWHERE, type Way, way } from './way.js';

interface HeaderRow {
  readonly word: string;
  readonly name: HeaderName;
  /** By what it is wrong to lack the header, and to accept another value; and the slip that another value is. */
  readonly required: RequirementId;
  readonly matches: RequirementId;
  readonly mismatch: SlipId;
  readonly malformed: readonly [value: string, slip: SlipId];
  readonly other: (value: string) => string;
  /** A number, which a lenient reader takes from other spellings than that of the payload too. */
  readonly zeroPadded?: SlipId;
  /** Clients that make the same mistake. */
  readonly signers?: { readonly [Mistake in 'missing' | 'empty' | 'doubled' | 'mismatching']?: Named };
}

const ROWS: readonly HeaderRow[] = [
  {
    word: 'api-key',
    name: HEADER.apiKey,
    required: 'auth.api-key-header-required',
    matches: 'auth.api-key-matches-payload',
    mismatch: 'api-key-mismatch',
    malformed: ['no such key!', 'api-key-mismatch'],
    other: (value) => `${value}x`,
  },
  {
    word: 'idempotency-key',
    name: HEADER.idempotencyKey,
    required: 'auth.idempotency-header-required',
    matches: 'auth.idempotency-key-matches-payload',
    mismatch: 'idempotency-key-mismatch',
    malformed: ['not / a + key', 'idempotency-key-mismatch'],
    other: (value) => `${value}other`,
  },
  {
    word: 'timestamp',
    name: HEADER.timestamp,
    required: 'auth.timestamp-header-required',
    matches: 'auth.timestamp-matches-payload',
    mismatch: 'timestamp-mismatch',
    malformed: ['now', 'timestamp-format'],
    other: (value) => String(Number(value) + 1),
    zeroPadded: 'timestamp-leading-zero',
    signers: {
      empty: 'blanks-timestamp-header: sends SVC-TIMESTAMP empty',
      mismatching: 'reads-clock-twice: reads the clock once for the payload and again for the header',
    },
  },
  {
    word: 'sign-version',
    name: HEADER.signVersion,
    required: 'auth.sign-version-header-required',
    matches: 'auth.sign-version-matches-payload',
    mismatch: 'sign-version-mismatch',
    malformed: ['one', 'sign-version-mismatch'],
    other: () => '2',
    zeroPadded: 'sign-version-mismatch',
    signers: { missing: 'omits-version-header: does not send SVC-SIGN-VERSION' },
  },
  {
    word: 'data',
    name: HEADER.data,
    required: 'auth.data-header-required',
    matches: 'auth.payload-tamper-refused',
    mismatch: 'payload-not-json',
    malformed: ['!!!', 'data-not-base64url'],
    // The tenth character lies within the first member's name, whatever the payload.
    other: (value) => otherAt(value, 9),
  },
  {
    word: 'sign',
    name: HEADER.signature,
    required: 'auth.signature-header-required',
    matches: 'auth.signature-verified',
    mismatch: 'signature-unexplained',
    malformed: ['!!!', 'sign-not-base64url'],
    other: (value) => otherAt(value, 9),
    signers: { doubled: 'sends-signature-twice: adds SVC-SIGN again in a middleware' },
  },
];

const EACH: readonly Way[] = ROWS.flatMap((row): readonly Way[] => {
  const { word, name, required, matches, mismatch, other, signers = {} } = row;
  const isKey = name === HEADER.idempotencyKey;
  // The idempotency key of a read is empty when it is right.
  const on: readonly DamageSubject[] = isKey ? ['mutating'] : EVERYWHERE;
  return [
    way(
      isKey ? 'idempotency-header-dropped' : 'header-missing',
      withoutHeader((other) => other === name),
      signers.missing,
      [`header-${word}-missing: header ${name} missing`, required, { on }],
      ...(isKey
        ? ([
            [
              `header-${word}-missing-on-read: header ${name} missing`,
              'auth.read-idempotency-header-required',
              { on: ['read', 'handshake'] },
            ],
          ] as const)
        : []),
    ),
    way(
      isKey ? mismatch : 'header-empty',
      inHeader(name, () => ''),
      signers.empty,
      [`header-${word}-empty: header ${name} empty`, required, { on }],
    ),
    way(
      'header-doubled',
      doubled(name, (value) => value),
      signers.doubled,
      [`header-${word}-doubled: header ${name} twice, with one value`, matches, { level: 'should', on }],
    ),
    damage('header-doubled', doubled(name, other), [
      `header-${word}-doubled-other: header ${name} twice, with two values`,
      matches,
      { level: 'should' },
    ]),
    damage(
      row.malformed[1],
      inHeader(name, () => row.malformed[0]),
      [`header-${word}-malformed: header ${name} malformed`, matches],
    ),
    ...(row.zeroPadded === undefined
      ? []
      : [
          damage(
            row.zeroPadded,
            inHeader(name, (value) => `0${value}`),
            [`header-${word}-zero-padded: header ${name} with a leading zero`, matches, { level: 'should' }],
          ),
        ]),
    way(mismatch, inHeader(name, other), signers.mismatching, [
      `header-${word}-mismatching: header ${name} of another request`,
      matches,
    ]),
  ];
});

export const HEADER_WAYS: readonly Way[] = [
  ...EACH,
  ...clients({
    'header-missing': {
      'omits-api-key-header: does not send SVC-API-KEY, since SVC-DATA has it too': withoutHeader(
        (name) => name === HEADER.apiKey,
      ),
    },
    'idempotency-header-dropped': {
      'drops-empty-header: leaves a header with an empty value out': withoutHeader((_, value) => value === ''),
    },
    'sign-version-mismatch': {
      'prefixes-version-header: sends v1 in SVC-SIGN-VERSION': inHeader(HEADER.signVersion, (old) => `v${old}`),
    },
    'idempotency-key-mismatch': {
      'makes-idempotency-key-twice: makes one key for the header and another for the payload': inHeader(
        HEADER.idempotencyKey,
        (old) => (old === '' ? '' : `${old}-2`),
      ),
    },
    'timestamp-exponent': {
      'formats-timestamp-as-double: prints the timestamp of the header from a floating-point number': inHeader(
        HEADER.timestamp,
        (old) => Number(old).toExponential().toUpperCase().replace('+', ''),
      ),
    },
    'timestamp-format': {
      'groups-timestamp-digits: prints the timestamp of the header with grouped digits': inHeader(
        HEADER.timestamp,
        (old) => old.replace(/\B(?=(\d{3})+$)/g, ','),
      ),
    },
  }),
];
