// Slips in the members of the payload (interface 5.2): each missing, empty, null, of another type or value, or written twice.
import type { JsonValue } from '../../../payload/json.js';
import type { RequirementId } from '../../../requirements/requirement-id.js';
import { PAYLOAD_FIELDS, type SignedFields } from '../../payload.js';
import type { SlipId } from '../slips.js';
import { inPayload, otherAt, withoutMember } from './changes.js';
import { damage, EVERYWHERE, type Way } from './way.js';

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

export const PAYLOAD_MEMBER_WAYS: readonly Way[] = PAYLOAD_FIELDS.flatMap((field) => {
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
