// The signed payload (interface 5.2): seven members, written in the interface's order without white space. Order and white
// space are free, so other signers' payloads differ in their bytes; a verifier reads the members and verifies the bytes as received.

import type { JsonValue } from '../payload/json.js';

/** Decoded SVC-DATA, by the names on the wire. An alias, no interface, so that it is a record of JSON values too. */
export type SignedFields = {
  readonly api_key: string;
  /** Empty for a signed GET. */
  readonly idempotency_key: string;
  /** Unix time in milliseconds. */
  readonly timestamp: number;
  readonly sign_version: number;
  /** Upper case. */
  readonly method: string;
  /** Path with query, exactly as sent. */
  readonly path: string;
  /** SHA-256 of the exact body, base64url without padding. */
  readonly body_hash: string;
};

/** The members in the interface's order. */
export const PAYLOAD_FIELDS: readonly (keyof SignedFields)[] = [
  'api_key',
  'idempotency_key',
  'timestamp',
  'sign_version',
  'method',
  'path',
  'body_hash',
];

/** SHA-256 of the empty byte sequence: the `body_hash` of every request without a body (interface 5.3, rule 3). */
export const EMPTY_BODY_HASH = '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU';

/** What `JSON.stringify` gives for the seven members in order, several times faster. */
export function renderMembers(members: Readonly<Record<keyof SignedFields, JsonValue>>): string {
  const { api_key, idempotency_key, timestamp, sign_version, method, path, body_hash } = members;
  return `{"api_key":${quote(api_key)},"idempotency_key":${quote(idempotency_key)},"timestamp":${timestamp},"sign_version":${sign_version},"method":${quote(method)},"path":${quote(path)},"body_hash":${quote(body_hash)}}`;
}

/** Printable ASCII without the quote and the backslash, which JSON writes as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;

function quote(value: JsonValue): string {
  return typeof value === 'string' && PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
}
