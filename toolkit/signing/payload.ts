// The signed payload (interface 5.2): seven members, rendered in the interface's order without white space. Order and white
// space are free, so other signers' payloads differ in their bytes; a verifier reads the members and verifies the bytes as received.

/** Decoded SVC-DATA, by the names on the wire. */
export interface SignedFields {
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
}

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

/** The payload as text: what `JSON.stringify` gives for the members in order, several times faster. */
export function renderPayloadText(fields: SignedFields): string {
  return `{"api_key":${quote(fields.api_key)},"idempotency_key":${quote(fields.idempotency_key)},"timestamp":${fields.timestamp},"sign_version":${fields.sign_version},"method":${quote(fields.method)},"path":${quote(fields.path)},"body_hash":${quote(fields.body_hash)}}`;
}

const utf8 = new TextEncoder();

/** The payload bytes: what is signed, and what SVC-DATA encodes. */
export function renderPayload(fields: SignedFields): Uint8Array {
  return utf8.encode(renderPayloadText(fields));
}

/** Printable ASCII without the quote and the backslash, which JSON writes as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;

function quote(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}
