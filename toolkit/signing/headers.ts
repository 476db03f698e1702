// The six authentication headers (interface 5.1) and the protocol version: the one home of their names.
import type { SecurityScheme } from '../payload/vocabulary.js';

/** Names as the interface writes them; HTTP compares them without regard to case. */
export const HEADER = {
  apiKey: 'SVC-API-KEY',
  idempotencyKey: 'SVC-IDEMPOTENCY-KEY',
  timestamp: 'SVC-TIMESTAMP',
  signVersion: 'SVC-SIGN-VERSION',
  data: 'SVC-DATA',
  signature: 'SVC-SIGN',
} as const;

export type HeaderRole = keyof typeof HEADER;
export type HeaderName = (typeof HEADER)[HeaderRole];

/** In the order of the interface's table, which is also the order in which they are sent. */
export const SIGNED_HEADERS: readonly HeaderName[] = Object.values(HEADER);

/** The header of each security scheme of an OpenAPI document (interface 5.1). */
export const SCHEME_HEADERS: Readonly<Record<SecurityScheme, HeaderRole>> = {
  SvcApiKeyAuth: 'apiKey',
  SvcTimestampAuth: 'timestamp',
  SvcDataAuth: 'data',
  SvcSignatureAuth: 'signature',
  SvcSignVersionAuth: 'signVersion',
  SvcIdempotencyKeyAuth: 'idempotencyKey',
};

/** The only supported signature protocol version (interface 5.1, 9). */
export const SIGN_VERSION = 1;

/** The path prefix of every endpoint (interface 9, rule 1). */
export const PATH_PREFIX = '/v1/';
