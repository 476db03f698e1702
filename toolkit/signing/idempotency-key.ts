// The grammar of a non-empty idempotency key (interface 8): 5 to 128 characters of letters, digits, `.`, `_`, `-`, `~`.

export const IDEMPOTENCY_KEY_LENGTH = { min: 5, max: 128 } as const;

export type IdempotencyKeyDefect = 'too-short' | 'too-long' | 'characters';

const FORBIDDEN = /[^A-Za-z0-9._~-]/;

/** Undefined when a mutating request may carry `key`. The empty key of a signed GET is `too-short` here. */
export function idempotencyKeyDefect(key: string): IdempotencyKeyDefect | undefined {
  if (FORBIDDEN.test(key)) return 'characters';
  if (key.length < IDEMPOTENCY_KEY_LENGTH.min) return 'too-short';
  return key.length > IDEMPOTENCY_KEY_LENGTH.max ? 'too-long' : undefined;
}

export function isIdempotencyKey(key: string): boolean {
  return idempotencyKeyDefect(key) === undefined;
}
