// The six headers and their agreement with the signed payload (interface 5.1, 5.2). Values come as raw field values.
import type { JsonValue } from '../../../payload/json.js';
import { type HeaderRole, SIGN_VERSION } from '../../../signing/headers.js';
import type { RequestContext } from '../context.js';

export interface HeaderRules {
  /** Interface 5.1: every request is signed; false lets one through without any of section 5. */
  requiresSigning(context: RequestContext): boolean;
  /** Interface 5.1; 5.3, rule 6: each header is required, once. */
  acceptsHeaderCount(count: number, role: HeaderRole, context: RequestContext): boolean;
  /** Interface 5.1; 5.3, rule 10: equals `api_key`; `header` is undefined when a rule let it be missing. */
  apiKeyAgrees(header: string | undefined, signed: JsonValue | undefined, context: RequestContext): boolean;
  /** Interface 5.1; 5.2: equals `idempotency_key`. */
  idempotencyKeyAgrees(header: string | undefined, signed: JsonValue | undefined, context: RequestContext): boolean;
  /** Interface 5.1; 5.2: equals `timestamp`, as text of the integer. */
  timestampAgrees(header: string | undefined, signed: JsonValue | undefined, context: RequestContext): boolean;
  /** Interface 5.1; 5.2: equals `sign_version`. */
  signVersionAgrees(header: string | undefined, signed: JsonValue | undefined, context: RequestContext): boolean;
  /** Interface 5.1; 9, rule 2: the only supported value is 1. */
  supportsSignVersion(signed: JsonValue | undefined, context: RequestContext): boolean;
}

export const honestHeaders: HeaderRules = {
  requiresSigning: () => true,
  acceptsHeaderCount: (count) => count === 1,
  apiKeyAgrees: (header, signed) => header === signed,
  idempotencyKeyAgrees: (header, signed) => header === signed,
  timestampAgrees: (header, signed) => header === String(signed),
  signVersionAgrees: (header, signed) => header === String(signed),
  supportsSignVersion: (signed) => signed === SIGN_VERSION,
};
