// Faults of quotas (interface 7.1, rule 2; 8, other limits, rule 1).
import type { OperationKind } from '../../domain.js';
import { always, exceptOn, instead, insteadOn, insteadWhere } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

const executed = violating('8', ['limits.quota-exceeded-not-executed']);

/** Refused by word alone. */
function executedAll(operation: OperationKind): Parameters<typeof executed>[1] {
  return {
    summary: `Beyond its quota ${operation} is answered with 429 and carried out.`,
    // The interface shows no calls that end something.
    ...(operation !== 'openPosition' && { level: 'should' }),
    needs: 'limits.exhaust',
    refusesOverQuota: exceptOn((one) => one === operation),
    ackStatus: insteadOn(({ overQuota, kind }) => overQuota && kind === operation, 429),
  };
}

export const quotaFaults: readonly Fault[] = [
  violating('8', ['limits.quota-readable'])('remaining-quota-never-less', {
    summary: 'The limits call shows the whole quota as left, whatever was used of it.',
    // That what is left is shown there is not said.
    level: 'should',
    needs: 'limits.exhaust',
    remainingShown: instead((_used, limit) => limit),
  }),
  violating('8', ['limits.quota-readable'])('limits-beyond-the-quota-of-orders', {
    summary: 'While the quota of orders is used up, the limits call is refused too.',
    // That reads have a quota of their own is not said.
    level: 'should',
    needs: 'limits.exhaust',
    exceeds: (honest) => {
      let isUsedUp = false;
      return (used, limit, operation) => {
        const exceeds = honest(used, limit, operation);
        if (operation === 'placeOrder') isUsedUp = exceeds;
        return exceeds || (operation === 'limits' && isUsedUp);
      };
    },
  }),
  violating('8', ['limits.quota-exceeded-429', 'limits.quota-exceeded-not-executed'])('quota-not-enforced', {
    summary: 'Requests beyond the quota are carried out.',
    needs: 'limits.exhaust',
    exceeds: always(false),
  }),
  violating('8', ['limits.quota-exceeded-429'])('quota-as-503', {
    summary: 'A request beyond the quota is answered with 503.',
    needs: 'limits.exhaust',
    statusOf: insteadWhere((refusal) => refusal.status === 429, 503),
  }),
  violating('7.1', ['limits.quota-exceeded-code'])('quota-with-final-code', {
    summary: 'A request beyond the quota names SYSTEM_RATE_LIMIT, which is a final code.',
    needs: 'limits.exhaust',
    rateLimitName: always('SYSTEM_RATE_LIMIT'),
  }),
  violating('8', ['limits.quota-exceeded-not-executed'])('quota-refused-and-executed', {
    summary: 'A request beyond the quota is answered with 429 and carried out.',
    needs: 'limits.exhaust',
    refusesOverQuota: always(false),
    ackStatus: insteadOn(({ overQuota }) => overQuota, 429),
  }),
  executed('quota-of-openings-refused-and-executed', executedAll('openPosition')),
  executed('quota-of-closes-refused-and-executed', executedAll('closePosition')),
  executed('quota-of-cancellations-refused-and-executed', executedAll('cancelOrder')),
];
