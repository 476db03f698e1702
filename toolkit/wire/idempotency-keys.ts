// Idempotency keys that no request of any run has used (interface 8: 5 to 128 characters of a small alphabet).
import { randomBytes } from 'node:crypto';

export interface IdempotencyKeys {
  fresh(): string;
}

/** Keys of one run: a random part, so that runs never meet, and a count. */
export function createIdempotencyKeys(): IdempotencyKeys {
  const run = randomBytes(9).toString('base64url');
  let count = 0;
  return {
    fresh() {
      count += 1;
      return `tsi.${run}.${count}`;
    },
  };
}
