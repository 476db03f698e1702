// A request that exceeded a quota is made again: how often, and after how long, as the target says (`Retry-After`) or by our own pauses.
import type { HttpExchange } from '../../wire/exchange.js';

/** At least so long before each repetition; windows of a minute are not rare. */
export const QUOTA_PAUSES_MS: readonly number[] = [500, 1_000, 2_000, 5_000, 10_000];
const LONGEST_RETRY_MS = 60_000;

/** What `Retry-After` says in seconds, as far as it is worth waiting for. */
export function retryAfterMs({ answer }: HttpExchange): number | undefined {
  const seconds = Number(answer?.headers['retry-after']);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1_000, LONGEST_RETRY_MS) : undefined;
}
