// Interface 8: records of idempotency keys are retained for an unknown time, and then the same key may count as a new request. A client
// whose answer got lost repeats within seconds; a later repeat proves nothing.

/** A repeat within this time is one in any reading. */
export const KEYS_RETAINED_MS = 4_000;
