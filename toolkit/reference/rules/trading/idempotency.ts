// Idempotency keys and records (interface 5.3, rules 6 and 7; 7.1, rule 1; 8).

import type { JsonValue } from '../../../payload/json.js';
import { canonicalJson } from '../../../payload/same-json.js';
import { isMutating } from '../../../profile/dialect/dialect.js';
import { isIdempotencyKey } from '../../../signing/idempotency-key.js';
import type { Operation, OperationKind } from '../../domain.js';
import type { DuplicateContext, RequestContext } from '../context.js';

/** What a mutating request is, as far as sameness goes. */
export interface MutatingRequest {
  readonly kind: OperationKind;
  readonly accountId: string;
  /** The API key that the request names. */
  readonly apiKey: string;
  readonly idempotencyKey: string;
  /** Path with query. */
  readonly target: string;
  readonly body: Uint8Array;
  /** SHA-256 of the body as computed for the signature. */
  readonly bodyHash: string;
  readonly json: JsonValue;
  /** Whether sameness is that of the JSON value instead of its bytes (open; see `behaviour.ts`). */
  readonly comparesJson: boolean;
}

export type EchoSurface = 'ack' | 'event' | 'status';

export interface IdempotencyRules {
  /** Interface 5.3, rule 6; 8: empty for a signed GET. */
  acceptsReadKey(key: string, context: RequestContext): boolean;
  /** Interface 5.3, rule 7; 8: 5 to 128 of the permitted characters. */
  acceptsMutatingKey(key: string, context: RequestContext): boolean;
  /** Interface 4.2; 8: what counts as one kind. */
  kindOf(operation: Operation): OperationKind;
  /** Interface 1, rule 7; 8: what a record is found by: account, operation kind and key. */
  recordName(request: MutatingRequest): string;
  /** Interface 7.1, rule 1; 8: what of the payload is remembered to tell same from different. */
  fingerprintOf(request: MutatingRequest): string;
  /** Interface 7.1, rule 1. */
  samePayload(remembered: string, incoming: string, context: DuplicateContext): boolean;
  /** Interface 8; 8, other limit 3: whether a record is still in force. */
  keepsRecord(ageMs: number, retentionMs: number, context: DuplicateContext): boolean;
  /** Interface 8: whether a retained record makes the request a repetition at all. */
  recognises(context: DuplicateContext): boolean;
  /** Interface 8: the identifier that a duplicate is answered with. */
  duplicateOperationId(original: string, fresh: () => string, context: DuplicateContext): string;
  /** Interface 8: a duplicate is not executed again. */
  executesDuplicate(context: DuplicateContext): boolean;
  /** Interface 7.1, rule 1: a conflicting request is refused, not executed. */
  onConflict(context: DuplicateContext): 'refuse' | 'accept' | 'execute-and-refuse';
  /** Interface 7.1, rule 1: a conflict leaves the original's record as it is; true replaces it. */
  conflictReplaces(context: DuplicateContext): boolean;
  /** Interface 1, rule 7; 2.1; 2.2; 4.3; 6.1, rule 5; 8: the key is echoed as client_request_id. */
  echo(
    key: string,
    surface: EchoSurface,
    context: { readonly kind: OperationKind; readonly duplicate: boolean },
  ): string | undefined;
}

export const honestIdempotency: IdempotencyRules = {
  acceptsReadKey: (key) => key === '',
  acceptsMutatingKey: (key) => isIdempotencyKey(key),
  kindOf: (operation) => (isMutating(operation) ? operation : 'placeOrder'),
  recordName: ({ accountId, kind, idempotencyKey }) => `${accountId}\n${kind}\n${idempotencyKey}`,
  fingerprintOf: ({ target, bodyHash, json, comparesJson }) =>
    `${target}\n${comparesJson ? canonicalJson(json) : bodyHash}`,
  samePayload: (remembered, incoming) => remembered === incoming,
  keepsRecord: (ageMs, retentionMs) => ageMs < retentionMs,
  recognises: () => true,
  duplicateOperationId: (original) => original,
  executesDuplicate: () => false,
  onConflict: () => 'refuse',
  conflictReplaces: () => false,
  echo: (key) => key,
};
