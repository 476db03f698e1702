// Quotas per account and endpoint (interface 4.4, 7.1, rule 2; 8). Values and windows are settings, as the interface leaves them open.
import type { Operation } from '../../domain.js';

export interface LimitRules {
  /** Interface 4.1; 8, other limit 1: whether a request beyond the quota gets 429. */
  exceeds(used: number, limit: number, operation: Operation): boolean;
  /** Interface 4.1, synchronous responses; 8: a request beyond the quota is refused; false carries it out anyway. */
  refusesOverQuota(operation: Operation): boolean;
  /** Interface 8, other limit 1: whether an admitted request counts. */
  counts(operation: Operation): boolean;
  /** Interface 4.4; 7.1, rule 2; 8, other limit 1: what the limits endpoint shows as left. */
  remainingShown(used: number, limit: number, operation: Operation): number;
  /** Interface 7.1, rule 2; 7.2: the name of the refusal; SYSTEM_RATE_LIMIT is a final code only. */
  rateLimitName(operation: Operation): string;
}

export const honestLimits: LimitRules = {
  exceeds: (used, limit) => used >= limit,
  refusesOverQuota: () => true,
  counts: () => true,
  remainingShown: (used, limit) => Math.max(0, limit - used),
  rateLimitName: () => 'REQUEST_RATE_LIMIT',
};
