// The operations that vectors ask for: the vocabulary of the protocol between the checker and an implementation.
// Bytes travel as hexadecimal text, everything else as on the wire of the interface.

export const OPERATIONS = [
  'sign-payload',
  'sign-request',
  'hash-body',
  'verify-request',
  'verify-signature',
  'decode-base64url',
  'check-idempotency-key',
  'check-timestamp',
  'check-date-time',
  'check-decimal',
  'check-constraint',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** What a client needs, and what a server needs; the rest is of use to both. */
export const SIGNER_OPERATIONS: readonly Operation[] = ['sign-payload', 'sign-request', 'hash-body'];
export const VERIFIER_OPERATIONS: readonly Operation[] = ['verify-request', 'verify-signature', 'decode-base64url'];

/** Header name and value. */
export type HeaderPair = readonly [name: string, value: string];

export interface SignRequestInput {
  readonly apiKey: string;
  readonly idempotencyKey: string;
  readonly timestampMs: number;
  readonly method: string;
  /** Path with query exactly as it is sent. */
  readonly path: string;
  /** Hexadecimal; empty for no body. */
  readonly body: string;
}

export interface VerifyRequestInput {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly HeaderPair[];
  readonly body: string;
  /** The address from which the request came. */
  readonly source: string;
}

export interface ConstraintInput {
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly step?: string;
  readonly digits?: number;
}

export interface OperationInputs {
  readonly 'sign-payload': { readonly payload: string };
  readonly 'sign-request': SignRequestInput;
  readonly 'hash-body': { readonly body: string };
  readonly 'verify-request': VerifyRequestInput;
  readonly 'verify-signature': { readonly publicKey: string; readonly message: string; readonly signature: string };
  readonly 'decode-base64url': { readonly text: string };
  readonly 'check-idempotency-key': { readonly key: string };
  readonly 'check-timestamp': { readonly text: string };
  readonly 'check-date-time': { readonly text: string };
  readonly 'check-decimal': { readonly text: string };
  readonly 'check-constraint': ConstraintInput;
}

export interface Verdict {
  readonly valid: boolean;
}

export interface OperationAnswers {
  /** Base64url text of the signature. */
  readonly 'sign-payload': { readonly signature: string };
  readonly 'sign-request': { readonly headers: readonly HeaderPair[] };
  /** Base64url text of the hash. */
  readonly 'hash-body': { readonly bodyHash: string };
  /** `code` is the numeric code of interface 5.4 of a refused request, `errorMessage` its name. */
  readonly 'verify-request': Verdict & { readonly code?: number; readonly errorMessage?: string };
  readonly 'verify-signature': Verdict;
  /** `bytes` of a valid text, in hexadecimal. */
  readonly 'decode-base64url': Verdict & { readonly bytes?: string };
  readonly 'check-idempotency-key': Verdict;
  readonly 'check-timestamp': Verdict;
  readonly 'check-date-time': Verdict;
  readonly 'check-decimal': Verdict;
  readonly 'check-constraint': Verdict;
}

export function isOperation(text: unknown): text is Operation {
  return OPERATIONS.some((operation) => operation === text);
}
